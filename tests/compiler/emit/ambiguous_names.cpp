// Both units get the namespace of a name that the library and the standard library have.
// RUN: %ampcc --amp-save=%t -c -o %t.o %s
// RUN: %FileCheck %s <%t/ambiguous_names.amp.cu
// RUN: %FileCheck %s <%t/ambiguous_names.amp.cpp
#include <amp.h>
#include <functional>
using namespace std;
using namespace concurrency;

// CHECK: int sum(::Concurrency::array<int, 1> &a)
int sum(array<int, 1> &a)
{
	// CHECK: ::Concurrency::extent<1> e
	extent<1> e = a.extent;
	return e[0];
}
int main()
{
	array<int, 1> a(3);
	array_view<int, 1> v(a);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
	return sum(a);
}
