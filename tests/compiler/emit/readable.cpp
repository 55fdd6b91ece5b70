// The kernels keep the user's names, comments and layout, and each is there
// once.
// RUN: %ampcc --amp-emit-cuda -o - %s | sed -E '/[/][/] (CHECK|RUN)/d' >%t.cu && %FileCheck --input-file=%t.cu %s
// RUN: test $(grep -c 'how far it goes' %t.cu) = 1
// RUN: %emit | %FileCheck --check-prefix=DEVICE %s
#include <amp.h>
using namespace concurrency;

// What this is for.
// CHECK: // Made by ampcc from {{.*}}readable.cpp.
void brighten(array_view<float, 2> picture, float amount)
{
	const float limit = 1;
	parallel_for_each(picture.extent, [=](index<2> place) restrict(amp) {
		// how far it goes
		float value = picture[place] + amount;
		picture[place] = value > limit ? limit : value; /* no further */
	});
}
// CHECK: struct brighten_kernel {
// CHECK-NEXT: array_view<float, 2> picture;
// CHECK-NEXT: float amount;
// CHECK: __host__ __device__ void operator()(concurrency::index<2> place) const
// CHECK: // how far it goes
// CHECK-NEXT: float value = picture[place] + amount;
// CHECK-NEXT: picture[place] = value > limit ? limit : value; /* no further */
// CHECK: AMP_CAPTURES(reads_writes(picture))
// CHECK: // What this is for.
// CHECK-NEXT: void brighten(array_view<float, 2> picture, float amount)

// A directive has a line of its own.
#define AMOUNT 3
extern "C" {
#include <time.h>
}
// DEVICE: extern "C" {
// DEVICE: #undef AMOUNT
// DEVICE-NEXT: }
