// What a kernel does with a view is said only where it is certain: read, or each
// thread writes the element at its index.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(w, AMP_ACCESS_READ);
void copied(array_view<float, 1> v, array_view<float, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = w[i]; });
}

// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(m, AMP_ACCESS_WRITE);
void components(array_view<float, 1> v, array_view<float, 2> m)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i[0]] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v(i) = 1; });
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) { m(i[0], i[1]) = 1; });
}

// Elsewhere:
// CHECK: visit(v);
// CHECK: visit(v);
// CHECK: visit(v);
// CHECK: visit(m);
// CHECK: visit(m);
void elsewhere(array_view<float, 1> v, array_view<float, 2> m)
{
	const index<1> one(1);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i % 2] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i + one] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i[0] / 2] = 1; });
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) { m(i[1], i[0]) = 1; });
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) { m[i[0]][0] = 1; });
}

// By tiles:
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(m, AMP_ACCESS_WRITE);
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(v);
// CHECK: visit(v);
void tiled(array_view<float, 1> v, array_view<float, 2> m)
{
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i.global] = 1; });
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i.global[0]] = 1; });
	parallel_for_each(m.extent.tile<4, 4>(), [=](tiled_index<4, 4> i) restrict(amp) {
		m(i.global[0], i.global[1]) = 1;
	});
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i] = 1; });
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i.local] = 1; });
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i.tile] = 1; });
}

// Not all threads, or not all of the element:
// CHECK: visit(v);
// CHECK: visit(v);
// CHECK: visit(v);
void partly(array_view<float, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { if (i[0] > 2) v[i] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		if (i[0] > 2)
			return;
		v[i] = 1;
	});
}
