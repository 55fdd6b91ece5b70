// A tile of more than 1024 threads does not compile; the error is at the launch.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>
using namespace concurrency;

void run(array_view<int, 2> view)
{
	// CHECK: tiles.cpp:[[# @LINE + 1]]:2: error: a tile has at most 1024 threads
	parallel_for_each(view.extent.tile<64, 32>(),
	                  [=](tiled_index<64, 32> t) restrict(amp) { view[t] = 0; });
}
