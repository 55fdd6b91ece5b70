// --amp-robust-access: the headers are told, and of which kernels the host can tell that all
// accesses are within their containers: those that do not access but at their index.
// RUN: %ampcc --amp-robust-access --amp-dump-device -o - %s | sed -E '/[/][/] (CHECK|RUN)/d' | %FileCheck %s
// RUN: %ampcc --amp-dump-device -o - %s | sed -E '/[/][/] (WITHOUT|CHECK|RUN)/d' | %FileCheck --check-prefix=WITHOUT %s
// RUN: mkdir -p %t && (! %ampcc --amp-robust-access=all -c -o %t/o %s) 2>&1 | %FileCheck --check-prefix=VALUE %s
// WITHOUT-NOT: typedef Concurrency::details::elementwise
// VALUE: unrecognized command-line option '--amp-robust-access=all'
#include <amp.h>
using namespace concurrency;

void at_index(array_view<float> a, array_view<const float> b)
{
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = b[i] * i[0]; });
}
// CHECK-LABEL: struct at_index_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::elementwise amp_elementwise; typedef Concurrency::details::wide_kernel<

void beside(array_view<float> a, array_view<const float> b)
{
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = b[i + 1]; });
}
// CHECK-LABEL: struct beside_kernel_1_{{.*}} {
// CHECK-NOT: amp_elementwise
// CHECK: void beside(

void at_another(array_view<float> a, array_view<const float> b)
{
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {
		i += 1;
		a[i] = b[i];
	});
}
// CHECK-LABEL: struct at_another_kernel_1_{{.*}} {
// CHECK-NOT: amp_elementwise
// CHECK: void at_another(
