// Kernels with a loop that reads elements and writes some, or waits, and those that read some after they wrote others', or
// waited, are compiled once more for views that do not overlap (include/amp/restrict.h): nvcc loads there in front of stores and barriers, and what does not change.
// RUN: %emit | %FileCheck %s
// RUN: %ampcc --amp-robust-access --amp-dump-device -o - %s | grep -v '//' | %FileCheck --allow-empty --check-prefix=ROBUST %s
// RUN: %ptx | %FileCheck --check-prefix=PTX %s
#include <amp.h>
using namespace concurrency;

// ROBUST-NOT: amp_restrict

void stored(array_view<const float> from, array_view<float> to, int n)
{
	parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) {
		for (int k = 0; k < 4; k++)
			to[i[0] + k * n] = 2 * from[i[0] + k * n];
	});
}
// CHECK-LABEL: struct stored_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::restrict_kernel<{{.*}}, decltype(to), decltype(from)> amp_restrict;
// All four loads are in front of the stores, and by the cache for what does not change.
// PTX: .entry {{.*}}amp_untiled_kernelI{{[0-9]+}}stored_kernel_1
// PTX-NOT: ld.global.nc
// PTX: .entry {{.*}}amp_restrict_untiled_kernelI{{[0-9]+}}stored_kernel_1
// PTX-COUNT-4: ld.global.nc.f32
// PTX: .entry {{.*}}amp_restrict_small_domain_kernelI{{[0-9]+}}stored_kernel_1

void waits(array_view<const float, 1> from, array_view<float, 1> to)
{
	parallel_for_each(to.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		tile_static float part[64];
		float sum = 0;
		for (int k = 0; k < 64; k++) {
			part[i.local[0]] = from[k * 64 + i.local[0]];
			i.barrier.wait();
			sum += part[k];
			i.barrier.wait();
		}
		to[i] = sum;
	});
}
// CHECK-LABEL: struct waits_kernel_1_{{.*}} {
// CHECK: amp_restrict;
// PTX: .entry {{.*}}amp_restrict_tiled_kernelI{{[0-9]+}}waits_kernel_1
// PTX: ld.global.nc.f32

void added(array_view<float, 1> sum, array_view<const float, 2> m)
{
	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < m.extent[1]; k++)
			sum[i] += m(i[0], k);
	});
}
// CHECK-LABEL: struct added_kernel_1_{{.*}} {
// CHECK: amp_restrict;

// What is written is read, too, by one load from one of two addresses: it must not be taken for one of constant data.
void chosen(array_view<const float> from, array_view<float> to, int n)
{
	parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) {
		for (int k = 0; k < 4; k++) {
			to[n] = from[i];
			to[i] = k < n ? from[i] : to[i];
		}
	});
}
// CHECK-LABEL: struct chosen_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::restrict_opaque<{{.*}}, decltype(to), decltype(from)> amp_restrict;
// PTX: .entry {{.*}}amp_restrict_untiled_kernelI{{[0-9]+}}chosen_kernel_1
// PTX-NOT: ld.global.nc
// PTX: .entry

// Without a loop: the second d[i] needs no load.
void twice(array_view<const float> d, array_view<float, 2> w)
{
	parallel_for_each(w.extent.tile<1, 64>(), [=](tiled_index<1, 64> i) restrict(amp) {
		w[i] = d[i.global[1]];
		w(i.global[0] + 1, 0) = d[i.global[1]];
	});
	parallel_for_each(w.extent.tile<1, 64>(), [=](tiled_index<1, 64> i) restrict(amp) {
		tile_static float first;
		if (i.local[1] == 0)
			first = w(i.global[0], 0);
		i.barrier.wait();
		w[i] = first + d[i.global[1]];
	});
	parallel_for_each(w.extent.tile<1, 64>(), [=](tiled_index<1, 64> i) restrict(amp) {
		w[i] = d[i.global[1]];
		w[i] += 1;
	});
}
// More views than pointers are passed: those beyond, k and e, are distinct from the others. No element is loaded twice.
void many(array_view<float> a, array_view<float> b, array_view<float> c, array_view<float> d, array_view<float> e,
          array_view<const float> f, array_view<const float> g, array_view<const float> h, array_view<const float> j,
          array_view<const float> k)
{
	parallel_for_each(a.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		const int at = 63 - i.local[0];
		a[i] = f[at];
		b[i] = g[at] + h[at];
		c[i] = j[at];
		d[i] = f[at] + k[at];
		e[i] = j[at] + k[at];
	});
}
// The form that processes several points at a time has such pointers, too.
void two(array_view<const float> d, array_view<float> v, array_view<float> w)
{
	parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { v[i] = d[i]; w[i] = 2 * d[i]; });
}
// CHECK-LABEL: struct twice_kernel_1_{{.*}} {
// CHECK: amp_restrict;
// CHECK-LABEL: struct twice_kernel_2_{{.*}} {
// CHECK: amp_restrict;
// CHECK-LABEL: struct twice_kernel_3_{{.*}} {
// CHECK-NOT: amp_restrict;
// CHECK-LABEL: struct many_kernel_1_{{.*}} {
// CHECK: amp_restrict;
// CHECK-LABEL: struct two_kernel_1_{{.*}} {
// CHECK-NOT: amp_restrict;
// CHECK: amp_wide;
// CHECK-NOT: amp_restrict;
// CHECK: };
// PTX: .entry {{.*}}amp_restrict_tiled_kernelI{{[0-9]+}}twice_kernel_1
// PTX: ld.global.nc.f32
// PTX-NOT: ld.global
// PTX: .entry
// PTX: .entry {{.*}}amp_restrict_tiled_kernelI{{[0-9]+}}many_kernel_1
// PTX-COUNT-5: ld.global
// PTX-NOT: ld.global
// PTX: .entry

void without(array_view<float, 1> sum, array_view<const float, 2> m)
{
	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) {
		float s = 0;
		for (int k = 0; k < m.extent[1]; k++)
			s += m(i[0], k);
		sum[i] = s;
	});
	parallel_for_each(sum.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		tile_static float part[64];
		for (int k = 0; k < 2; k++)
			part[i.local[0]] = m(i.global[0], k);
		i.barrier.wait();
		sum[i] = part[63 - i.local[0]];
	});
}
// CHECK-LABEL: struct without_kernel_1_{{.*}} {
// CHECK-NOT: amp_restrict
// CHECK-LABEL: struct without_kernel_2_{{.*}} {
// CHECK-NOT: amp_restrict

// A load by a pointer that may be to an element of either view: nothing says of `b` that it is stored to, or that it is not.
void kept(array_view<int> a, array_view<int> b, int n)
{
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {
		int *x = &b[i];
		x = n > 3 ? x : &a[i];
		for (int k = 0; k < n; k++)
			a[i] = *x + k;
	});
}
// CHECK-LABEL: struct kept_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::restrict_opaque<{{.*}}, decltype(b), decltype(a)> amp_restrict;
// PTX: .entry {{.*}}amp_restrict_untiled_kernelI{{[0-9]+}}kept_kernel_1
// PTX-NOT: ld.global.nc
// PTX: .entry

// Two views are loaded from and stored to. nvcc may find that the stores to one are never made.
void both(array_view<int> a, array_view<int> b, int n)
{
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < n; k++) {
			if (sizeof(int) == 2)
				a[i] = 1;
			b[i] = 2;
			b[i] += k > 3 ? a[i] : b[i];
		}
	});
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {
		int sum = 0;
		for (int k = 0; k < 3; k++)
			a[i] = sum += a[i[0] + k * n] + b[i[0] + k * n];
		a[i] = sum;
		b[i] = sum;
	});
}
// CHECK-LABEL: struct both_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::restrict_opaque<{{.*}}, decltype(a), decltype(b)> amp_restrict;
// PTX: .entry {{.*}}amp_restrict_untiled_kernelI{{[0-9]+}}both_kernel_1
// PTX-NOT: ld.global.nc
// PTX: .entry
// CHECK-LABEL: struct both_kernel_2_{{.*}} {
// CHECK: typedef Concurrency::details::restrict_opaque<{{.*}}, decltype(a), decltype(b)> amp_restrict;

// Both stay in registers during the loop.
void moved(array_view<const float> force, array_view<float> x, array_view<float> v, int n)
{
	parallel_for_each(x.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < n; k++) {
			v[i] += force[static_cast<int>(x[i])];
			x[i] += v[i];
		}
	});
}
// CHECK-LABEL: struct moved_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::restrict_opaque<{{.*}}, decltype(v), decltype(force), decltype(x)> amp_restrict;
// PTX: .entry {{.*}}amp_restrict_untiled_kernelI{{[0-9]+}}moved_kernel_1
// PTX-COUNT-2: st.global
// PTX-NOT: st.global
// PTX: .entry

// Atomic functions keep no address, and what they access no load of the compiler's does.
void counted(array_view<const int> from, array_view<int> counts, int n)
{
	parallel_for_each(from.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < n; k++)
			atomic_fetch_add(&counts[from[k]], 1);
	});
}
// CHECK-LABEL: struct counted_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::restrict_kernel<{{.*}}, decltype(counts), decltype(from)> amp_restrict;

// What is known in a template has premises. Whatever it calls, its views are distinct.
template <typename T> void in_template(array_view<T> to, array_view<const T> from, int n)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < n; k++)
			to[i[0] + k * n] = from[k];
	});
}
template void in_template<float>(array_view<float>, array_view<const float>, int);
// CHECK-LABEL: struct in_template_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::restrict_if<Concurrency::details::are_plain<T>, Concurrency::details::restrict_kernel<{{.*}}, decltype(to), decltype(from)>, Concurrency::details::restrict_opaque<{{.*}}, decltype(to), decltype(from)>> amp_restrict;

template <typename T, typename Function> void transformed(array_view<T> to, array_view<const T> from, int n, Function f)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < n; k++)
			to[i[0] + k * n] = f(from[i[0] + k * n]);
	});
}
struct negated {
	float operator()(float x) const restrict(amp) { return -x; }
};
template void transformed<float>(array_view<float>, array_view<const float>, int, negated);
// PTX: .entry {{.*}}amp_restrict_untiled_kernelI{{[0-9]+}}transformed_kernel_1
// PTX-NOT: ld.global.nc
// PTX: .entry

// A copy of an object whose array is accessed at variable indices would be in local memory, with all of the object: no
// version of the kernel makes one, neither for __restrict__ pointers, nor for several points a thread, nor for aligned views.
struct weights {
	float all[9];
	int n;
	float at(int k) const restrict(amp) { return all[k]; }
};
struct float_pair {
	float x, y;
};
void weighted(array_view<const float> from, array_view<float> to, array_view<float_pair> pairs, weights w)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < w.n; k++)
			to[i[0] + k] = w.at(k) * from[i[0] + k];
	});
	float factors[] = {1, 2, to.extent[0] * 1.0f};
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { to[i] = factors[i[0] % 3] * from[i]; });
	parallel_for_each(pairs.extent, [=](index<1> i) restrict(amp) {
		float_pair p = pairs[i];
		p.x *= w.all[i[0] % w.n];
		pairs[i] = p;
	});
}
// CHECK-LABEL: struct weighted_kernel_1_{{.*}} {
// CHECK-NOT: amp_restrict
// CHECK: typedef Concurrency::details::indexed amp_indexed;
// CHECK-LABEL: struct weighted_kernel_2_{{.*}} {
// CHECK-NOT: amp_wide
// CHECK: amp_indexed;
// PTX: .entry {{.*}}weighted_kernel
// PTX-NOT: .local

struct weighting {
	array_view<const float> from;
	array_view<float> to;
	float all[9];
	int n;
	void operator()(index<1> i) const restrict(amp)
	{
		for (int k = 0; k < n; k++)
			to[i[0] + k] = all[k] * from[i[0] + k];
	}
};
void launch_weighting(const weighting &w)
{
	parallel_for_each(w.to.extent, w);
}
// CHECK-LABEL: struct weighting {
// CHECK: amp_indexed;
// CHECK-NOT: amp_restrict
// CHECK: launch_weighting

// Where only unrolled loops access them, the elements are in registers.
void unrolled(array_view<const float, 2> from, array_view<float, 2> to, weights w)
{
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		for (int y = 0; y < 3; y++)
			for (int x = 0; x < 3; x++)
				to(i[0] + y, i[1]) = w.all[3 * y + x] * from(i[0] + y, i[1] + x);
	});
}
// CHECK-LABEL: struct unrolled_kernel_1_{{.*}} {
// CHECK-NOT: amp_indexed
// CHECK: amp_restrict;
// PTX: .entry {{.*}}unrolled_kernel

// A captured number may be loaded before it is known whether it is needed: the choice is no branch.
void nearest(array_view<const float> from, array_view<float> to, int n)
{
	parallel_for_each(to.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		const int k = i.global[0] - 2;
		to[i] = from[k < 0 ? 0 : k >= n ? n - 1 : k];
	});
	parallel_for_each(to.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		const int last = to.extent[0] - 1, k = i.global[0];
		to[i] = from[k < last ? k : last] + (k < n ? 1 : 2);
	});
}
// CHECK-LABEL: struct nearest_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::choosing amp_chooses;
// CHECK-LABEL: struct nearest_kernel_2_{{.*}} {
// CHECK-NOT: amp_chooses
// PTX: .entry {{.*}}nearest_kernel
// PTX-NOT: bra
// PTX: ret;

// What a template's kernel holds may be an array, so the object is not copied.
template <typename Table> void looked_up(array_view<float> to, Table table)
{
	parallel_for_each(to.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		to[i] = table.at(i.local[0] < table.n ? i.local[0] : table.n - 1);
	});
}
template void looked_up(array_view<float> to, weights table);
// PTX: .entry {{.*}}looked_up
// PTX-NOT: .local
// PTX: ret;

// Arrays of constants are static, so that not every thread has and initializes its own, if only the values of their elements
// are used.
template <typename T> T looked_up_constant(T x, int k) restrict(cpu, amp)
{
	constexpr unsigned table[2][3] = {{1, 2, 3}, {4, 5, 6}};
	const unsigned factor = table[k & 1][k >> 1 & 1];
	return x * factor + sizeof(table) / sizeof(table[0]);
}
int element(const int &x) restrict(amp) { return x; }
const int *kept(const int *x) restrict(amp) { return x; }
void constant_arrays(array_view<int> v, int n)
{
	enum { E = 4 };
	const int c = 5;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		const int k = v[i] & 3;
		const int integers[] = {1, E, -3, 2 * E, c}, longer[5] = {c};
		constexpr float weights[] = {1.0f / 3, (2 * 0.5f), float(3), -.5f, c};
		const int small[] = {1, 2, 3, 4};
		const int captured[] = {n, 1, 2, 3, 4};
		const int several[] = {1, 2, 3, 4, 5}, number = k;
		int changed[] = {1, 2, 3, 4, 5};
		const int decays[] = {1, 2, 3, 4, 5};
		const int referred[] = {1, 2, 3, 4, 5};
		const int whole[] = {1, 2, 3, 4, 5};
		const int copied[] = {1, 2, 3, 4, 5};
		const int *pointer = decays, &reference = referred[k];
		auto inner = [=](int j) restrict(amp) { const int may_be_constant[] = {1, 2, 3, 4, 5}; return may_be_constant[j] + copied[j]; };
		int sum = 0;
		for (auto &one : whole)
			sum += *kept(&one);
		changed[k] += inner(k);
		v[i] = integers[k] + longer[k] + small[k] + captured[k] + several[number] + changed[k] + int(weights[k]) +
		       looked_up_constant(1, k) + pointer[k] + reference + sum + element(integers[k]);
	});
	parallel_for_each(v.extent, [v, c, m = 5](index<1> i) restrict(amp) {
		int k = 3;
		const int of_captured[] = {c, 2 * c, 3, 4, 5}, of_member[] = {m, 2, 3, 4, 5}, of_variable[] = {k, 2, 3, 4, 5};
		v[i] = of_captured[v[i]] + of_member[v[i]] + of_variable[v[i]];
	});
}
// CHECK-LABEL: T looked_up_constant(T x, int k)
// CHECK: static constexpr unsigned table
// CHECK-LABEL: struct constant_arrays_kernel_1_{{.*}} {
// CHECK: {{^}}  const int k =
// CHECK: static const int integers[] =
// CHECK: static constexpr float weights[] =
// CHECK-NOT: static const
// CHECK: void amp_visit
// CHECK-LABEL: struct constant_arrays_kernel_2_{{.*}} {
// CHECK-NOT: static
// CHECK: void amp_visit

template <typename T> constexpr T in_constant_expression(int k) restrict(cpu, amp)
{
	const T powers[] = {1, 2, 3, 4, 5};
	const int table[] = {3, 4, 5, 6, 7};
	return powers[k] + table[k];
}
void use_constant(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = in_constant_expression<int>(v[i] & 1); });
}
// CHECK-LABEL: in_constant_expression(int k)
// CHECK-NOT: static
// CHECK: struct use_constant_kernel_1_
