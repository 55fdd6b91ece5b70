// Short kernels say which views they have, for a thread that takes several
// points (amp/wide.h): not those with branches or calls, and over two dimensions
// only those that do nothing else with their index.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

void one_dimension(array_view<float, 1> a, array_view<const double, 1> b, float factor)
{
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = factor * b[i + 1]; });
}
// CHECK-LABEL: struct one_dimension_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::wide_kernel<{{.*}}, decltype(a), decltype(b)> amp_wide;

void element_by_element(array_view<float, 2> a, array_view<const float, 2> b)
{
	parallel_for_each(a.extent, [=](index<2> i) restrict(amp) { a[i] += b[i]; });
}
// CHECK-LABEL: struct element_by_element_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::wide_kernel<{{.*}}, decltype(a), decltype(b)> amp_wide;

void uses_its_index(array_view<float, 2> a, array_view<int, 1> sum)
{
	parallel_for_each(a.extent, [=](index<2> i) restrict(amp) { a[i] = i[0]; });
	parallel_for_each(a.extent, [=](index<2> i) restrict(amp) { a[i] = a[i + index<2>(0, 1)]; });
}
// CHECK-LABEL: struct uses_its_index_kernel_1_{{.*}} {
// CHECK-NOT: amp_wide
// CHECK-LABEL: struct uses_its_index_kernel_2_{{.*}} {
// CHECK-NOT: amp_wide

void busy(array_view<float, 1> a, array_view<int, 1> sum)
{
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < 3; k++)
			a[i] += k;
	});
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { atomic_fetch_add(&sum[0], 1); });
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = i[0] > 3 ? 1 : 2; });
}
// CHECK-LABEL: struct busy_kernel_1_{{.*}} {
// CHECK-NOT: amp_wide
// CHECK-LABEL: struct busy_kernel_2_{{.*}} {
// CHECK-NOT: amp_wide
// CHECK-LABEL: struct busy_kernel_3_{{.*}} {
// CHECK-NOT: amp_wide

void tiled(array_view<float, 1> a)
{
	parallel_for_each(a.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) { a[t.global] = 1; });
}
// CHECK-LABEL: struct tiled_kernel_1_{{.*}} {
// CHECK-NOT: amp_wide


// Function objects, too, if nothing is special about copying them, also of templates:
struct scaled {
	array_view<float, 1> to, from;
	float by;
	void operator()(index<1> i) const restrict(amp) { to[i] = by * from[i]; }
};
// CHECK-LABEL: struct scaled {
// CHECK: typedef Concurrency::details::wide_kernel<scaled, decltype(to), decltype(from)> amp_wide;
struct derived_from_it : scaled {
	void operator()(index<1> i) const restrict(amp) { to[i + 1] = 1; }
};
// CHECK-LABEL: struct derived_from_it : scaled {
// CHECK-NOT: amp_wide
template <typename T> struct added {
	array_view<T, 2> to, from;
	void operator()(index<2> i) const restrict(amp) { to[i] += from[i]; }
};
// CHECK-LABEL: struct added {
// CHECK: typedef Concurrency::details::wide_numbers<added, decltype(to), decltype(from)> amp_wide;
struct counting {
	counting(const counting &) restrict(cpu, amp);
	array_view<float, 1> to;
	void operator()(index<1> i) const restrict(amp) { to[i] = 1; }
};
// CHECK-LABEL: struct counting {
// CHECK-NOT: amp_wide

// Functions are as straight as their bodies. One that chooses between elements is not, whatever it is called by.
struct pair {
	float first, second;
};
pair operator+(const pair &a, const pair &b) restrict(amp)
{
	pair sum = {a.first + b.first, a.second + b.second};
	return sum;
}
const pair &operator|(const pair &a, const pair &b) restrict(amp) { return a.first > 2 ? a : b; }
template <int N> const float &chosen(const float &a, const float &b, int c) restrict(amp) { return c ? a : b; }
void calls(array_view<pair> p, array_view<const pair> q, array_view<float> w, array_view<const float> r, int c)
{
	parallel_for_each(p.extent, [=](index<1> i) restrict(amp) { p[i] = p[i] + q[i]; });
	parallel_for_each(p.extent, [=](index<1> i) restrict(amp) { p[i] = p[i] | q[i]; });
	parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] = chosen<0>(w[i], r[i], c); });
	parallel_for_each(w.extent, [=](index<1> i) restrict(amp) {
		const array_view<const float> both[2] = {w, r};
		w[i] = both[c][i];
	});
}
// CHECK-LABEL: struct calls_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::wide_kernel<{{.*}}, decltype(p), decltype(q)> amp_wide;
// CHECK-LABEL: struct calls_kernel_2_{{.*}} {
// CHECK-NOT: amp_wide
// CHECK-LABEL: struct calls_kernel_3_{{.*}} {
// CHECK-NOT: amp_wide
// CHECK-LABEL: struct calls_kernel_4_{{.*}} {
// CHECK-NOT: amp_wide

// What a template's type may do is known where its variables are of the elements' type.
template <typename T, typename Sum> void in_template(array_view<T> w, array_view<const T> r, T by)
{
	parallel_for_each(w.extent, [=](index<1> i) restrict(amp) {
		const T x = r(i);
		w[i] += by * static_cast<T>(x);
	});
	parallel_for_each(w.extent, [=](index<1> i) restrict(amp) {
		Sum x = r[i];
		w[i] = x;
	});
}
template void in_template<float, double>(array_view<float>, array_view<const float>, float);
// CHECK-LABEL: struct in_template_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::wide_numbers<{{.*}}, decltype(r), decltype(w), decltype(by)> amp_wide;
// CHECK-LABEL: struct in_template_kernel_2_{{.*}} {
// CHECK-NOT: amp_wide
// CHECK-LABEL: in_template(
