// Bitonic sort (Batcher, 1968) of unsigned numbers, a power of two of them. Steps over distances within a tile use
// tile_static memory, many per launch. Of the others, a launch does two, with four elements per thread in registers.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int TILE = 512, CHUNK = 2 * TILE; // threads of a tile, elements that they sort

static void order(unsigned &a, unsigned &b, bool ascending) restrict(amp)
{
	const unsigned low = a < b ? a : b, high = a < b ? b : a;
	a = ascending ? low : high;
	b = ascending ? high : low;
}

// The steps of a tile's chunk over `distance` and its halves, for runs of `run` elements.
static void merge_chunk(unsigned (&chunk)[CHUNK], int run, int distance, const tiled_index<TILE> &i) restrict(amp)
{
	const int me = i.local[0];
	const bool ascending = ((i.tile[0] * CHUNK + 2 * me) & run) == 0;
	for (; distance > 0; distance /= 2) {
		const int a = 2 * me - (me & (distance - 1));
		order(chunk[a], chunk[a + distance], run >= CHUNK ? ascending : (a & run) == 0);
		i.barrier.wait_with_tile_static_memory_fence();
	}
}

static void sort_chunks(array_view<unsigned> keys)
{
	parallel_for_each(extent<1>(keys.extent[0] / 2).tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static unsigned chunk[CHUNK];
		const int me = i.local[0], begin = i.tile[0] * CHUNK;
		chunk[me] = keys[begin + me];
		chunk[me + TILE] = keys[begin + me + TILE];
		i.barrier.wait_with_tile_static_memory_fence();
		for (int run = 2; run <= CHUNK; run *= 2)
			merge_chunk(chunk, run, run / 2, i);
		keys[begin + me] = chunk[me];
		keys[begin + me + TILE] = chunk[me + TILE];
	});
}

static void merge_chunks(array_view<unsigned> keys, int run)
{
	parallel_for_each(extent<1>(keys.extent[0] / 2).tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static unsigned chunk[CHUNK];
		const int me = i.local[0], begin = i.tile[0] * CHUNK;
		chunk[me] = keys[begin + me];
		chunk[me + TILE] = keys[begin + me + TILE];
		i.barrier.wait_with_tile_static_memory_fence();
		merge_chunk(chunk, run, TILE, i);
		keys[begin + me] = chunk[me];
		keys[begin + me + TILE] = chunk[me + TILE];
	});
}

static void step(array_view<unsigned> keys, int run, int distance)
{
	parallel_for_each(extent<1>(keys.extent[0] / 2), [=](index<1> i) restrict(amp) {
		const int a = 2 * i[0] - (i[0] & (distance - 1));
		unsigned first = keys[a], second = keys[a + distance];
		order(first, second, (a & run) == 0);
		keys[a] = first;
		keys[a + distance] = second;
	});
}

// The steps over 2 * distance and distance.
static void two_steps(array_view<unsigned> keys, int run, int distance)
{
	parallel_for_each(extent<1>(keys.extent[0] / 4), [=](index<1> i) restrict(amp) {
		const int a = 4 * i[0] - 3 * (i[0] & (distance - 1));
		const bool ascending = (a & run) == 0;
		unsigned k0 = keys[a], k1 = keys[a + distance], k2 = keys[a + 2 * distance], k3 = keys[a + 3 * distance];
		order(k0, k2, ascending);
		order(k1, k3, ascending);
		order(k0, k1, ascending);
		order(k2, k3, ascending);
		keys[a] = k0;
		keys[a + distance] = k1;
		keys[a + 2 * distance] = k2;
		keys[a + 3 * distance] = k3;
	});
}

static void sort(array_view<unsigned> keys)
{
	sort_chunks(keys);
	for (int run = 2 * CHUNK; run <= keys.extent[0]; run *= 2) {
		int distance = run / 2;
		for (; distance >= 2 * CHUNK; distance /= 4)
			two_steps(keys, run, distance / 2);
		if (distance == CHUNK)
			step(keys, run, distance);
		merge_chunks(keys, run);
	}
}

BENCHMARK_WITHOUT_OPENCL(bitonic_sort)
{
	const int n = bench::size(1 << 24, 1 << 20, 1 << 13);
	std::vector<unsigned> keys(n), sorted = bench::poisoned<unsigned>(n);
	bench::random_bits bits;
	for (unsigned &key : keys)
		key = static_cast<unsigned>(bits());
	const array<unsigned> source(n, keys.begin());
	const array_view<unsigned> view(n, sorted);
	bench::memory<unsigned> twin_keys(keys), twin_sorted(n);
	bench::compare({"bitonic sort", "unsigned", double(n), double(n), "G/s", 0},
	               {[&] { copy(source, view); }, [&] { sort(view); }},
	               {nullptr, [&] { TWIN_OF(bitonic_sort)(twin_keys, twin_sorted, n); }},
	               [&] {
		               view.synchronize();
		               return bench::difference(sorted, twin_sorted.read());
	               });
}
