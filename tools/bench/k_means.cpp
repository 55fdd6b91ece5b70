// Rounds of k-means (Lloyd, 1957) over the colours of an image: each pixel finds the nearest of 64 colours, and the
// pixels of a colour are added up, in tile_static memory first. All in integers, so that results are exact.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int TILE = 256, COLOURS = 64, PARTS = 4; // red, green, blue, and how many pixels

static int part_of(unsigned pixel, int part) restrict(amp)
{
	return static_cast<int>(pixel >> 8 * part & 255);
}

// sums(part, c): of the pixels that are nearest to colour c.
static void add_nearest(array_view<const unsigned> pixels, array_view<const int, 2> colours, array_view<unsigned, 2> sums)
{
	parallel_for_each(sums.extent, [=](index<2> i) restrict(amp) { sums[i] = 0; });
	const int tiles = BENCH_BLOCKS;
	parallel_for_each(extent<1>(tiles * TILE).tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static int centre[PARTS - 1][COLOURS];
		tile_static unsigned sum[PARTS][COLOURS];
		const int me = i.local[0];
		sum[me / COLOURS][me % COLOURS] = 0;
		if (me < (PARTS - 1) * COLOURS)
			centre[me / COLOURS][me % COLOURS] = colours(me / COLOURS, me % COLOURS);
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = i.global[0]; k < pixels.extent[0]; k += tiles * TILE) {
			const unsigned pixel = pixels[k];
			const int red = part_of(pixel, 0), green = part_of(pixel, 1), blue = part_of(pixel, 2);
			int nearest = 0, least = 1 << 30;
#pragma unroll 16
			for (int c = 0; c < COLOURS; c++) {
				const int r = red - centre[0][c], g = green - centre[1][c], b = blue - centre[2][c];
				const int distance = r * r + g * g + b * b;
				nearest = distance < least ? c : nearest;
				least = distance < least ? distance : least;
			}
			atomic_fetch_add(&sum[0][nearest], static_cast<unsigned>(red));
			atomic_fetch_add(&sum[1][nearest], static_cast<unsigned>(green));
			atomic_fetch_add(&sum[2][nearest], static_cast<unsigned>(blue));
			atomic_fetch_inc(&sum[3][nearest]);
		}
		i.barrier.wait_with_tile_static_memory_fence();
		atomic_fetch_add(&sums(me / COLOURS, me % COLOURS), sum[me / COLOURS][me % COLOURS]);
	});
}

static void move_colours(array_view<const unsigned, 2> sums, array_view<int, 2> colours)
{
	parallel_for_each(colours.extent, [=](index<2> i) restrict(amp) {
		const unsigned count = sums(3, i[1]);
		if (count > 0)
			colours[i] = static_cast<int>((sums[i] + count / 2) / count);
	});
}

BENCHMARK_WITHOUT_OPENCL(k_means)
{
	const int n = bench::size(1 << 24, 1 << 18, 30011), rounds = 4;
	bench::random_bits bits;
	std::vector<unsigned> pixels(n), sums = bench::poisoned<unsigned>(PARTS * COLOURS);
	for (unsigned &pixel : pixels)
		pixel = static_cast<unsigned>(bits() & bits());
	std::vector<int> first((PARTS - 1) * COLOURS), colours(first.size());
	for (int &part : first)
		part = static_cast<int>(bits() % 256);
	const array<int, 2> first_colours(PARTS - 1, COLOURS, first.begin());
	const array_view<const unsigned> pixels_view(pixels);
	const array_view<unsigned, 2> sums_view(PARTS, COLOURS, sums);
	const array_view<int, 2> colours_view(PARTS - 1, COLOURS, colours);
	bench::memory<unsigned> twin_pixels(pixels), twin_sums(sums.size());
	bench::memory<int> twin_first(first), twin_colours(first.size());
	bench::compare({"k-means", "int", double(n), double(n) * rounds, "G/s", 0},
	               [&] {
		               copy(first_colours, colours_view);
		               for (int round = 0; round < rounds; round++) {
			               add_nearest(pixels_view, colours_view, sums_view);
			               move_colours(sums_view, colours_view);
		               }
	               },
	               [&] { TWIN_OF(k_means)(twin_pixels, twin_first, twin_colours, twin_sums, n, rounds); },
	               [&] {
		               colours_view.synchronize();
		               return bench::difference(colours, twin_colours.read());
	               });
}
