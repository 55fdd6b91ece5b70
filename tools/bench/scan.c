/* Inclusive prefix sums: of the chunks' totals, then within each chunk. */
#include "twins.h"

void openmp_scan(const int *restrict values, int *restrict sums, int *restrict totals, int n)
{
	const int chunks = n / SCAN_CHUNK;
#pragma omp parallel for
	for (int chunk = 0; chunk < chunks; chunk++) {
		int sum = 0;
		for (int i = 0; i < SCAN_CHUNK; i++)
			sum += values[chunk * SCAN_CHUNK + i];
		totals[chunk] = sum;
	}
	for (int chunk = 1; chunk < chunks; chunk++)
		totals[chunk] += totals[chunk - 1];
#pragma omp parallel for
	for (int chunk = 0; chunk < chunks; chunk++) {
		int sum = chunk > 0 ? totals[chunk - 1] : 0;
		for (int i = 0; i < SCAN_CHUNK; i++) {
			sum += values[chunk * SCAN_CHUNK + i];
			sums[chunk * SCAN_CHUNK + i] = sum;
		}
	}
}
