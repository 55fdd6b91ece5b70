// a[i][k] of elements of 8 bytes is a(i, k) in the device unit, for which nvcc needs fewer registers.
// RUN: %emit | %FileCheck %s
// RUN: %nvcc --amp-save=%t -c -o %t.o %s
// RUN: sed -E '/[/][/] (CHECK|RUN)/d' %t/projections.amp.cpp | %FileCheck --check-prefix=HOST %s
#include <amp.h>
using namespace concurrency;

struct matrix : array_view<double, 2> {
	using array_view<double, 2>::array_view;
	double operator()(int, int) const restrict(amp) { return 0; }
};

void product(const array<double, 2> &a, array_view<const double, 2> b, array_view<double, 2> c, matrix m)
{
	parallel_for_each(c.extent, [=, &a](index<2> idx) restrict(amp) {
		double sum = 0;
		for (int k = 0; k < b.extent[0]; k++)
			sum += a[idx[0]][k] * b[k][idx[1]];
		c[idx[0]][idx[1]] += sum;
		c[idx[0]][(1, idx[1])]--;
		c[idx[0]]
		 [idx[1]]--;
		(c[idx[0]])[idx[1]]--;
		m[idx[0]][idx[1]] = 1;
		c[idx[0]][index<1>(idx[1])]++;
	});
}
// CHECK: sum += a(idx[0], k) * b(k, idx[1]);
// CHECK-NEXT: c(idx[0], idx[1]) += sum;
// CHECK-NEXT: c(idx[0], (1, idx[1]))--;
// CHECK-NEXT: c(idx[0],
// CHECK-NEXT: idx[1])--;
// CHECK-NEXT: (c[idx[0]])[idx[1]]--;
// CHECK-NEXT: m[idx[0]][idx[1]] = 1;
// CHECK-NEXT: c[idx[0]][index<1>(idx[1])]++;
// HOST: sum += a[idx[0]][k] * b[k][idx[1]];

void shift(array_view<double, 3> v, array_view<float, 2> f)
{
	parallel_for_each(v.extent, [=](index<3> i) restrict(amp) {
		array_view<double, 1> row = v[i[0]][i[1]];
		v[i[0]][i[1]][v.extent[2] - 1 - i[2]] = row[0];
		f[i[0]][i[1]] = 1;
	});
}
// CHECK: row = v[i[0]][i[1]];
// CHECK-NEXT: v(i[0], i[1], v.extent[2] - 1 - i[2]) = row[0];
// CHECK-NEXT: f[i[0]][i[1]] = 1;
