/* Small loops in a row, each with threads of its own. */
#include "twins.h"

#define SIZE 256

void openmp_launches(const float *a, const float *b, float *c, int n, int times)
{
	for (int k = 0; k < times; k++) {
#pragma omp parallel for
		for (int i = 0; i < n; i++)
			c[i] = a[i] + b[i];
	}
}

void openmp_launches_of(float *arrays, int count, int times)
{
	for (int k = 0; k < times; k++) {
#pragma omp parallel for
		for (int i = 0; i < SIZE; i++)
			for (int array = 0; array < count; array++)
				arrays[array * SIZE + i] = 1;
	}
}
