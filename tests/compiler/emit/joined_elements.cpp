// Elements of 8 and 16 bytes are read and written at once, if they are aligned: after
// the code for those that are not (include/amp/kernel.h: call_image).
// RUN: %ptx | %FileCheck %s
#include <amp.h>
using namespace concurrency;

struct body {
	float x, y, z, mass;
};
struct key {
	int value, place;
};

void tiles(array_view<const body, 1> from, array_view<body, 1> to)
{
	parallel_for_each(to.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		body b = from[i.global];
		b.x += b.mass;
		to[i.global] = b;
	});
}
// CHECK-LABEL: .entry {{.*}}amp_tiled_kernel
// CHECK-DAG: ld.global.f32
// CHECK-DAG: ld.global.v4.f32
// CHECK-DAG: st.global.v4.f32

struct rank_all {
	array_view<key, 1> keys;
	void operator()(index<1> i) const restrict(amp)
	{
		key k = keys[i];
		k.place += k.value;
		keys[i] = k;
	}
};
void points(array_view<key, 1> keys) { parallel_for_each(keys.extent, rank_all{keys}); }
// CHECK-LABEL: .entry {{.*}}amp_untiled_kernel
// CHECK-DAG: ld.global.u32
// CHECK-DAG: ld.global.v2.u32
