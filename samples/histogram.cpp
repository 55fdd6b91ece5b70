// A histogram: the threads of a tile count in tile_static memory with atomic
// operations, and each tile then adds its counts to the common ones.
//
// Prints: the number of wrong counts.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

static const int BINS = 64, TILE = 256;

int main()
{
	const int count = 200000;
	std::vector<int> data(count), counts(BINS), expected(BINS);
	unsigned random = 1;
	for (int i = 0; i < count; i++) {
		random = random * 1664525u + 1013904223u;
		data[i] = static_cast<int>(random >> 26);
		expected[data[i]]++;
	}

	array_view<const int, 1> values(count, data);
	array_view<int, 1> bins(BINS, counts);
	parallel_for_each(values.extent.tile<TILE>().pad(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static int local[BINS];
		for (int bin = i.local[0]; bin < BINS; bin += TILE)
			local[bin] = 0;
		i.barrier.wait();
		if (values.extent.contains(i.global))
			atomic_fetch_inc(&local[values[i.global]]);
		i.barrier.wait();
		for (int bin = i.local[0]; bin < BINS; bin += TILE)
			atomic_fetch_add(&bins[bin], local[bin]);
	});
	bins.synchronize();

	int wrong = 0;
	for (int bin = 0; bin < BINS; bin++)
		wrong += counts[bin] != expected[bin];
	std::cout << wrong << " wrong\n";
}
