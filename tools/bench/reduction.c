/* The sum of many numbers: BENCH_BLOCKS parts, each by 256 sums side by side. */
#include "twins.h"

#define LANES 256

void openmp_reduce(const float *restrict values, float *restrict partial, float *restrict sum, int n)
{
#pragma omp parallel for
	for (int block = 0; block < BENCH_BLOCKS; block++) {
		float sums[LANES] = {0};
		int i = block * LANES;
		for (; i + LANES <= n; i += BENCH_BLOCKS * LANES)
			for (int lane = 0; lane < LANES; lane++)
				sums[lane] += values[i + lane];
		for (int lane = 0; lane < LANES && i + lane < n; lane++)
			sums[lane] += values[i + lane];
		for (int half = LANES / 2; half > 0; half /= 2)
			for (int lane = 0; lane < half; lane++)
				sums[lane] += sums[lane + half];
		partial[block] = sums[0];
	}
	float total = 0;
	for (int block = 0; block < BENCH_BLOCKS; block++)
		total += partial[block];
	*sum = total;
}
