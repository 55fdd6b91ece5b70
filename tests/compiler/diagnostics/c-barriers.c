// Barriers of C that not all threads of a tile come to.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>

void run(amp_array_view(float, 2) v, int n)
{
	amp_parallel_for_each(amp_tile(v.extent, 4, 4), ^(amp_tiled_index2 t) restrict(amp) {
		if (t.tile.i < n)
			amp_barrier_wait(t.barrier);
		// CHECK: c-barriers.c:[[# @LINE + 3]]:4: error: barrier in divergent control flow
		// CHECK: c-barriers.c:[[# @LINE + 1]]:7: note: this condition depends on the thread's index
		if (t.local.j == 0)
			amp_barrier_wait(t.barrier);
		for (int k = 0; k < n; k++)
			amp_barrier_wait_with_tile_static_memory_fence(t.barrier);
		amp_at(v, t.global) = 0;
	});
}

// Nothing of a dimension with one thread, neither in the kernel nor in what it calls.
static void wait_there(amp_tiled_index2 t) restrict(amp)
{
	if (t.local.i == 0)
		amp_barrier_wait(t.barrier);
}

void run_flat(amp_array_view(float, 2) v)
{
	amp_parallel_for_each(amp_tile(v.extent, 1, 4), ^(amp_tiled_index2 t) restrict(amp) {
		if (t.local.i == 0)
			amp_barrier_wait(t.barrier);
		wait_there(t);
		amp_at(v, t.global) = 0;
	});
}

// Where the launch does not show how large a tile is, it may have one thread.
void run_unseen(amp_tiled_extent2 tiles, amp_array_view(float, 2) v)
{
	amp_parallel_for_each(tiles, ^(amp_tiled_index2 t) restrict(amp) {
		// CHECK: c-barriers.c:[[# @LINE + 3]]:4: warning: barrier in control flow that may differ
		// CHECK: c-barriers.c:[[# @LINE + 1]]:7: note: this condition may depend on the thread's index
		if (t.local.i == 0)
			amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = 0;
	});
}
// CHECK-NOT: error:
// CHECK-NOT: warning:
