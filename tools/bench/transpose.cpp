// The transpose of a matrix, untiled, and through tile_static memory.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static void transpose(array_view<const float, 2> from, array_view<float, 2> to)
{
	parallel_for_each(from.extent, [=](index<2> i) restrict(amp) { to(i[1], i[0]) = from[i]; });
}

// Tiles of TILE x TILE elements, ROWS of their rows at a time, so that both
// reading and writing go along rows. The extents must be multiples of TILE.
static void transpose_tiled(array_view<const float, 2> from, array_view<float, 2> to)
{
	static const int TILE = 32, ROWS = 8;
	const extent<2> threads(from.extent[0] / TILE * ROWS, from.extent[1]);
	parallel_for_each(threads.tile<ROWS, TILE>(), [=](tiled_index<ROWS, TILE> i) restrict(amp) {
		tile_static float block[TILE][TILE + 1]; // one more: another bank for each row
		const int top = i.tile[0] * TILE, left = i.tile[1] * TILE;
		const int row = i.local[0], column = i.local[1];
		for (int y = row; y < TILE; y += ROWS)
			block[y][column] = from(top + y, left + column);
		i.barrier.wait_with_tile_static_memory_fence();
		for (int y = row; y < TILE; y += ROWS)
			to(left + y, top + column) = block[column][y];
	});
}

BENCHMARK(transpose)
{
	const int n = bench::size(8192, 2048, 96);
	const std::size_t elements = static_cast<std::size_t>(n) * n;
	const std::vector<float> from = bench::random<float>(elements, -1, 1);
	const array_view<const float, 2> from_view(n, n, from);
	bench::memory<float> twin_from(from);

	const auto compare = [&](const char *name, decltype(transpose) *amp, decltype(openmp_transpose) *twin) {
		std::vector<float> to = bench::poisoned<float>(elements);
		const array_view<float, 2> to_view(n, n, to);
		bench::memory<float> twin_to(elements);
		bench::compare({name, "float", double(n), 2.0 * sizeof(float) * elements, "GB/s", 0},
		               [&] { amp(from_view, to_view); }, [&] { twin(twin_from, twin_to, n); },
		               [&] {
			               to_view.synchronize();
			               return bench::difference(to, twin_to.read());
		               });
	};
	compare("transpose", transpose, TWIN_OF(transpose));
	compare("transpose tiled", transpose_tiled, TWIN_OF(transpose_tiled));
}
