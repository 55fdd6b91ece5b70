// The cheapest path through a grid (as in Rodinia): ten rows in each launch, with a halo that is computed twice.
#include "pair.h"

using namespace concurrency;

static const int BLOCK = 256, HALO = 10;

void twin_pathfinder(const int *wall, int *a, int *b, int rows, int columns);

static void climb(const accelerator_view &av, array_view<const int, 2> wall, array_view<const int> src,
                  array_view<int> dst, int first, int steps)
{
	const int columns = wall.extent[1], inner = BLOCK - 2 * HALO;
	parallel_for_each(av, extent<1>((columns + inner - 1) / inner * BLOCK).tile<BLOCK>(),
	                  [=](tiled_index<BLOCK> t) restrict(amp) {
		tile_static int prev[BLOCK];
		tile_static int result[BLOCK];
		const int tx = t.local[0], x = t.tile[0] * inner + tx - HALO;
		const bool inside = x >= 0 && x < columns;
		const int w = tx > 0 && x > 0 ? tx - 1 : tx,
		          e = tx < BLOCK - 1 && x < columns - 1 ? tx + 1 : tx;
		prev[tx] = inside ? src[x] : 1 << 29;
		t.barrier.wait_with_tile_static_memory_fence();
		bool computed = false;
		for (int i = 0; i < steps; i++) {
			computed = false;
			if (tx >= i + 1 && tx <= BLOCK - 2 - i && inside) {
				computed = true;
				int least = direct3d::imin(prev[w], prev[tx]);
				least = direct3d::imin(least, prev[e]);
				result[tx] = least + wall(first + i, x);
			}
			t.barrier.wait_with_tile_static_memory_fence();
			if (i == steps - 1)
				break;
			if (computed)
				prev[tx] = result[tx];
			t.barrier.wait_with_tile_static_memory_fence();
		}
		if (computed && tx >= HALO && tx < BLOCK - HALO)
			dst[x] = result[tx];
	});
}

BENCHMARK(pathfinder)
{
	const int columns = size(1 << 20, 1 << 17, 1000), rows = 41;
	std::vector<int> wall = bench::random<int>(std::size_t(rows) * columns, 0, 10), a(columns),
	                 b(columns);
	array_view<const int, 2> w(rows, columns, wall);
	array_view<int> va(a), vb(b);
	bench::memory<int> tw(wall), ta(columns), tb(columns);
	run_pair("pathfinder", [&](const accelerator_view &av) {
		climb(av, w, w[0], va, 1, HALO);
		for (int r = 1 + HALO; r < rows; r += 2 * HALO) {
			climb(av, w, va, vb, r, HALO);
			if (r + HALO < rows)
				climb(av, w, vb, va, r + HALO, HALO);
		}
	}, [&] {
		twin_pathfinder(tw, ta, tb, rows, columns);
	}, {out<int>(vb, b, tb), out<int>(va, a, ta)}, 0);
}
