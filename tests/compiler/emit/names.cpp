// Kernels are named after the function and numbered; the name has a part that tells it from
// functions of that name with other parameters, or in other units.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: struct scale_kernel_1_[[SCALE:[0-9a-f]+]] {
// CHECK: struct scale_kernel_2_[[SCALE]] {
void scale(array_view<int, 1> v)
{
	// CHECK: parallel_for_each(v.extent, scale_kernel_1_[[SCALE]]{v}
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
	// CHECK: parallel_for_each(v.extent, scale_kernel_2_[[SCALE]]{v}
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 3; });
}

// CHECK: struct scale_kernel_1_
// CHECK-NOT: [[SCALE]]
void scale(array_view<int, 1> v, int by)
{
	// CHECK: parallel_for_each(v.extent, scale_kernel_1_
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= by; });
}

// A member is one in its class.
class sums {
	// CHECK: struct add_kernel_1 {
	void add(array_view<int, 1> v)
	{
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
	}
	// CHECK: struct add_kernel_2 {
	void add(array_view<float, 1> v)
	{
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
	}
	void add(array_view<double, 1> v);
};

// Its definitions outside of it may be in other units.
// CHECK: struct sums::add_kernel_1_{{[0-9a-f]+}} {
void sums::add(array_view<double, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
}

// A type whose name contains a keyword's is a type like others, and no `auto`.
struct automaton {
	int x;
};
// CHECK: struct like_a_keyword_kernel_1_{{[0-9a-f]+}} {
// CHECK-NEXT: array_view<int> v;
// CHECK-NEXT: {{^[[:space:]]}}automaton a;
void like_a_keyword(array_view<int, 1> v, automaton a)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = a.x; });
}
