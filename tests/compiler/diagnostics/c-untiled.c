// The same in C as untiled.cpp.
// RUN: %ampcc -fsyntax-only %s 2> %t; %FileCheck %s < %t
#include <amp.h>

static int first_of_tile(int x) restrict(amp)
{
	// CHECK: c-untiled.c:[[# @LINE + 1]]:18: warning: tile_static variable 'first' in a kernel that is launched without tiles: {{.*}}; launch over amp_tile(extent, ...) [-Wamp-untiled-tile-static]
	tile_static int first;
	first = x;
	return first;
}

void run(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		// CHECK: c-untiled.c:[[# @LINE + 1]]:18: note: 'first_of_tile(int)' is called from here, in a kernel
		amp_at(v, i) = first_of_tile(i.i);
	});
	amp_parallel_for_each(amp_tile(v.extent, 4), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int mine[4];
		mine[t.local.i] = 1;
		amp_at(v, t.global) = mine[t.local.i] + first_of_tile(2);
	});
}
// CHECK-NOT: warning:
