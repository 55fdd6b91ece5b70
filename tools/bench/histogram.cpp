// How often each byte occurs: the threads of a tile count in tile_static
// memory with atomic operations, and each tile adds its counts to the common
// ones at the end. Bytes come four to a word, C++ AMP has no smaller type.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int BINS = 256, TILE = 256, TILES = BENCH_BLOCKS;

static void count_bytes(array_view<const unsigned, 1> words, array_view<unsigned, 1> bins)
{
	parallel_for_each(bins.extent, [=](index<1> i) restrict(amp) { bins[i] = 0; });
	parallel_for_each(extent<1>(TILES * TILE).tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static unsigned count[BINS];
		for (int bin = i.local[0]; bin < BINS; bin += TILE)
			count[bin] = 0;
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = i.global[0]; k < words.extent[0]; k += TILES * TILE) {
			const unsigned word = words[k];
			atomic_fetch_inc(&count[word & 255]);
			atomic_fetch_inc(&count[word >> 8 & 255]);
			atomic_fetch_inc(&count[word >> 16 & 255]);
			atomic_fetch_inc(&count[word >> 24]);
		}
		i.barrier.wait_with_tile_static_memory_fence();
		for (int bin = i.local[0]; bin < BINS; bin += TILE)
			atomic_fetch_add(&bins[bin], count[bin]);
	});
}

BENCHMARK(histogram)
{
	const int n = bench::size(1 << 26, 1 << 20, 50001);
	std::vector<unsigned> words(n);
	bench::random_bits bits;
	for (unsigned &word : words)
		word = static_cast<unsigned>(bits());
	std::vector<unsigned> bins = bench::poisoned<unsigned>(BINS);
	const array_view<const unsigned, 1> words_view(words);
	const array_view<unsigned, 1> bins_view(bins);
	bench::memory<unsigned> twin_words(words), twin_bins(BINS);
	const auto compare = [&](const char *name, decltype(openmp_histogram) *twin, const char *library = nullptr) {
		bench::compare({name, "byte", 4.0 * n, 4.0 * n, "GB/s", 0, library},
		               [&] { count_bytes(words_view, bins_view); },
		               [&] { twin(twin_words, twin_bins, n); },
		               [&] {
			               bins_view.synchronize();
			               return bench::difference(bins, twin_bins.read());
		               });
	};
	compare("histogram", TWIN_OF(histogram));
	if (bench::against_openmp())
		compare("histogram, by blocks", openmp_histogram_blocks);
#if BENCH_CUDA
	if (bench::on_gpu())
		compare("histogram", cub_histogram, "CUB");
#endif
}
