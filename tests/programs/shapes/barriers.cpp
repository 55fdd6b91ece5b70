// All waits and fences; several barriers in a row; in loops, in conditions
// that are the same for the whole tile, and in called functions.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static const int TILE = 64;

void shift(int *values, int me, const tile_barrier &barrier) restrict(amp)
{
	const int value = values[(me + 1) % TILE];
	barrier.wait_with_all_memory_fence();
	values[me] = value;
	barrier.wait_with_tile_static_memory_fence();
}

int main()
{
	std::vector<int> data(2 * TILE), scratch(2 * TILE);
	array_view<int, 1> view(2 * TILE, data), global(2 * TILE, scratch);
	parallel_for_each(view.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int values[TILE];
		const int me = t.local[0];
		values[me] = me;
		t.barrier.wait();
		for (int n = 0; n < 5; n++)
			shift(values, me, t.barrier);
		if (t.tile[0] == 1) {
			values[me] += 1000;
			t.barrier.wait_with_tile_static_memory_fence();
		}
		global[t] = values[me];
		t.barrier.wait_with_global_memory_fence();
		view[t] = global[t.tile_origin[0] + TILE - 1 - me];
		all_memory_fence(t.barrier);
		global_memory_fence(t.barrier);
		tile_static_memory_fence(t.barrier);
	});
	for (int i = 0; i < 2 * TILE; i++)
		CHECK(view[i] == (TILE - 1 - i % TILE + 5) % TILE + (i < TILE ? 0 : 1000));
	std::puts("ok");
}
