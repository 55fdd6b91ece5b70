// A tile of more than 1024 threads does not compile, nor one that is deeper than CUDA's
// blocks; the error is at the launch.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

void run(array_view<int, 2> view)
{
	// CHECK: tiles.cpp:[[# @LINE + 1]]:2: error: a tile has at most 1024 threads
	parallel_for_each(view.extent.tile<64, 32>(),
	                  [=](tiled_index<64, 32> t) restrict(amp) { view[t] = 0; });
}

void run(array_view<int, 3> view)
{
	// CHECK: tiles.cpp:[[# @LINE + 1]]:2: error: a tile of rank 3 has at most 64 threads along its first dimension
	parallel_for_each(view.extent.tile<65, 1, 2>(),
	                  [=](tiled_index<65, 1, 2> t) restrict(amp) { view[t] = 0; });
	parallel_for_each(view.extent.tile<64, 2, 2>(),
	                  [=](tiled_index<64, 2, 2> t) restrict(amp) { view[t] = 0; });
	parallel_for_each(view.extent.tile<1, 256, 4>(),
	                  [=](tiled_index<1, 256, 4> t) restrict(amp) { view[t] = 0; });
	// CHECK: tiles.cpp:[[# @LINE + 1]]:2: error: a tile has at most 1024 threads
	parallel_for_each(view.extent.tile<1024, 2, 2>(),
	                  [=](tiled_index<1024, 2, 2> t) restrict(amp) { view[t] = 0; });
}
