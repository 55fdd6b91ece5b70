// Kernels are named after the function and numbered; the name has a part that
// tells units apart.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: struct scale_kernel_1_[[UNIT:[0-9a-f]+]] {
// CHECK: struct scale_kernel_2_[[UNIT]] {
void scale(array_view<int, 1> v)
{
	// CHECK: parallel_for_each(v.extent, scale_kernel_1_[[UNIT]]{v}
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
	// CHECK: parallel_for_each(v.extent, scale_kernel_2_[[UNIT]]{v}
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 3; });
}

// CHECK: struct add_kernel_1_[[UNIT]] {
void add(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
}
