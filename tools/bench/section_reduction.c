/* The sum of a matrix: each step adds the four quarters of one buffer into the
 * other. */
#include "twins.h"

void openmp_section_reduce(const float *restrict matrix, float *restrict scratch,
                           float *restrict sum, int n)
{
	float *const buffers[] = {scratch, scratch + (size_t)(n / 2) * (n / 2)};
	const float *from = matrix;
	for (int half = n / 2, step = 0; half > 0; half /= 2, step++) {
		float *restrict const to = half == 1 ? sum : buffers[step % 2];
#pragma omp parallel for
		for (int row = 0; row < half; row++) {
			const float *const top = from + row * 2 * half;
			const float *const bottom = top + 2 * half * half;
			for (int column = 0; column < half; column++)
				to[row * half + column] =
				    top[column] + top[column + half] + bottom[column] + bottom[column + half];
		}
		from = to;
	}
}
