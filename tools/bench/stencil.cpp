// A step of a stencil: each inner point becomes a mean of its neighbours, of
// five points on a plane and of seven in space; there also by threads that go through all planes, each with a
// column of points, which they read for themselves or from their tile's part of the plane, with a border.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static void step(array_view<const float, 2> from, array_view<float, 2> to)
{
	const extent<2> inner(from.extent[0] - 2, from.extent[1] - 2);
	parallel_for_each(inner, [=](index<2> i) restrict(amp) {
		const int y = i[0] + 1, x = i[1] + 1;
		to(y, x) = 0.5f * from(y, x) +
		           0.125f * (from(y - 1, x) + from(y + 1, x) + from(y, x - 1) + from(y, x + 1));
	});
}

static void step(array_view<const float, 3> from, array_view<float, 3> to)
{
	const extent<3> inner(from.extent[0] - 2, from.extent[1] - 2, from.extent[2] - 2);
	parallel_for_each(inner, [=](index<3> i) restrict(amp) {
		const int z = i[0] + 1, y = i[1] + 1, x = i[2] + 1;
		to(z, y, x) = 0.4f * from(z, y, x) +
		              0.1f * (from(z - 1, y, x) + from(z + 1, y, x) + from(z, y - 1, x) +
		                      from(z, y + 1, x) + from(z, y, x - 1) + from(z, y, x + 1));
	});
}

static void step_by_columns(array_view<const float, 3> from, array_view<float, 3> to)
{
	const extent<2> inner(from.extent[1] - 2, from.extent[2] - 2);
	parallel_for_each(inner, [=](index<2> i) restrict(amp) {
		const int y = i[0] + 1, x = i[1] + 1;
		for (int z = 1; z < from.extent[0] - 1; z++)
			to(z, y, x) = 0.4f * from(z, y, x) +
			              0.1f * (from(z - 1, y, x) + from(z + 1, y, x) + from(z, y - 1, x) +
			                      from(z, y + 1, x) + from(z, y, x - 1) + from(z, y, x + 1));
	});
}

static const int ROWS = 8, COLUMNS = 32; // of a tile

// A thread keeps what is below and above its point, and shares the point with its neighbours.
static void step_by_tiles(array_view<const float, 3> from, array_view<float, 3> to)
{
	const int n = from.extent[0];
	const extent<2> inner(n - 2, n - 2);
	parallel_for_each(inner.tile<ROWS, COLUMNS>().pad(), [=](tiled_index<ROWS, COLUMNS> i) restrict(amp) {
		tile_static float plane[ROWS + 2][COLUMNS + 2];
		const int row = i.local[0] + 1, column = i.local[1] + 1;
		const int y = i.global[0] + 1, x = i.global[1] + 1;
		const bool is_inside = y < n - 1 && x < n - 1;
		const int last = n - 1, own_y = y < last ? y : last, own_x = x < last ? x : last;
		float below = from(0, own_y, own_x), here = from(1, own_y, own_x);
		for (int z = 1; z < n - 1; z++) {
			const float above = from(z + 1, own_y, own_x);
			i.barrier.wait_with_tile_static_memory_fence();
			plane[row][column] = here;
			if (row == 1)
				plane[0][column] = from(z, own_y - 1, own_x);
			if (row == ROWS && y < last)
				plane[ROWS + 1][column] = from(z, y + 1, own_x);
			if (column == 1)
				plane[row][0] = from(z, own_y, own_x - 1);
			if (column == COLUMNS && x < last)
				plane[row][COLUMNS + 1] = from(z, own_y, x + 1);
			i.barrier.wait_with_tile_static_memory_fence();
			if (is_inside)
				to(z, y, x) = 0.4f * here + 0.1f * (below + above + plane[row - 1][column] +
				                                    plane[row + 1][column] + plane[row][column - 1] +
				                                    plane[row][column + 1]);
			below = here;
			here = above;
		}
	});
}

template <int N>
static void measure(const char *name, const extent<N> &shape, void (*run)(array_view<const float, N>, array_view<float, N>),
                    decltype(openmp_stencil_2d) *twin)
{
	const std::size_t elements = shape.size();
	const std::vector<float> from = bench::random<float>(elements, -1, 1);
	std::vector<float> to = bench::poisoned<float>(elements);
	// The border stays as it is; -1 is what to is compared with there.
	std::vector<float> twin_start = to;
	for (std::size_t i = 0; i < elements; i++) {
		std::size_t rest = i;
		for (int d = N - 1; d >= 0; d--) {
			const std::size_t at = rest % shape[d];
			rest /= shape[d];
			if (at == 0 || at + 1 == static_cast<std::size_t>(shape[d]))
				to[i] = twin_start[i] = -1;
		}
	}
	const array_view<const float, N> from_view(shape, from);
	const array_view<float, N> to_view(shape, to);
	bench::memory<float> twin_from(from), twin_to(twin_start);
	bench::compare({name, "float", double(shape[0]), 2.0 * sizeof(float) * elements, "GB/s", 1e-6},
	               [&] { run(from_view, to_view); }, [&] { twin(twin_from, twin_to, shape[0]); },
	               [&] {
		               to_view.synchronize();
		               return bench::difference(to, twin_to.read());
	               });
}

BENCHMARK(stencil)
{
	const int plane = bench::size(8192, 4096, 130), space = bench::size(512, 192, 34);
	measure<2>("stencil 2-D", extent<2>(plane, plane), step, TWIN_OF(stencil_2d));
	measure<3>("stencil 3-D", extent<3>(space, space, space), step, TWIN_OF(stencil_3d));
}

BENCHMARK_WITHOUT_OPENCL(stencil_planes)
{
	const int space = bench::size(512, 192, 34);
	measure<3>("stencil 3-D by columns", extent<3>(space, space, space), step_by_columns, TWIN_OF(stencil_3d_columns));
	measure<3>("stencil 3-D by tiles", extent<3>(space, space, space), step_by_tiles, TWIN_OF(stencil_3d_tiles));
	if (bench::against_openmp()) {
		measure<3>("stencil 3-D by columns, by blocks", extent<3>(space, space, space), step_by_columns,
		           openmp_stencil_3d_columns_blocks);
		measure<3>("stencil 3-D by tiles, by blocks", extent<3>(space, space, space), step_by_tiles,
		           openmp_stencil_3d_tiles_blocks);
	}
}
