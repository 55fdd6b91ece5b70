// A kernel in a template is one template with the same parameters.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

template <typename T, int N> void scale(array_view<T, N> v, T factor)
{
	parallel_for_each(v.extent, [=](index<N> i) restrict(amp) { v[i] *= factor; });
}
// CHECK: template <{{.*}}typename T, int N>
// CHECK-NEXT: struct scale_kernel_1_[[UNIT:[0-9a-f]+]] {
// CHECK-NEXT: v;
// CHECK-NEXT: factor;
// CHECK: operator()(index<N> i) const
// CHECK: parallel_for_each(v.extent, scale_kernel_1_[[UNIT]]<{{.*}}T, N>{v, factor}

void run(array_view<float, 2> v)
{
	scale(v, 2.0f);
}
