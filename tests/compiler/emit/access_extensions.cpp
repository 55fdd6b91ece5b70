// As access.cpp, of what is an extension: lambdas in kernels that refer to what is around them.
// RUN: %ampcc --amp-extensions --amp-dump-device -o - %s | sed '/[/][/] CHECK/d' | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// What such a lambda returns is asked of the lambda, not of the kernel around it:
// CHECK-LABEL: struct by_reference_kernel_1
// CHECK: visit(v);
// CHECK-LABEL: struct by_reference_kernel_2
// CHECK: visit(v, AMP_ACCESS_READ);
// CHECK: visit(w, AMP_ACCESS_WRITE);
void by_reference(array_view<int, 2> v, array_view<int, 2> w)
{
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
		auto at = [&](int a, int b) -> int & { return v[a][b]; };
		at(i[0], i[1]) = 1;
	});
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
		auto at = [&](int a, int b) { return v[a][b]; };
		w(i) = at(i[0], i[1]);
	});
}
