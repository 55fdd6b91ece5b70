// A lambda that is launched where it is written holds no references to what it captures, unless
// something in the launch's other arguments may give a variable another value, or the value is
// the lambda's own.
// RUN: mkdir -p %t; %ampcc -std=c++17 --amp-save=%t -c -o %t/o %s; sed -E '/[/][/] (CHECK|RUN)/d' %t/captures.amp.cpp | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK-LABEL: struct in_place_kernel_1
// CHECK-NEXT: borrowed_t<Concurrency::array_view<float>> v;
// CHECK-LABEL: struct in_place_kernel_2
// CHECK-NEXT: borrowed_t<Concurrency::array_view<float>> v;
void in_place(const accelerator_view &where, array_view<float, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
	parallel_for_each(where, v.get_extent().tile<64>().pad(), [=](tiled_index<64> t) restrict(amp) {
		if (v.extent.contains(t.global))
			v[t] += 1;
	});
}

// CHECK-LABEL: struct kept_kernel_1
// CHECK-NEXT: captured_t<Concurrency::array_view<float>> v;
auto kept(array_view<float, 1> v)
{
	return [=](index<1> i) restrict(amp) { v[i] += 1; };
}

extent<1> changed(array_view<float, 1> &v);
// CHECK-LABEL: struct may_change_kernel_1
// CHECK-NEXT: captured_t<Concurrency::array_view<float>> v;
// CHECK-LABEL: struct may_change_kernel_2
// CHECK-NEXT: captured_t<Concurrency::array_view<float>> v;
void may_change(array_view<float, 1> v, array_view<float, 1> w)
{
	parallel_for_each(changed(v), [=](index<1> i) restrict(amp) { v[i] += 1; });
	parallel_for_each((v = w).extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
}

// CHECK-LABEL: struct own_kernel_1
// CHECK: captured_t<{{.*}}> half;
void own(array_view<float, 1> v)
{
	parallel_for_each(extent<1>(8), [half = v.section(0, 8)](index<1> i) restrict(amp) { half[i] += 1; });
}
