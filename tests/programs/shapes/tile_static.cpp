// tile_static scalars, arrays and structs, in kernels and in the functions
// that they call.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct cell {
	int value;
	float weight[2];
};

static const int TILE = 32;

// Every thread gets the value of the next one in the tile.
int next(int value, const tiled_index<TILE> &t) restrict(amp)
{
	tile_static int values[TILE];
	values[t.local[0]] = value;
	t.barrier.wait();
	return values[(t.local[0] + 1) % TILE];
}

template <typename T> T first(T value, tiled_index<TILE> t) restrict(amp)
{
	tile_static T chosen;
	if (t.local[0] == 0)
		chosen = value;
	t.barrier.wait();
	return chosen;
}

int main()
{
	std::vector<int> data(4 * TILE);
	for (int i = 0; i < 4 * TILE; i++)
		data[i] = 3 * i;
	array_view<int, 1> view(4 * TILE, data);
	parallel_for_each(view.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static cell cells[TILE];
		tile_static int total, grid[2][TILE / 2];
		const int me = t.local[0];
		cells[me].value = view[t];
		cells[me].weight[me % 2] = 2;
		grid[me % 2][me / 2] = me;
		t.barrier.wait();
		if (me == 0) {
			total = 0;
			for (int k = 0; k < TILE; k++)
				total += cells[k].value + grid[k % 2][k / 2] + int(cells[k].weight[k % 2]);
		}
		t.barrier.wait();
		view[t] = total + next(cells[me].value, t) + first(cells[me].value, t);
	});
	for (int tile = 0; tile < 4; tile++) {
		const int total = 3 * (TILE * TILE * tile + TILE * (TILE - 1) / 2) +
		                  TILE * (TILE - 1) / 2 + 2 * TILE;
		for (int k = 0; k < TILE; k++)
			CHECK(view[tile * TILE + k] == total + 3 * (tile * TILE + (k + 1) % TILE) +
			                                   3 * tile * TILE);
	}
	std::puts("ok");
}
