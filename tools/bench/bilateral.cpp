// A bilateral filter (Tomasi, Manduchi, 1998) of 9 x 9 points: neighbours are weighted by distance and by how much their
// values differ. A tile's points and their border are in tile_static memory.
#include "bench.h"

#include <amp.h>
#include <amp_math.h>

using namespace concurrency;

static const int RADIUS = 4, ROWS = 16, COLUMNS = 32, TILE_ROWS = ROWS + 2 * RADIUS, TILE_COLUMNS = COLUMNS + 2 * RADIUS;

// The image has a border of RADIUS points around those of `to`.
static void smooth(array_view<const float, 2> image, array_view<float, 2> to, float near, float alike)
{
	to.discard_data();
	parallel_for_each(to.extent.tile<ROWS, COLUMNS>(), [=](tiled_index<ROWS, COLUMNS> i) restrict(amp) {
		tile_static float points[TILE_ROWS][TILE_COLUMNS];
		const int row = i.local[0], column = i.local[1];
		for (int r = row; r < TILE_ROWS; r += ROWS) {
			for (int c = column; c < TILE_COLUMNS; c += COLUMNS)
				points[r][c] = image(i.tile_origin[0] + r, i.tile_origin[1] + c);
		}
		i.barrier.wait_with_tile_static_memory_fence();
		const float here = points[row + RADIUS][column + RADIUS];
		float sum = 0, weights = 0;
#pragma unroll
		for (int r = -RADIUS; r <= RADIUS; r++) {
#pragma unroll
			for (int c = -RADIUS; c <= RADIUS; c++) {
				const float value = points[row + RADIUS + r][column + RADIUS + c], apart = value - here;
				const float weight = fast_math::exp2f(near * static_cast<float>(r * r + c * c) + alike * apart * apart);
				sum += weight * value;
				weights += weight;
			}
		}
		to[i.global] = sum / weights;
	});
}

BENCHMARK_WITHOUT_OPENCL(bilateral)
{
	const int n = bench::size(4096, 512, 64), wide = n + 2 * RADIUS;
	const std::vector<float> image = bench::random<float>(static_cast<std::size_t>(wide) * wide, 0, 1);
	std::vector<float> result = bench::poisoned<float>(static_cast<std::size_t>(n) * n);
	const array_view<const float, 2> from(wide, wide, image);
	const array_view<float, 2> to(n, n, result);
	bench::memory<float> twin_from(image), twin_to(result.size());
	const float near = -0.08f, alike = -20.0f;
	bench::compare({"bilateral filter", "float", double(n), double(n) * n, "G/s", 1e-5},
	               [&] { smooth(from, to, near, alike); }, [&] { TWIN_OF(bilateral)(twin_from, twin_to, n, near, alike); },
	               [&] {
		               to.synchronize();
		               return bench::difference(result, twin_to.read());
	               });
}
