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
