// tile_static memory of C that several threads use with no barrier between.
// RUN: %ampcc -fsyntax-only %s 2> %t; %FileCheck %s < %t
#include <amp.h>

enum { TILE = 4 };

void run(amp_array_view(float, 2) v, int n)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE, TILE), ^(amp_tiled_index2 t) restrict(amp) {
		tile_static float s[TILE][TILE];

		s[t.local.i][t.local.j] = amp_at(v, t.global);
		// CHECK: c-races.c:[[# @LINE + 3]]:25: warning: thread (1, 0) reads s[0][1] here, which thread (0, 1) writes with no barrier between [C++ AMP 8.1.2] [-Wamp-tile-static-race]
		// CHECK: c-races.c:[[# @LINE + 2]]:3: note: a barrier here keeps them apart
		// CHECK: {{^}}		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = s[t.local.j][t.local.i];
	});
	// A shape that only the program knows.
	amp_parallel_for_each(amp_tile(v.extent, n, n), ^(amp_tiled_index2 t) restrict(amp) {
		tile_static float s[TILE][TILE];

		s[t.local.i][t.local.j] = amp_at(v, t.global);
		amp_at(v, t.global) = s[t.local.j][t.local.i];
	});
	amp_parallel_for_each(amp_tile(v.extent, TILE, TILE), ^(amp_tiled_index2 t) restrict(amp) {
		tile_static float s[TILE][TILE];

		s[t.local.i][t.local.j] = amp_at(v, t.global);
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = s[t.local.j][t.local.i];
	});
}
// CHECK-NOT: warning:
