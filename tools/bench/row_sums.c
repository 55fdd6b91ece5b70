/* The sums of the rows of a matrix. */
#include "twins.h"

void openmp_sum_rows(const float *restrict matrix, float *restrict sums, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		float sum = 0;
		for (int k = 0; k < n; k++)
			sum += matrix[i * n + k];
		sums[i] = sum;
	}
}
