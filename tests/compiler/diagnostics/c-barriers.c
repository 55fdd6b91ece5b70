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
// CHECK-NOT: error:
// CHECK-NOT: warning:
