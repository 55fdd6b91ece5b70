// tile_static variables in kernels that are launched without tiles.
// RUN: %ampcc -std=c++17 -fsyntax-only %s 2> %t; %FileCheck %s < %t
// RUN: %front -std=c++17 -Wno-amp-untiled-tile-static -fsyntax-only %s 2> %t && test ! -s %t
// RUN: ! %ampcc -std=c++17 -Werror=amp-untiled-tile-static -fsyntax-only %s 2> /dev/null
#include <amp.h>
using namespace concurrency;

template <typename T> T first_of_tile(T x) restrict(amp)
{
	// CHECK: untiled.cpp:[[# @LINE + 1]]:16: warning: tile_static variable 'first' in a kernel that is launched without tiles: {{.*}} [-Wamp-untiled-tile-static]
	tile_static T first;
	first = x;
	return first;
}
// CHECK: untiled.cpp:[[# @LINE + 1]]:42: note: 'first_of_tile(T)' is called from here
int helper(int x) restrict(amp) { return first_of_tile(x); }

int in_tiles(index<1> i) restrict(amp)
{
	tile_static int seen[4];
	seen[i[0] % 4] = 1;
	return seen[i[0] % 4];
}

struct kernel {
	array_view<int, 1> v;
	void operator()(index<1> i) const restrict(amp)
	{
		// CHECK: untiled.cpp:[[# @LINE + 1]]:19: warning: tile_static variable 'last'
		tile_static int last;
		last = i[0];
		v[i] = last;
	}
};

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		tile_static int mine[4];
		mine[t.local[0]] = helper(1);
		v[t] = mine[t.local[0]] + in_tiles(t.global);
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: untiled.cpp:[[# @LINE + 2]]:19: warning: tile_static variable 'sums'
		// CHECK-NOT: note:
		tile_static int sums[4];
		sums[i[0] % 4] = 1;
		v[i] = sums[i[0] % 4];
	});
	// the call that the notes above end with
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = helper(v[i]); });
	parallel_for_each(v.extent, kernel{v});
	parallel_for_each(v.extent.tile<4>(), [=](auto t) restrict(amp) {
		tile_static int others[4];
		others[t.local[0]] = 1;
		v[t] = others[t.local[0]];
	});
}
// CHECK-NOT: warning:
