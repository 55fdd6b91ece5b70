// tile_static memory of C that several threads use with no barrier in between.
// RUN: %ampcc -fsyntax-only %s 2> %t; %FileCheck %s < %t
#include <amp.h>

enum { TILE = 4 };

void run(amp_array_view(float, 2) v, int n)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE, TILE), ^(amp_tiled_index2 t) restrict(amp) {
		tile_static float s[TILE][TILE];

		s[t.local.i][t.local.j] = amp_at(v, t.global);
		// CHECK: c-races.c:[[# @LINE + 3]]:25: warning: thread (1, 0) reads s[0][1] here, which thread (0, 1) writes with no barrier in between [C++ AMP 8.1.2] [-Wamp-tile-static-race]
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

// A kernel given by name, in the shapes that launches in this unit show.
static void transpose(amp_tiled_index2 t, amp_array_view(float, 2) v, int by) restrict(amp)
{
	tile_static float s[TILE][TILE + 1];

	s[t.local.i][t.local.j] = amp_at(v, t.global) * (float)by;
	// CHECK: c-races.c:[[# @LINE + 1]]:24: warning: thread (1, 0) reads s[0][1] here, which thread (0, 1) writes with no barrier in between [C++ AMP 8.1.2] [-Wamp-tile-static-race]
	amp_at(v, t.global) = s[t.local.j][t.local.i];
}
void shift(amp_tiled_index1 t, amp_array_view(float, 1) v, int by) restrict(amp);
void shift(amp_tiled_index1 t, amp_array_view(float, 1) v, int by) restrict(amp)
{
	tile_static float s[TILE + 1];

	if (by > 0)
		s[t.local.i] = amp_at(v, t.global);
	amp_barrier_wait(t.barrier);
	// CHECK: c-races.c:[[# @LINE + 1]]:17: warning: thread (0) reads s[1] here, which thread (1) writes with no barrier in between
	s[t.local.i] = s[t.local.i + 1] + 1;
	amp_barrier_wait(t.barrier);
	// what a parameter decides is no proof
	s[(t.local.i + by) % TILE] = 0;
	amp_at(v, t.global) = s[t.local.i];
}
// Launched in shapes that only the program knows, or elsewhere.
static void unknown(amp_tiled_index1 t, amp_array_view(float, 1) v) restrict(amp)
{
	tile_static float s[1024];

	s[t.local.i] = amp_at(v, t.global);
	amp_at(v, t.global) = s[t.tile_extent.i - 1 - t.local.i];
}
void elsewhere(amp_tiled_index1 t, amp_array_view(float, 1) v) restrict(amp);
void elsewhere(amp_tiled_index1 t, amp_array_view(float, 1) v) restrict(amp)
{
	tile_static float s[1024];

	s[t.local.i] = amp_at(v, t.global);
	amp_at(v, t.global) = s[t.local.i ^ 1];
}
// Called by kernels only.
static float neighbour(amp_tiled_index1 t, float *s) restrict(amp)
{
	return s[t.local.i + 1];
}
static void with_barrier(amp_tiled_index1 t, amp_array_view(float, 1) v) restrict(amp)
{
	tile_static float s[TILE + 1];

	s[t.local.i] = amp_at(v, t.global);
	amp_barrier_wait(t.barrier);
	amp_at(v, t.global) = neighbour(t, s);
}

void run_named(amp_array_view(float, 2) v, amp_array_view(float, 1) w, int n)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE, TILE), transpose, v, n);
	amp_parallel_for_each(amp_pad(amp_tile(w.extent, TILE)), shift, w, n);
	amp_parallel_for_each(amp_tile(w.extent, n), unknown, w);
	amp_parallel_for_each(amp_tile(w.extent, TILE), with_barrier, w);
}
// CHECK-NOT: warning:
