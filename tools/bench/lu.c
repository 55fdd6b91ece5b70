/* The LU and the Cholesky decomposition, in place, without pivots: by blocks, whose columns are done one by one. */
#include "twins.h"

#include <math.h>

enum { BLOCK = 32 };

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* A row of the rest, less what the block's rows take from it: from column `from` on. */
static void update_row(float *restrict row, const float *restrict a, int n, int at, int from)
{
	for (int k = at; k < at + BLOCK; k++) {
		const float factor = row[k], *other = a + (size_t)k * n;
		for (int j = from; j < n; j++)
			row[j] -= factor * other[j];
	}
}

void openmp_lu(float *a, int n)
{
	for (int at = 0; at < n; at += BLOCK) {
		for (int k = at; k < at + BLOCK; k++) {
			const float *pivot = a + (size_t)k * n;
			for (int i = k + 1; i < at + BLOCK; i++) {
				float *row = a + (size_t)i * n;
				row[k] /= pivot[k];
				for (int j = k + 1; j < n; j++)
					row[j] -= row[k] * pivot[j];
			}
		}
#pragma omp parallel for
		for (int i = at + BLOCK; i < n; i++) {
			float *row = a + (size_t)i * n;
			for (int k = at; k < at + BLOCK; k++) {
				const float *pivot = a + (size_t)k * n;
				row[k] /= pivot[k];
				for (int j = k + 1; j < at + BLOCK; j++)
					row[j] -= row[k] * pivot[j];
			}
			update_row(row, a, n, at, at + BLOCK);
		}
	}
}

void openmp_cholesky(float *a, int n)
{
	for (int at = 0; at < n; at += BLOCK) {
		const int end = least(at + BLOCK, n);
		for (int k = at; k < end; k++) {
			float *pivot = a + (size_t)k * n;
			for (int j = at; j < k; j++)
				pivot[k] -= pivot[j] * pivot[j];
			pivot[k] = sqrtf(pivot[k]);
			for (int i = k + 1; i < end; i++) {
				float *row = a + (size_t)i * n;
				for (int j = at; j < k; j++)
					row[k] -= row[j] * pivot[j];
				row[k] /= pivot[k];
			}
		}
#pragma omp parallel for
		for (int i = end; i < n; i++) {
			float *row = a + (size_t)i * n;
			for (int k = at; k < end; k++) {
				const float *pivot = a + (size_t)k * n;
				for (int j = at; j < k; j++)
					row[k] -= row[j] * pivot[j];
				row[k] /= pivot[k];
			}
		}
#pragma omp parallel for schedule(dynamic, 4)
		for (int i = end; i < n; i++) {
			float *row = a + (size_t)i * n;
			for (int j = end; j <= i; j++) {
				const float *other = a + (size_t)j * n;
				float sum = row[j];
				for (int k = at; k < end; k++)
					sum -= row[k] * other[k];
				row[j] = sum;
			}
		}
	}
}
