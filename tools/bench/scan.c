/* Inclusive prefix sums: of the chunks' totals, then within each chunk. */
#include "twins.h"

#define LANES 256
#define EACH (SCAN_CHUNK / LANES)

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

/* Adds to each of the sums those before it, in steps over twice the distance. */
static inline void scan_lanes(int *restrict sums, int lanes)
{
	int other[1024];
	int *from = sums, *to = other;
	for (int distance = 1; distance < lanes; distance *= 2) {
		for (int lane = 0; lane < lanes; lane++)
			to[lane] = from[lane] + (lane >= distance ? from[lane - distance] : 0);
		int *const last = from;
		from = to;
		to = last;
	}
	for (int lane = 0; from != sums && lane < lanes; lane++)
		sums[lane] = from[lane];
}

static void scan_totals(int *restrict totals, int count)
{
	enum { ALL = 1024 };
	const int each = (count + ALL - 1) / ALL;
	int sums[ALL] = {0}, own[ALL];
	for (int lane = 0; lane < ALL; lane++) {
		for (int k = lane * each; k < (lane + 1) * each && k < count; k++)
			sums[lane] += totals[k];
		own[lane] = sums[lane];
	}
	scan_lanes(sums, ALL);
	for (int lane = 0; lane < ALL; lane++) {
		int before = sums[lane] - own[lane];
		for (int k = lane * each; k < (lane + 1) * each && k < count; k++)
			totals[k] = before += totals[k];
	}
}

/* The same as the C++ AMP kernels have it: LANES sums side by side, through memory of the
 * block's. */
void openmp_scan_blocks(const int *restrict values, int *restrict sums, int *restrict totals, int n)
{
	const int chunks = n / SCAN_CHUNK;
#pragma omp parallel for
	for (int block = 0; block < chunks; block++) {
		int lanes[LANES] = {0};
		for (int k = 0; k < SCAN_CHUNK; k += LANES)
			for (int lane = 0; lane < LANES; lane++)
				lanes[lane] += values[block * SCAN_CHUNK + k + lane];
		scan_lanes(lanes, LANES);
		totals[block] = lanes[LANES - 1];
	}
	scan_totals(totals, chunks);
#pragma omp parallel for
	for (int block = 0; block < chunks; block++) {
		const int begin = block * SCAN_CHUNK;
		int chunk[LANES][EACH + 1], lanes[LANES], own[LANES];
		for (int k = 0; k < SCAN_CHUNK; k++)
			chunk[k / EACH][k % EACH] = values[begin + k];
		for (int lane = 0; lane < LANES; lane++) {
			int sum = 0;
			for (int k = 0; k < EACH; k++) {
				sum += chunk[lane][k];
				chunk[lane][k] = sum;
			}
			lanes[lane] = own[lane] = sum;
		}
		scan_lanes(lanes, LANES);
		for (int lane = 0; lane < LANES; lane++) {
			const int before = lanes[lane] - own[lane] + (block > 0 ? totals[block - 1] : 0);
			for (int k = 0; k < EACH; k++)
				chunk[lane][k] += before;
		}
		for (int k = 0; k < SCAN_CHUNK; k++)
			sums[begin + k] = chunk[k / EACH][k % EACH];
	}
}
