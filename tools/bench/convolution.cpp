// A convolution with 5 x 5 weights. Each tile loads its points and a border of
// two around them into tile_static memory.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int RADIUS = 2, DIAMETER = 2 * RADIUS + 1;
static const int ROWS = 8, COLUMNS = 32; // of a tile

struct filter {
	float weight[DIAMETER][DIAMETER];
};

// The inner points of to; their number must be whole tiles.
static void convolve(array_view<const float, 2> from, array_view<float, 2> to, const filter &f)
{
	const extent<2> inner(from.extent[0] - 2 * RADIUS, from.extent[1] - 2 * RADIUS);
	parallel_for_each(inner.tile<ROWS, COLUMNS>(), [=](tiled_index<ROWS, COLUMNS> i) restrict(amp) {
		tile_static float block[ROWS + 2 * RADIUS][COLUMNS + 2 * RADIUS];
		const int row = i.local[0], column = i.local[1];
		for (int y = row; y < ROWS + 2 * RADIUS; y += ROWS)
			for (int x = column; x < COLUMNS + 2 * RADIUS; x += COLUMNS)
				block[y][x] = from(i.tile_origin[0] + y, i.tile_origin[1] + x);
		i.barrier.wait_with_tile_static_memory_fence();
		float sum = 0;
		for (int y = 0; y < DIAMETER; y++)
			for (int x = 0; x < DIAMETER; x++)
				sum += f.weight[y][x] * block[row + y][column + x];
		to(i.global[0] + RADIUS, i.global[1] + RADIUS) = sum;
	});
}

BENCHMARK(convolution)
{
	const int n = bench::size(8192, 2048, 128) + 2 * RADIUS;
	const std::size_t elements = static_cast<std::size_t>(n) * n;
	const std::vector<float> from = bench::random<float>(elements, -1, 1);
	const std::vector<float> weights = bench::random<float>(DIAMETER * DIAMETER, -1, 1);
	filter f;
	for (int i = 0; i < DIAMETER * DIAMETER; i++)
		f.weight[i / DIAMETER][i % DIAMETER] = weights[i];
	// The border stays as it is; 0 is what it is compared with.
	std::vector<float> to = bench::poisoned<float>(elements);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < RADIUS; k++)
			to[k * n + i] = to[(n - 1 - k) * n + i] = to[i * n + k] = to[i * n + n - 1 - k] = 0;
	}
	bench::memory<float> twin_from(from), twin_to(to);
	const array_view<const float, 2> from_view(n, n, from);
	const array_view<float, 2> to_view(n, n, to);
	bench::compare({"convolution 5x5", "float", double(n), 2.0 * DIAMETER * DIAMETER * n * n,
	                "Gflop/s", 1e-5},
	               [&] { convolve(from_view, to_view, f); },
	               [&] { TWIN_OF(convolve)(twin_from, twin_to, n, weights.data()); },
	               [&] {
		               to_view.synchronize();
		               return bench::difference(to, twin_to.read());
	               });
}
