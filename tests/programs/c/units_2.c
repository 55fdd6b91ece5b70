#include "units.h"

void fill(amp_index1 at, int value, amp_array_view(pair, 1) v) restrict(amp)
{
	amp_at(v, at) = (pair){value, twice(at.i) / 2};
}

/* The first of each tile goes to all of it. */
void spread(amp_tiled_index1 at, amp_array_view(pair, 1) v) restrict(amp)
{
	tile_static int first;

	if (at.local.i == 0)
		first = amp_at(v, at.global).second;
	amp_barrier_wait(at.barrier);
	amp_at(v, at.global).first += first;
}

static void change(amp_index1 at, amp_array_view(pair, 1) v) restrict(amp)
{
	amp_at(v, at).second *= 10;
}

void own_kernel(amp_array_view(pair, 1) v)
{
	amp_parallel_for_each(v.extent, change, v);
}
