// Prefix sums (a scan) in three steps: each tile scans its own part in
// tile_static memory, the tiles' totals are scanned in turn, and what comes
// before a tile is added to it. A function that waits at a barrier gets the
// barrier as a parameter.
//
// Prints: the number of wrong sums.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

static const int TILE = 128;

// The sum of the values of the threads 0 … me of the tile.
int scan_tile(int value, int me, const tile_barrier &barrier) restrict(amp)
{
	tile_static int sums[2][TILE];
	int from = 0;
	sums[from][me] = value;
	barrier.wait_with_tile_static_memory_fence();
	for (int distance = 1; distance < TILE; distance *= 2) {
		sums[1 - from][me] = sums[from][me] + (me >= distance ? sums[from][me - distance] : 0);
		from = 1 - from;
		barrier.wait_with_tile_static_memory_fence();
	}
	return sums[from][me];
}

void scan(array_view<int, 1> values)
{
	const int tiles = (values.extent[0] + TILE - 1) / TILE;
	array_view<int, 1> totals(tiles);
	totals.discard_data();
	parallel_for_each(values.extent.tile<TILE>().pad(), [=](tiled_index<TILE> i) restrict(amp) {
		const bool mine = values.extent.contains(i.global);
		const int sum = scan_tile(mine ? values[i.global] : 0, i.local[0], i.barrier);
		if (mine)
			values[i.global] = sum;
		if (i.local[0] == TILE - 1)
			totals[i.tile] = sum;
	});
	if (tiles == 1)
		return;
	scan(totals);
	parallel_for_each(values.extent, [=](index<1> i) restrict(amp) {
		if (i[0] >= TILE)
			values[i] += totals[i[0] / TILE - 1];
	});
}

int main()
{
	const int count = 100000;
	std::vector<int> data(count), expected(count);
	int sum = 0;
	for (int i = 0; i < count; i++) {
		data[i] = i * 31 % 101 - 50;
		sum += data[i];
		expected[i] = sum;
	}

	array_view<int, 1> values(count, data);
	scan(values);
	values.synchronize();

	int wrong = 0;
	for (int i = 0; i < count; i++)
		wrong += data[i] != expected[i];
	std::cout << wrong << " wrong\n";
}
