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
