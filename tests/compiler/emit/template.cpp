// A kernel in a template is a template, with the parameters that it speaks of.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

template <typename T, int N> void scale(array_view<T, N> v, T factor)
{
	parallel_for_each(v.extent, [=](index<N> i) restrict(amp) { v[i] *= factor; });
}
// CHECK: template <typename V_t, typename Factor_t, int N>
// CHECK-NEXT: struct scale_kernel_1_[[UNIT:[0-9a-f]+]] {
// CHECK-NEXT: v;
// CHECK-NEXT: factor;
// CHECK: operator()(index<N> i) const
// CHECK: parallel_for_each(v.extent, scale_kernel_1_[[UNIT]]<{{[^T]*}}, N>{v, factor}

template <typename T, typename Use> void scale_and_use(array_view<T, 1> v, Use use)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= T(2); });
	use(v);
}
// CHECK: template <typename V_t, typename T>
// CHECK-NEXT: struct scale_and_use_kernel_1_

void run(array_view<float, 2> v)
{
	scale(v, 2.0f);
}
