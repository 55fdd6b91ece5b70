/* A sparse matrix by a vector. */
#include "twins.h"

void openmp_multiply_sparse(const int *begins, const int *columns, const float *values, const float *x, float *product,
                            int rows)
{
#pragma omp parallel for schedule(static)
	for (int row = 0; row < rows; row++) {
		float sum = 0;
		for (int k = begins[row]; k < begins[row + 1]; k++)
			sum += values[k] * x[columns[k]];
		product[row] = sum;
	}
}

enum { EACH_ROW = 8 };

/* Eight sums for each row, as the C++ AMP kernel has them. */
void openmp_multiply_sparse_blocks(const int *begins, const int *columns, const float *values, const float *x, float *product,
                                   int rows)
{
#pragma omp parallel for schedule(static)
	for (int row = 0; row < rows; row++) {
		float sums[EACH_ROW], total = 0;
		for (int lane = 0; lane < EACH_ROW; lane++) {
			float sum = 0;
			for (int k = begins[row] + lane; k < begins[row + 1]; k += EACH_ROW)
				sum += values[k] * x[columns[k]];
			sums[lane] = sum;
		}
		for (int lane = 0; lane < EACH_ROW; lane++)
			total += sums[lane];
		product[row] = total;
	}
}
