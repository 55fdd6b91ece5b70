// The sum of many numbers: each tile adds up its part in tile_static memory, in
// steps that halve the number of threads, and the tiles' sums are the input of
// the next launch, until one is left.
//
// Prints: the sum and the number of launches.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

static const int TILE = 256;

// sums[t] is the sum of the values that tile t covers; beyond their end are zeros.
void add_tiles(array_view<const int, 1> values, array_view<int, 1> sums)
{
	sums.discard_data();
	parallel_for_each(values.extent.tile<TILE>().pad(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static int partial[TILE];
		const int me = i.local[0];
		partial[me] = values.extent.contains(i.global) ? values[i.global] : 0;
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

int main()
{
	const int count = 1000003;
	std::vector<int> data(count);
	int expected = 0;
	for (int i = 0; i < count; i++) {
		data[i] = i % 17 - 5;
		expected += data[i];
	}

	array_view<int, 1> values(count, data);
	int launches = 0;
	while (values.extent[0] > 1) {
		// A view without a source: its memory exists only where it is used.
		array_view<int, 1> sums((values.extent[0] + TILE - 1) / TILE);
		add_tiles(values, sums);
		values = sums;
		launches++;
	}
	std::cout << values[0] << (values[0] == expected ? "" : ", but should be another") << " in "
	          << launches << " launches\n";
}
