/* The best local alignment of a query with each of many sequences, row by row. */
#include "twins.h"

enum { QUERY = BENCH_QUERY, MATCH = 3, MISMATCH = -2, OPEN = -5, EXTEND = -1 };

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static int align(const int *query, const int *sequence, int length)
{
	int best[QUERY] = {0}, gap[QUERY], top = 0; /* of the sequence's letter before */
	for (int q = 0; q < QUERY; q++)
		gap[q] = OPEN;
	for (int at = 0; at < length; at++) {
		int corner = 0, above = 0, down = OPEN;
		for (int q = 0; q < QUERY; q++) {
			const int match = corner + (sequence[at] == query[q] ? MATCH : MISMATCH);
			corner = best[q];
			gap[q] = larger(best[q] + OPEN, gap[q] + EXTEND);
			down = larger(above + OPEN, down + EXTEND);
			above = best[q] = larger(larger(0, match), larger(gap[q], down));
			top = larger(top, above);
		}
	}
	return top;
}

void openmp_smith_waterman(const int *query, const int *sequences, int *scores, int n, int length)
{
#pragma omp parallel for schedule(static)
	for (int i = 0; i < n; i++)
		scores[i] = align(query, sequences + (size_t)i * (size_t)length, length);
}
