/* Sorting by digits of eight bits: each thread counts and moves the keys of a part. */
#include "twins.h"

#include <omp.h>
#include <stdlib.h>

enum { DIGITS = 256 };

static void sort_digit(const unsigned *from, unsigned *to, int n, int shift, int (*counts)[DIGITS])
{
#pragma omp parallel
	{
		const int me = omp_get_thread_num(), threads = omp_get_num_threads();
		const int begin = (int)((long)n * me / threads), end = (int)((long)n * (me + 1) / threads);
		int *const mine = counts[me];
		for (int d = 0; d < DIGITS; d++)
			mine[d] = 0;
		for (int i = begin; i < end; i++)
			mine[from[i] >> shift & (DIGITS - 1)]++;
#pragma omp barrier
#pragma omp single
		for (int d = 0, place = 0; d < DIGITS; d++) {
			for (int t = 0; t < threads; t++) {
				const int count = counts[t][d];
				counts[t][d] = place;
				place += count;
			}
		}
		for (int i = begin; i < end; i++)
			to[mine[from[i] >> shift & (DIGITS - 1)]++] = from[i];
	}
}

void openmp_sort(const unsigned *keys, unsigned *sorted, int n)
{
	int(*counts)[DIGITS] = malloc(sizeof(*counts) * (size_t)omp_get_max_threads());
	unsigned *other = malloc(sizeof(*other) * (size_t)n);
	if (!counts || !other)
		abort();
	sort_digit(keys, other, n, 0, counts);
	sort_digit(other, sorted, n, 8, counts);
	sort_digit(sorted, other, n, 16, counts);
	sort_digit(other, sorted, n, 24, counts);
	free(other);
	free(counts);
}
