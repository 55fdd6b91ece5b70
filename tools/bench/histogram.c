/* How often each byte occurs: each thread counts on its own; and each block. */
#include "twins.h"

#define BINS 256
#define LANES 256

void openmp_histogram(const unsigned *restrict words, unsigned *restrict bins, int n)
{
	for (int bin = 0; bin < BINS; bin++)
		bins[bin] = 0;
#pragma omp parallel
	{
		unsigned count[BINS] = {0};
#pragma omp for
		for (int i = 0; i < n; i++) {
			count[words[i] & 255]++;
			count[words[i] >> 8 & 255]++;
			count[words[i] >> 16 & 255]++;
			count[words[i] >> 24]++;
		}
		for (int bin = 0; bin < BINS; bin++)
#pragma omp atomic
			bins[bin] += count[bin];
	}
}

void openmp_histogram_blocks(const unsigned *restrict words, unsigned *restrict bins, int n)
{
	for (int bin = 0; bin < BINS; bin++)
		bins[bin] = 0;
#pragma omp parallel for
	for (int block = 0; block < BENCH_BLOCKS; block++) {
		unsigned count[BINS] = {0};
		for (int begin = block * LANES; begin < n; begin += BENCH_BLOCKS * LANES) {
			for (int i = begin; i < begin + LANES && i < n; i++) {
				count[words[i] & 255]++;
				count[words[i] >> 8 & 255]++;
				count[words[i] >> 16 & 255]++;
				count[words[i] >> 24]++;
			}
		}
		for (int bin = 0; bin < BINS; bin++)
#pragma omp atomic
			bins[bin] += count[bin];
	}
}
