/* Conjugate gradients, row by row. */
#include "twins.h"

void openmp_conjugate_gradient(const float *restrict b, float *restrict x, float *restrict work, int n, int rounds)
{
	const size_t elements = (size_t)n * n;
	float *restrict r = work, *restrict p = r + elements, *restrict q = p + elements;
	float square = 0;
#pragma omp parallel for reduction(+ : square)
	for (size_t i = 0; i < elements; i++) {
		x[i] = 0;
		r[i] = p[i] = b[i];
		square += b[i] * b[i];
	}
	for (int round = 0; round < rounds; round++) {
		float curvature = 0, next = 0;
#pragma omp parallel for reduction(+ : curvature)
		for (int row = 0; row < n; row++) {
			const float *here = p + (size_t)row * n;
			for (int column = 0; column < n; column++) {
				const float above = row > 0 ? here[column - n] : 0, below = row + 1 < n ? here[column + n] : 0;
				const float left = column > 0 ? here[column - 1] : 0, right = column + 1 < n ? here[column + 1] : 0;
				const float there = 5 * here[column] - (above + below + left + right);
				q[(size_t)row * n + column] = there;
				curvature += here[column] * there;
			}
		}
		const float length = square / curvature;
#pragma omp parallel for reduction(+ : next)
		for (size_t i = 0; i < elements; i++) {
			x[i] += length * p[i];
			r[i] -= length * q[i];
			next += r[i] * r[i];
		}
		const float factor = next / square;
#pragma omp parallel for
		for (size_t i = 0; i < elements; i++)
			p[i] = r[i] + factor * p[i];
		square = next;
	}
}

/* By tiles of the C++ AMP kernels' shapes, each of which adds up its part of a sum in memory. */
enum { ROWS = 8, COLUMNS = 32, THREADS = ROWS * COLUMNS, EACH = 4 };

static float sum_of_tile(float *values)
{
	float sum = 0;
	for (int k = 1; k < ROWS; k++)
		for (int column = 0; column < COLUMNS; column++)
			values[column] += values[k * COLUMNS + column];
	for (int column = 0; column < COLUMNS; column++)
		sum += values[column];
	return sum;
}

static float add_up(const float *parts, size_t n)
{
	float values[THREADS] = {0};
	for (size_t first = 0; first < n; first += THREADS)
		for (size_t k = 0; k < THREADS && first + k < n; k++)
			values[k] += parts[first + k];
	return sum_of_tile(values);
}

/* Returns p * q. */
static float apply(const float *restrict p, float *restrict q, float *restrict parts, int n)
{
#pragma omp parallel for collapse(2)
	for (int top = 0; top < n; top += ROWS * EACH) {
		for (int left = 0; left < n; left += COLUMNS) {
			float values[THREADS];
			for (int y = 0; y < ROWS; y++) {
				for (int x = 0; x < COLUMNS; x++) {
					const int column = left + x;
					float mine = 0;
					for (int k = 0; k < EACH; k++) {
						const int row = top + k * ROWS + y, at = row * n + column;
						const float above = row > 0 ? p[at - n] : 0, below = row + 1 < n ? p[at + n] : 0;
						const float before = column > 0 ? p[at - 1] : 0, behind = column + 1 < n ? p[at + 1] : 0;
						q[at] = 5 * p[at] - (above + below + before + behind);
						mine += p[at] * q[at];
					}
					values[y * COLUMNS + x] = mine;
				}
			}
			parts[top / (ROWS * EACH) * (n / COLUMNS) + left / COLUMNS] = sum_of_tile(values);
		}
	}
	return add_up(parts, (size_t)n * n / THREADS / EACH);
}

void openmp_conjugate_gradient_blocks(const float *restrict b, float *restrict x, float *restrict work, int n, int rounds)
{
	const size_t elements = (size_t)n * n, tiles = elements / THREADS / EACH;
	float *restrict r = work, *restrict p = r + elements, *restrict q = p + elements, *restrict parts = q + elements;
#pragma omp parallel for
	for (size_t tile = 0; tile < tiles; tile++) {
		float values[THREADS] = {0};
		for (size_t k = 0; k < EACH; k++) {
			for (size_t me = 0; me < THREADS; me++) {
				const size_t i = (tile * EACH + k) * THREADS + me;
				x[i] = 0;
				r[i] = p[i] = b[i];
				values[me] += b[i] * b[i];
			}
		}
		parts[tile] = sum_of_tile(values);
	}
	float square = add_up(parts, tiles);
	for (int round = 0; round < rounds; round++) {
		const float length = square / apply(p, q, parts, n);
#pragma omp parallel for
		for (size_t tile = 0; tile < tiles; tile++) {
			float values[THREADS] = {0};
			for (size_t k = 0; k < EACH; k++) {
				for (size_t me = 0; me < THREADS; me++) {
					const size_t i = (tile * EACH + k) * THREADS + me;
					x[i] += length * p[i];
					r[i] -= length * q[i];
					values[me] += r[i] * r[i];
				}
			}
			parts[tile] = sum_of_tile(values);
		}
		const float next = add_up(parts, tiles), factor = next / square;
#pragma omp parallel for
		for (size_t i = 0; i < elements; i++)
			p[i] = r[i] + factor * p[i];
		square = next;
	}
}
