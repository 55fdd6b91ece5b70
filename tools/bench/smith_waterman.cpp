// The best local alignment (Smith, Waterman, 1981; gaps by Gotoh, 1982) of a query with each of many sequences. A tile
// has a sequence, a thread a letter of the query. Threads go through the sequence by diagonals, each one letter behind
// the thread before it, whose scores it reads from tile_static memory.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int QUERY = BENCH_QUERY, MATCH = 3, MISMATCH = -2, OPEN = -5, EXTEND = -1;

static int larger(int a, int b) restrict(amp)
{
	return a > b ? a : b;
}

static void align(array_view<const int> query, array_view<const int, 2> sequences, array_view<int> scores)
{
	scores.discard_data();
	parallel_for_each(extent<1>(scores.extent[0] * QUERY).tile<QUERY>(), [=](tiled_index<QUERY> i) restrict(amp) {
		// of the letter before, by one diagonal and by two; a row for each parity of diagonals
		tile_static int best[2][QUERY + 1], gap[2][QUERY + 1], tops[QUERY];
		const int me = i.local[0], letter = query[me], length = sequences.extent[1];
		int left = 0, left_gap = OPEN, corner = 0, top = 0;
		best[0][me] = best[1][me] = 0;
		gap[0][me] = gap[1][me] = OPEN;
		i.barrier.wait_with_tile_static_memory_fence();
		for (int diagonal = 0; diagonal < length + QUERY - 1; diagonal++) {
			const int at = diagonal - me, now = diagonal & 1;
			if (at >= 0 && at < length) {
				const int above = best[1 - now][me];
				const int down = larger(above + OPEN, gap[1 - now][me] + EXTEND);
				left_gap = larger(left + OPEN, left_gap + EXTEND);
				const int match = corner + (sequences(i.tile[0], at) == letter ? MATCH : MISMATCH);
				left = larger(larger(0, match), larger(left_gap, down));
				corner = above;
				top = larger(top, left);
				best[now][me + 1] = left;
				gap[now][me + 1] = down;
			}
			i.barrier.wait_with_tile_static_memory_fence();
		}
		tops[me] = top;
		i.barrier.wait_with_tile_static_memory_fence();
		for (int half = QUERY / 2; half > 0; half /= 2) {
			if (me < half)
				tops[me] = larger(tops[me], tops[me + half]);
			i.barrier.wait_with_tile_static_memory_fence();
		}
		if (me == 0)
			scores[i.tile] = tops[0];
	});
}

BENCHMARK_WITHOUT_OPENCL(smith_waterman)
{
	const int n = bench::size(8192, 128, 9), length = bench::size(512, 256, 67);
	const std::vector<int> query = bench::random<int>(QUERY, 0, 4);
	const std::vector<int> sequences = bench::random<int>(static_cast<std::size_t>(n) * length, 0, 4);
	std::vector<int> scores = bench::poisoned<int>(n);
	const array_view<const int> query_view(query);
	const array_view<const int, 2> sequences_view(n, length, sequences);
	const array_view<int> scores_view(scores);
	bench::memory<int> twin_query(query), twin_sequences(sequences), twin_scores(n);
	bench::compare({"Smith-Waterman", "int", double(n), double(n) * length * QUERY, "G/s", 0},
	               [&] { align(query_view, sequences_view, scores_view); },
	               [&] { TWIN_OF(smith_waterman)(twin_query, twin_sequences, twin_scores, n, length); },
	               [&] {
		               scores_view.synchronize();
		               return bench::difference(scores, twin_scores.read());
	               });
}
