// #pragma unroll in amp code is for the device unit: gcc warns of it, and in the loops of a tile there may be no loop
// behind it. The host's own stay.
// RUN: %ampcc -std=c++17 -Wall -Werror -DNO_HOST --amp-save=%t -c %s -o %t.o
// RUN: %FileCheck --check-prefix=DEVICE %s < %t/unrolling.amp.cu
// RUN: ! grep -n 'pragma unroll' %t/unrolling.amp.cpp
// RUN: %ampcc -std=c++17 --amp-arch=none --amp-save=%t -c %s -o %t.o
// RUN: %FileCheck --check-prefix=HOST %s < %t/unrolling.amp.cpp
#include <amp.h>
using namespace concurrency;

#define UNROLL _Pragma("unroll")

// DEVICE: float twice
// DEVICE: #pragma unroll 2
// DEVICE-NEXT: for (int k = 0; k < 4; k++)
float twice(float x) restrict(amp)
{
	# pragma  unroll 2
	for (int k = 0; k < 4; k++)
		x += x;
	return x;
}

#ifndef NO_HOST
// HOST: int on_host
// HOST: #pragma unroll
int on_host(int x)
{
#pragma unroll
	for (int k = 0; k < 4; k++)
		x += k;
	return x;
}
#endif

void run(array_view<float> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		tile_static float x[64];
		// DEVICE: #pragma unroll
		UNROLL
		for (int k = 0; k < 4; k++) {
			x[i.local[0]] = twice(v[i]);
			i.barrier.wait();
			// DEVICE: #pragma unroll
#pragma unroll
			for (int n = 0; n < 4; n++)
				v[i] += x[(i.local[0] + n) % 64];
			i.barrier.wait();
		}
	});
}
