// --amp-robust-access: the headers are told, and of which kernels the host can tell that all
// accesses are within their containers: those that do not access but at their index.
// RUN: %ampcc --amp-robust-access --amp-dump-device -o - %s | sed -E '/[/][/] (CHECK|RUN)/d' | %FileCheck %s
// RUN: %ampcc --amp-dump-device -o - %s | sed -E '/[/][/] (WITHOUT|CHECK|RUN)/d' | %FileCheck --check-prefix=WITHOUT %s
// RUN: mkdir -p %t && (! %ampcc --amp-robust-access=all -c -o %t/o %s) 2>&1 | %FileCheck --check-prefix=VALUE %s
// WITHOUT-NOT: typedef Concurrency::details::elementwise
// WITHOUT-NOT: amp_inside
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

// Conditions under which all accesses to some views are inside.
void product(array_view<const float, 2> a, array_view<const float, 2> b, array_view<float, 2> c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		float sum = 0;
		for (int k = 0; k < a.extent[1]; k++)
			sum += a(i[0], k) * b(k, i[1]);
		c[i] = sum;
	});
}
// CHECK-LABEL: struct product_kernel_1_{{.*}} {
// CHECK: AMP_CPU_AMP bool amp_inside(const Concurrency::details::inside_domain &domain) const { return domain.extent[0] - 1 < this->a.extent[0] &&
// CHECK-SAME: (0LL + this->a.extent[1]) - 1 < this->b.extent[0] && domain.extent[1] - 1 < this->b.extent[1] &&
// CHECK-SAME: domain.extent[0] <= this->c.extent[0] && domain.extent[1] <= this->c.extent[1]; }
// CHECK-SAME: { amp_visitor.add(this->c); amp_visitor.add(this->b); amp_visitor.add(this->a); }

// What is behind a comparison, unless the number has changed since.
void compared(array_view<const int> a, array_view<int> b, array_view<int> c, int n)
{
	parallel_for_each(c.extent, [=](index<1> i) restrict(amp) {
		if (i[0] > 0 && i[0] < n)
			c[i] = a(i[0] - 1);
		int x = i[0];
		if (x < n) {
			x += n;
			c[i] += b(x);
		}
	});
}
// CHECK-LABEL: struct compared_kernel_1_{{.*}} {
// CHECK: (Concurrency::details::least((0LL + this->n) - 1, domain.extent[0] - 1)) - 1 < this->a.extent[0]
// CHECK-SAME: { amp_visitor.add(this->a); amp_visitor.add(this->c); }

// A case label is reached without the comparison in front of it.
void labelled(array_view<const int> a, array_view<int> b, int n, int m)
{
	parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {
		switch (m) {
		case 0:
			b[i] = 1;
			if (i[0] >= n)
				return;
		case 1:
			b[i] += a(i[0]);
		}
	});
}
// CHECK-LABEL: struct labelled_kernel_1_{{.*}} {
// CHECK: { return domain.extent[0] <= this->b.extent[0] && domain.extent[0] - 1 < this->a.extent[0]; }

// Of a part of a view, and of elements that are chosen by data, nothing is known.
void parts(array_view<const int> a, array_view<const int> b, array_view<int> c)
{
	parallel_for_each(c.extent, [=](index<1> i) restrict(amp) { c[i] = a.section(1, 5)[i] + b(b[i]); });
}
// CHECK-LABEL: struct parts_kernel_1_{{.*}} {
// CHECK: { amp_visitor.add(this->c); }
