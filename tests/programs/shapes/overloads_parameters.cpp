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

int main()
{
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
