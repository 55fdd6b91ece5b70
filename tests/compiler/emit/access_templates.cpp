// What kernels in templates do with views: found in the definition, where it holds if
// the types are numbers and views of them.
// RUN: %emit | %FileCheck %s
// RUN: %ampcc -c -o %t.o %s
#include <amp.h>
using namespace concurrency;

template <typename T, int N> void scale(array_view<T, N> to, array_view<T, N> from, T by)
{
	parallel_for_each(to.extent, [=](index<N> i) restrict(amp) { to[i] = from[i] * by; });
}
// CHECK-LABEL: struct scale_kernel_1_{{.*}} {
// CHECK: visit(to, Concurrency::details::access_if<T>(AMP_ACCESS_WRITE));
// CHECK: visit(from, Concurrency::details::access_if<T>(AMP_ACCESS_READ));

// What does not depend on the parameters is certain:
template <typename F> void transform(array_view<float, 1> to, array_view<float, 1> from, F f)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { to[i] = f(from(i)); });
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
		const float x = from[i];

		to[i] = f(x);
	});
}
// f may be anything: a view, or what changes the element that it gets a reference to
// CHECK-LABEL: struct transform_kernel_1_{{.*}} {
// CHECK: visit(to, AMP_ACCESS_WRITE);
// CHECK: visit(from, Concurrency::details::access_if<decltype(f)>(AMP_ACCESS_READ));
// CHECK-LABEL: struct transform_kernel_2_{{.*}} {
// CHECK: visit(from, AMP_ACCESS_READ);
// CHECK: visit(to, AMP_ACCESS_WRITE);

// With the index, too:
template <typename F> void generate(array_view<float, 1> v, F f)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(i); });
	parallel_for_each(v.extent, [=](const index<1> i) restrict(amp) { v[i] = f(i); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(v); });
}
// CHECK-LABEL: struct generate_kernel_1_{{.*}} {
// CHECK: visit(v, Concurrency::details::access_if<decltype(f)>(AMP_ACCESS_WRITE));
// CHECK-LABEL: struct generate_kernel_2_{{.*}} {
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct generate_kernel_3_{{.*}} {
// CHECK: visit(v);

template <typename V> void fill(V v)
{
	parallel_for_each(v.extent, [=](auto i) restrict(amp) { v[i] = 1; });
	parallel_for_each(v.extent, [=](auto i) restrict(amp) { v[i / 2] = 1; });
	parallel_for_each(v.extent, [=](auto i) restrict(amp) { change(v[i]); });
	parallel_for_each(v.extent, [=](auto i) restrict(amp) { v[i].part = 1; });
}
// CHECK-LABEL: struct fill_kernel_1_{{.*}} {
// CHECK: visit(v, Concurrency::details::access_if<decltype(v)>(AMP_ACCESS_WRITE));
// CHECK-LABEL: struct fill_kernel_2_{{.*}} {
// CHECK: visit(v);
// CHECK-LABEL: struct fill_kernel_3_{{.*}} {
// CHECK: visit(v);
// CHECK-LABEL: struct fill_kernel_4_{{.*}} {
// CHECK: visit(v);

// v[k] of rank 2 is a view:
template <typename T, int N> void project(array_view<T, N> v, array_view<T, N> w)
{
	parallel_for_each(v.extent, [=](index<N> i) restrict(amp) {
		auto row = v[i[0]];
		row[1] = w[i];
	});
}
// CHECK-LABEL: struct project_kernel_1_{{.*}} {
// CHECK: visit(v);
// CHECK: visit(w

template <typename T> class accumulator {
	array_view<T, 1> to, from;

public:
	accumulator(array_view<T, 1> t, array_view<T, 1> f) : to(t), from(f) {}
	T load(index<1> i) const restrict(amp);
	void operator()(index<1> i) const restrict(amp)
	{
		T sum = 0;

		for (int k = 0; k < 3; k++)
			sum += from[k] * 2;
		store(i, sum);
	}
	void store(index<1> i, T x) const restrict(amp) { to[i] = x; }
};
// CHECK-LABEL: class accumulator {
// CHECK: visit(to, Concurrency::details::access_if<{{.*}}>(AMP_ACCESS_WRITE)); visit(from, Concurrency::details::access_if<{{.*}}>(AMP_ACCESS_READ)); }

// A member of it that is another for some arguments:
template <typename T> struct special {
	array_view<T, 1> v;
	void operator()(index<1> i) const restrict(amp) { v[i] = 1; }
};
// CHECK-LABEL: struct special {
// CHECK: visit(v); }
template <> void special<int>::operator()(index<1> i) const restrict(amp) { v[i] += 1; }

template <typename T> struct member {
	array_view<T, 1> v;
	void run() const
	{
		const array_view<T, 1> copy = v;

		parallel_for_each(copy.extent, [=](index<1> i) restrict(amp) { copy[i] = 1; });
	}
};
// CHECK-LABEL: struct run_kernel_1
// CHECK: visit(copy, Concurrency::details::access_if<T>(AMP_ACCESS_WRITE));

// What is called as the kernel is, is one:
template <typename F> void for_each(extent<1> e, F f)
{
	parallel_for_each(e, [=](index<1> i) restrict(amp) { f(i); });
	parallel_for_each(e, [=](index<1> i) restrict(amp) { f(i); f(i / 2); });
	parallel_for_each(e, [=](index<1> i) restrict(amp) { f[i]; });
}
// CHECK-LABEL: struct for_each_kernel_1_{{.*}} {
// CHECK: visit.run(f);
// CHECK-LABEL: struct for_each_kernel_2_{{.*}} {
// CHECK-NOT: visit.run
// CHECK-LABEL: struct for_each_kernel_3_{{.*}} {
// CHECK-NOT: visit.run

struct particle {
	float part;
};
struct twice {
	float operator()(float x) const restrict(amp) { return 2 * x; }
	float operator()(index<1> i) const restrict(amp) { return i[0]; }
	float operator()(array_view<float, 1> v) const restrict(amp) { return v[0]; }
};
static void change(int &x) restrict(amp) { x = 1; }
void all(array_view<int, 1> v, array_view<float, 1> w)
{
	scale(v, v, 2);
	transform(w, w, twice());
	generate(w, twice());
	parallel_for_each(v.extent, accumulator<int>(v, v));
	parallel_for_each(v.extent, special<int>{v});
	member<int>{v}.run();
}

// Initializers in parentheses and braces have no type of their own in a template:
template <typename T> void initialized(array_view<T, 1> v, array_view<T, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		T x(w[i]), y{w[i]}, z[] = {w[i], v[0]};

		v[i] = x + y + z[0];
	});
}
// CHECK-LABEL: struct initialized_kernel_1_{{.*}} {
// CHECK: visit(w
// CHECK: visit(v);

// An operator in front of its operand may be a function's, too; an element is read by it. What is in
// decltype is not evaluated, and that of x ?: y takes x by its value.
template <typename T> void read_first(array_view<T, 1> v, array_view<T, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = -v[i]; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = -w[i]; });
}
// CHECK-LABEL: struct read_first_kernel_1_{{.*}} {
// CHECK: visit(v);
// CHECK-LABEL: struct read_first_kernel_2_{{.*}} {
// CHECK: visit(v, Concurrency::details::access_if<{{.*}}>(AMP_ACCESS_WRITE));
// CHECK: visit(w, Concurrency::details::access_if<{{.*}}>(AMP_ACCESS_READ));
void unevaluated(array_view<int, 1> v, array_view<int, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		decltype(v[i] + 1) x = w[i] ?: w[0];

		v[i] = x + sizeof(v[i]);
	});
}
// CHECK-LABEL: struct unevaluated_kernel_1_{{.*}} {
// CHECK: visit(w, AMP_ACCESS_READ);
// CHECK: visit(v, AMP_ACCESS_WRITE);

// In a template, decltype(auto) may be a reference:
template <typename T> void deduced(array_view<T, 1> v, array_view<T, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		decltype(auto) x = v[i];
		auto y = w[i];

		x = y;
	});
}
// CHECK-LABEL: struct deduced_kernel_1_{{.*}} {
// CHECK: visit(v);
// CHECK: visit(w, Concurrency::details::access_if<{{.*}}>(AMP_ACCESS_READ));

// The tree of a function that expands a pack has what is expanded only for the pack's first element:
inline void store(const int &from, int &to) restrict(amp, cpu) { to = from; }
template <typename... T> void store_pack(T &...x) restrict(amp, cpu) { store(x...); }
template <typename... T> void store_views(index<1> i, const T &...v) restrict(amp, cpu) { store(v[i]...); }
template <int... N> void store_next(const array_view<int, 1> &v, index<1> i) restrict(amp, cpu) { store(v[i + N]...); }
template <int... N> void store_at(const array_view<int, 2> &v, index<2> i) restrict(amp, cpu) { v(i[N]...) = 1; }
template <int... N> void store_index(const array_view<int, 2> &v, index<2> i) restrict(amp, cpu)
{
	v[index<2>(i[N]...)] = 1;
}
template <typename... F> void store_by(int &x, F... f) restrict(amp) { int done[] = {f(x)...}; (void)done; }
template <typename... T> void store_one(int &x, T... by) restrict(amp, cpu) { x = sizeof...(by); }
void packs(array_view<int, 1> a, array_view<int, 1> b, array_view<int, 1> c, array_view<int, 1> d,
           array_view<int, 1> e, array_view<int, 1> f, array_view<int, 1> g)
{
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {
		store_pack(a[i], b[i]);
		store_views(i, c, d);
		store_next<0, 1>(e, i);
		store_by(f[i], [](int &x) { return x; }, [](int &x) { return x = 1; });
		store_one(g[i], 1, 2);
	});
}
// CHECK-LABEL: struct packs_kernel_1_{{.*}} {
// CHECK: visit(a);
// CHECK: visit(b);
// CHECK: visit(c);
// CHECK: visit(d);
// CHECK: visit(e);
// CHECK: visit(f);
// CHECK: visit(g, AMP_ACCESS_WRITE);
void diagonal(array_view<int, 2> v, array_view<int, 2> w, array_view<int, 2> u)
{
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
		store_at<0, 0>(v, i);
		store_index<0, 0>(w, i);
		u(i[0], i[1]) = 1;
	});
}
// CHECK-LABEL: struct diagonal_kernel_1_{{.*}} {
// CHECK: visit(v);
// CHECK: visit(w);
// CHECK: visit(u, AMP_ACCESS_WRITE);
