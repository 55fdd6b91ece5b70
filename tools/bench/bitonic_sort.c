/* Bitonic sort of unsigned numbers, step by step. */
#include "twins.h"

#include <string.h>

void openmp_bitonic_sort(const unsigned *keys, unsigned *sorted, int n)
{
	memcpy(sorted, keys, (size_t)n * sizeof *keys);
	for (int run = 2; run <= n; run *= 2) {
		for (int distance = run / 2; distance > 0; distance /= 2) {
#pragma omp parallel for schedule(static)
			for (int i = 0; i < n / 2; i++) {
				const int a = 2 * i - (i & (distance - 1)), b = a + distance;
				const unsigned low = sorted[a] < sorted[b] ? sorted[a] : sorted[b];
				const unsigned high = sorted[a] < sorted[b] ? sorted[b] : sorted[a];
				sorted[a] = a & run ? high : low;
				sorted[b] = a & run ? low : high;
			}
		}
	}
}
