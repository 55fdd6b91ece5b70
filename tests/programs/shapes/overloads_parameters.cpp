// Functions that compete and differ in restriction and in their parameters: what may not
// be called from a place is no candidate there, however well it would fit.
// options as CUDA: -DAS_CUDA
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

// Constructors and operators of a class: 1 is the CPU's, 2 is the kernel's.
struct number {
	int v;
	number() restrict(cpu, amp) : v(0) {}
	number(int) restrict(cpu) : v(1) {}
	number(float) restrict(amp) : v(2) {}
	number &operator=(int) restrict(cpu) { v = 10; return *this; }
	number &operator=(float) restrict(amp) { v = 20; return *this; }
	int operator()(int) const restrict(cpu) { return 1; }
	int operator()(float) const restrict(amp) { return 2; }
	int operator[](int) const restrict(cpu) { return 1; }
	int operator[](float) const restrict(amp) { return 2; }
	int get(int) const restrict(cpu) { return 1; }
	int get(float) const restrict(amp) { return 2; }
};
int operator+(number, int) restrict(cpu) { return 1; }
int operator+(number, float) restrict(amp) { return 2; }

// They initialize bases, members and elements, and convert arguments and results.
struct derived : number {
	derived(int x) restrict(amp) : number(x) {}
	derived(float x) restrict(cpu) : number(x) {}
};
struct holder {
	number n;
	holder(int x) restrict(amp) : n(x) {}
	holder(float x) restrict(cpu) : n(x) {}
};
struct pair {
	number a, b;
	int c;
};
int value(number n) restrict(cpu, amp) { return n.v; }
number converted(int x) restrict(amp) { return x; }
number converted(float x) restrict(cpu) { return x; }

// Functions beside one for both.
int size(int) restrict(cpu) { return 1; }
int size(float *) restrict(amp) { return 2; }
int size(double) restrict(cpu, amp) { return 3; }
int size_of(double x) restrict(cpu, amp) { return size(x); }
int only(int) restrict(cpu) { return 1; }
int only(double) restrict(cpu, amp) { return 3; }

// Names from a base class, from another namespace, by a using-declaration.
struct base {
	int f(int) const restrict(cpu) { return 1; }
};
struct using_base : base {
	using base::f;
	int f(float) const restrict(amp) { return 2; }
};
namespace shapes {
struct shape {};
int area(shape, int) restrict(cpu) { return 1; }
int edges(int) restrict(cpu) { return 1; }
int edges(float) restrict(amp) { return 2; }
}
int area(shapes::shape, float) restrict(amp) { return 2; }
using shapes::edges;

// Templates.
template <typename T> struct box {
	int v;
	box(T, int) restrict(cpu) : v(1) {}
	box(T, float) restrict(amp) : v(2) {}
};
template <typename T> int in_template(T x) restrict(amp)
{
	number n(x);
	return n.v + (n + x);
}

// Copies: the one takes an argument more, which has a default.
struct copied {
	int v;
	copied() restrict(cpu, amp) : v(0) {}
	copied(const copied &, int n = 0) restrict(cpu) : v(1 + n) {}
	copied(const copied &) restrict(amp) : v(2) {}
};

// The same call in code for both means either: CUDA has one name for one function.
#ifndef AS_CUDA
static int unlike(int) restrict(cpu) { return 1; }
static int unlike(double) restrict(amp) { return 2; }
static int twice() restrict(cpu, amp) { return unlike(1) + (unlike)(unlike(2)); }
#endif

// Where only an instantiation tells which function of a set is meant, or it is one for both: 1 is the CPU's, 2 the kernel's, 3
// that for both.
namespace sets {
int mix(unsigned, unsigned) restrict(cpu) { return 1; }
int mix(const float &, unsigned) restrict(cpu, amp) { return 3; }
int mix(int, unsigned) restrict(amp) { return 2; }
template <typename T> int in_kernel(T x) restrict(amp) { return mix(x, 3u); }
template <typename T> int on_cpu(T x) restrict(cpu) { return mix(x, 3u); }

template <typename T> int over(T) restrict(cpu, amp);
template <typename T> int over(T *) restrict(amp) { return 2; }
int over(int) restrict(cpu) { return 1; }
template <typename T> int over(T) restrict(cpu, amp) { return 3; }
template <> int over<double>(double) restrict(cpu, amp) { return 4; }
template <typename T> int over_in_kernel(T x) restrict(amp) { return over(x); }

// Not divided unless it has to be.
int half(float) restrict(cpu) { return 1; }
int half(long) restrict(cpu, amp) { return 2; }
template <typename T> int half(T) restrict(cpu, amp) { return 3; }

template <typename T> struct box {
	int m(T) const restrict(cpu) { return 1; }
	int m(float) const restrict(amp) { return 2; }
	int m(const double &) const restrict(cpu, amp);
	template <typename U> int m(U, int) const restrict(cpu, amp) { return 5; }
	static int s(T) restrict(cpu) { return 1; }
	static int s(float) restrict(amp) { return 2; }
	static int s(bool, int k = 3) restrict(cpu, amp) { return k; }
	template <typename U> int call(U u) const restrict(amp) { return m(u) + 10 * m(u, 1) + 100 * s(u == U(1)); }
	template <typename U> static int t(const U &) restrict(cpu, amp) { return 3; }
	template <typename U> static int t(U &&) restrict(amp) { return 2; }
	static int t(T) restrict(cpu) { return 1; }
	friend int meet(box, int) restrict(cpu) { return 1; }
	friend int meet(box, float) restrict(amp) { return 2; }
	friend int meet(box, bool) restrict(cpu, amp) { return 3; }
};
template <typename T> int box<T>::m(const double &) const restrict(cpu, amp) { return 3; }
template <typename T> int found_by_arguments(box<int> b, T x) restrict(amp) { return meet(b, x); }

namespace far {
struct x {};
int mix(x, unsigned) restrict(cpu, amp) { return 6; }
struct y {};
int mix(y, unsigned) restrict(amp) { return 7; }
}

// Divided because of one call, which others that are found by their arguments have to follow.
struct z {
	template <typename T> friend int met(z, T &&) restrict(amp) { return 2; }
	template <typename T> friend int met(z, const T &) restrict(cpu, amp) { return 3; }
	friend int met(z, long, z) restrict(amp) { return 4; }
};
struct z0 {
	template <typename T> friend int met0(z0, T &&) restrict(cpu) { return 1; }
	friend int met0(z0, const long &) restrict(cpu, amp) { return 3; }
};
template <typename T> int met0_in_kernel(T x) restrict(amp) { return met0(z0(), x); }
template <typename T> int met_in_kernel(T x) restrict(amp) { return met(z(), x, z()); }

int k(int) restrict(cpu) { return 1; }
int k(long) restrict(amp) { return 2; }
int k(double) restrict(cpu, amp) { return 3; }
namespace user {
using sets::k;
template <typename T> int call(T x) restrict(amp) { return k(x) + 10 * sets::k(x); }
}
#ifndef AS_CUDA
int size_for_both(int x) restrict(cpu, amp) { return size(x); } // 1 on the CPU, 3 in kernels
template <typename T> int for_both(T x) restrict(cpu, amp) { return mix(x, 3u); }
#endif

void test()
{
	array_view<int> v(24);

	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		int one = 1;
		box<int> b;

		v[0] = in_kernel(one);
		v[1] = in_kernel(1.f);
		v[2] = mix(one, 2u);
		v[3] = mix(1.f, 2u);
		v[4] = over_in_kernel(one);
		v[5] = over_in_kernel(&one);
		v[6] = over_in_kernel(1.0);
		v[7] = over(one) + 10 * over<int>(one) + 100 * over(&one);
		v[8] = half(1.f) + 10 * half(1L);
		v[9] = b.call(1.f);
		v[10] = b.call(1.0);
		v[11] = found_by_arguments(b, 1.f);
		v[12] = found_by_arguments(b, true);
		v[13] = in_kernel(far::x());
		v[14] = in_kernel(far::y());
		v[15] = user::call(1L);
		v[16] = user::call(1.0);
		v[18] = met(z(), one) + 10 * met_in_kernel(one);
		long l = 1;
		v[19] = 3 + 10 * met0_in_kernel(l);
		v[17] = box<int>::t(one);
	});
	static const int expected[] = {2, 3, 2, 3, 3, 2, 4, 233, 23, 352, 353, 2, 3, 6, 7, 22, 33, 2, 42, 33};
	for (int i = 0; i < 20; i++)
		CHECK(v[i] == expected[i]);
	CHECK(on_cpu(1u) == 1 && on_cpu(1.f) == 3 && over(1) == 1 && half(1.f) == 1 && half(1L) == 2 && met(z(), 1) == 3 && box<int>().m(1) == 1);
#ifndef AS_CUDA
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		v[0] = for_both(1.f) + 10 * for_both(far::x()) + 100 * size_for_both(1);
	});
	CHECK(v[0] == 363);
	CHECK(size_for_both(1) == 1 && for_both(1.f) == 3 && for_both(far::x()) == 6);
#endif
}
}

int main()
{
	sets::test();
	std::vector<int> data(23, 2);
	array_view<int> v(23, data);

	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		number n(1), m = 1, a[2] = {1, {2}};
		pair p = {1, 2, 3};

		v[0] = n.v;
		v[1] = m.v;
		v[2] = a[0].v;
		v[3] = a[1].v;
		v[4] = p.b.v;
		n = 1;
		v[5] = n.v / 10;
		v[6] = n(1);
		v[7] = n[1];
		v[8] = n.get(1);
		v[9] = n + 1;
		v[10] = derived(1).v;
		v[11] = holder(1).n.v;
		v[12] = value(1);
		v[13] = converted(1).v;
		v[14] = size(1) - 1;
		v[15] = size_of(1) - 1;
		v[16] = only(1) - 1;
		v[17] = using_base().f(1);
		v[18] = area(shapes::shape(), 1);
		v[19] = edges(1);
		v[20] = box<int>(1, 1).v;
		v[21] = in_template(1) / 2;
		copied c, d(c);
		v[22] = d.v;
	});
	for (int i = 0; i < 23; i++)
		CHECK(v[i] == 2);

	number n(1.f), m = 1.f, a[2] = {1.f, {2}};
	pair p = {1.f, 2.f, 3};

	CHECK(n.v == 1 && m.v == 1 && a[0].v == 1 && a[1].v == 1 && p.b.v == 1);
	n = 1.f;
	CHECK(n.v == 10 && n(1.f) == 1 && n[1.f] == 1 && n.get(1.f) == 1 && n + 1.f == 1);
	CHECK(derived(1.f).v == 1 && holder(1.f).n.v == 1 && value(1.f) == 1);
	CHECK(converted(1.f).v == 1 && size(1) == 1 && size_of(1) == 3 && only(1) == 1);
	CHECK(using_base().f(1.f) == 1 && area(shapes::shape(), 1.f) == 1 && edges(1.f) == 1);
	CHECK(box<int>(1, 1.f).v == 1);
	copied c, d(c), e(c, 5);
	CHECK(d.v == 1 && e.v == 6);
#ifndef AS_CUDA
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) { v[0] = twice(); });
	CHECK(v[0] == 4 && twice() == 2);
#endif
	std::puts("ok");
}
