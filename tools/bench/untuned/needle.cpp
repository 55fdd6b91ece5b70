// Needleman-Wunsch alignment (as in Rodinia): diagonals of tiles, and a diagonal of threads within each.
#include "pair.h"

using namespace concurrency;

static const int B = 16;

void twin_needle(const int *reference, int *items, int n, int penalty);

static int best(int a, int b, int c) restrict(amp)
{
	int k = a <= b ? b : a;
	return k <= c ? c : k;
}

static void diagonal(const accelerator_view &av, array_view<const int, 2> reference, array_view<int, 2> items,
                     int penalty, int blocks, int first_row, int first_column)
{
	parallel_for_each(av, extent<1>(blocks * B).tile<B>(), [=](tiled_index<B> t) restrict(amp) {
		tile_static int score[B + 1][B + 1];
		tile_static int ref[B][B];
		const int tx = t.local[0];
		const int row = (first_row - t.tile[0]) * B, column = (first_column + t.tile[0]) * B;
		if (tx == 0)
			score[0][0] = items(row, column);
		for (int y = 0; y < B; y++)
			ref[y][tx] = reference(row + 1 + y, column + 1 + tx);
		score[tx + 1][0] = items(row + 1 + tx, column);
		score[0][tx + 1] = items(row, column + 1 + tx);
		t.barrier.wait_with_tile_static_memory_fence();
		for (int m = 0; m < B; m++) {
			if (tx <= m) {
				const int x = tx + 1, y = m - tx + 1;
				score[y][x] = best(score[y - 1][x - 1] + ref[y - 1][x - 1],
				                   score[y][x - 1] - penalty, score[y - 1][x] - penalty);
			}
			t.barrier.wait_with_tile_static_memory_fence();
		}
		for (int m = B - 2; m >= 0; m--) {
			if (tx <= m) {
				const int x = tx + B - m, y = B - tx;
				score[y][x] = best(score[y - 1][x - 1] + ref[y - 1][x - 1],
				                   score[y][x - 1] - penalty, score[y - 1][x] - penalty);
			}
			t.barrier.wait_with_tile_static_memory_fence();
		}
		for (int y = 0; y < B; y++)
			items(row + 1 + y, column + 1 + tx) = score[y + 1][tx + 1];
	});
}

BENCHMARK(needle)
{
	const int n = size(2048, 1024, 128), penalty = 10, nb = n / B;
	std::vector<int> ref = bench::random<int>((n + 1) * (n + 1), -5, 12), items((n + 1) * (n + 1));
	for (int i = 0; i <= n; i++)
		items[i] = items[i * (n + 1)] = -i * penalty;
	array_view<const int, 2> r(n + 1, n + 1, ref);
	array_view<int, 2> v(n + 1, n + 1, items);
	bench::memory<int> tr(ref), ti(items);
	run_pair("needle", [&](const accelerator_view &av) {
		for (int d = 1; d <= nb; d++)
			diagonal(av, r, v, penalty, d, d - 1, 0);
		for (int d = nb - 1; d >= 1; d--)
			diagonal(av, r, v, penalty, d, nb - 1, nb - d);
	}, [&] { twin_needle(tr, ti, n, penalty); }, {out<int>(v, items, ti)}, 0);
}
