// tile_static is shared memory, in kernels and in the functions that they call.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: __host__ __device__ int last(int value, const tiled_index<8> &t)
int last(int value, const tiled_index<8> &t) restrict(amp)
{
	// CHECK: __shared__ int chosen;
	tile_static int chosen;
	if (t.local[0] == 7)
		chosen = value;
	t.barrier.wait();
	return chosen;
}

struct pair {
	int a, b;
};

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		// CHECK: __shared__ pair values[8];
		tile_static pair values[8];
		values[t.local[0]].a = v[t];
		v[t] = last(values[t.local[0]].a, t);
	});
}
// CHECK-NOT: tile_static
