// The sum of many numbers: a fixed number of tiles, each of whose threads adds up groups of four at a fixed
// distance, each read by one access of 16 bytes; another tile adds up the tiles' sums. The four sums of a thread stay apart
// until its end: processors add four at once, but not four of one register to each other.
#include "bench.h"

#include <amp.h>
#include <amp_short_vectors.h>

using namespace concurrency;
using namespace concurrency::graphics;

static const int TILE = 256;

// sums[t] = the sum of what tile t of `tiles` reads.
static void add_up(array_view<const float, 1> values, array_view<float, 1> sums)
{
	const int tiles = sums.extent[0], n = values.extent[0];
	const array_view<const float_4, 1> fours = values.section(0, n / 4 * 4).reinterpret_as<float_4>();
	parallel_for_each(extent<1>(tiles * TILE).tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static float partial[TILE];
		const int me = i.local[0];
		float_4 four(0.0f);
		for (int k = i.global[0]; k < n / 4; k += tiles * TILE)
			four += fours[k];
		for (int k = n / 4 * 4 + i.global[0]; k < n; k += tiles * TILE)
			four.x += values[k];
		partial[me] = (four.x + four.y) + (four.z + four.w);
		i.barrier.wait_with_tile_static_memory_fence();
		for (int half = TILE / 2; half > 0; half /= 2) {
			if (me < half)
				partial[me] += partial[me + half];
			i.barrier.wait_with_tile_static_memory_fence();
		}
		if (me == 0)
			sums[i.tile] = partial[0];
	});
}

BENCHMARK(reduction)
{
	const int n = bench::size(1 << 28, 1 << 23, 100003);
	const std::vector<float> values = bench::random<float>(n, 0, 1);
	std::vector<float> sum = bench::poisoned<float>(1);
	const array_view<const float, 1> values_view(values);
	const array_view<float, 1> partial(BENCH_BLOCKS), sum_view(sum);
	bench::memory<float> twin_values(values), twin_partial(BENCH_BLOCKS), twin_sum(1);
	const auto compare = [&](decltype(openmp_reduce) *twin, const char *library = nullptr) {
		bench::compare({"reduction", "float", double(n), sizeof(float) * double(n), "GB/s", 1e-4, library},
		               [&] {
			               add_up(values_view, partial);
			               add_up(partial, sum_view);
		               },
		               [&] { twin(twin_values, twin_partial, twin_sum, n); },
		               [&] {
			               sum_view.synchronize();
			               return bench::difference(sum, twin_sum.read());
		               });
	};
	compare(TWIN_OF(reduce));
#if BENCH_CUDA
	if (bench::on_gpu())
		compare(cub_reduce, "CUB");
#endif
}
