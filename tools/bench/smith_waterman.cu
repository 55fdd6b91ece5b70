// The best local alignment of a query with each of many sequences, by diagonals.
#include "twins.h"

namespace {

const int QUERY = BENCH_QUERY, MATCH = 3, MISMATCH = -2, OPEN = -5, EXTEND = -1;

__global__ void __launch_bounds__(QUERY)
    align(const int *__restrict__ query, const int *__restrict__ sequences, int *__restrict__ scores, int length)
{
	__shared__ int best[2][QUERY + 1], gap[2][QUERY + 1], tops[QUERY];
	const int me = threadIdx.x, letter = query[me];
	const int *const sequence = sequences + size_t(blockIdx.x) * length;
	int left = 0, left_gap = OPEN, corner = 0, top = 0;
	best[0][me] = best[1][me] = 0;
	gap[0][me] = gap[1][me] = OPEN;
	__syncthreads();
	for (int diagonal = 0; diagonal < length + QUERY - 1; diagonal++) {
		const int at = diagonal - me, now = diagonal & 1;
		if (at >= 0 && at < length) {
			const int above = best[1 - now][me];
			const int down = max(above + OPEN, gap[1 - now][me] + EXTEND);
			left_gap = max(left + OPEN, left_gap + EXTEND);
			const int match = corner + (sequence[at] == letter ? MATCH : MISMATCH);
			left = max(max(0, match), max(left_gap, down));
			corner = above;
			top = max(top, left);
			best[now][me + 1] = left;
			gap[now][me + 1] = down;
		}
		__syncthreads();
	}
	tops[me] = top;
	__syncthreads();
	for (int half = QUERY / 2; half > 0; half /= 2) {
		if (me < half)
			tops[me] = max(tops[me], tops[me + half]);
		__syncthreads();
	}
	if (me == 0)
		scores[blockIdx.x] = tops[0];
}

} // namespace

void cuda_smith_waterman(const int *query, const int *sequences, int *scores, int n, int length)
{
	align<<<n, QUERY>>>(query, sequences, scores, length);
}
