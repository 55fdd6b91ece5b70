// Calls that amp code makes without writing them: of initializers of members, and by functions of
// the standard library. nvcc only warns of them, if at all.
// RUN: ! %ampcc -std=c++20 -fsyntax-only %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = $(grep -c '[C]HECK-DAG: .*error:' %s)
#include <algorithm>
#include <amp.h>
#include <array>
#include <utility>
using namespace concurrency;

// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:5: note: 'next_id(int)' is declared here
int next_id(int step) { return step + 1; }
// CHECK-DAG: {{^ *restrict\(cpu, amp\)$}}
constexpr int twice(int x) { return 2 * x; }
int shared(int x) restrict(cpu, amp) { return x; }

struct item {
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:6: note: the member is here
	int id = next_id(1);
	int weight = twice(2);
};

struct box {
	item content;
	float size = 2;
};

template <typename T> struct counted {
	T n = next_id(3);
};

struct own {
	int id = next_id(1);
	own() {}
	own(int i) restrict(amp) : id(i) {}
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: error: the initializer of the member 'id' calls 'next_id(int)', which is restrict(cpu), in code that is restrict(amp) [C++ AMP 2.3]
	own(float) restrict(amp) {}
	own(int i, int) restrict(amp) : own(i) {}
};

struct fine {
	int a = twice(3), b = shared(4), c = sizeof(next_id(1));
	std::pair<int, float> d = {1, 2.0f};
};

struct by_weight {
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:7: note: 'operator()(int, int)' is declared here
	bool operator()(int a, int b) const { return a < b; }
};

struct by_weight_in_amp {
	bool operator()(int a, int b) const restrict(cpu, amp) { return a < b; }
};

struct key {
	int value;
	bool operator<(const key &other) const { return value < other.value; }
};

void kernels(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:8: error: the initializer of the member 'id' calls 'next_id(int)', which is restrict(cpu), in code that is restrict(amp) [C++ AMP 2.3]
		item a;
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:9: error: the initializer of the member 'id' calls 'next_id(int)'
		item b{};
		item c{1}, d{.id = 2};
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:9: error: the initializer of the member 'id' calls 'next_id(int)'
		item e{.weight = 2};
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:7: error: the initializer of the member 'id' calls 'next_id(int)'
		box f;
		box g{{3}};
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:16: error: the initializer of the member 'n' calls 'next_id(int)'
		counted<int> h;
		own j(3), k(2, 1);
		fine m, n{};
		item copy = c;
		v[i] = a.id + b.id + c.id + d.id + e.id + f.content.id + g.content.id + h.n + j.id + k.id + m.a + n.b + copy.id;
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = std::max(v[i], 3) + std::max(v[i], 4, by_weight_in_amp());
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:10: error: 'max' of the standard library calls 'operator()(int, int)' here, which is restrict(cpu), in code that is restrict(amp) [C++ AMP 2.3]
		v[i] = std::max(v[i], 3, by_weight());
		auto less = [](int x, int y) { return x < y; };
		v[i] += std::min(v[i], 5, less);
		std::pair<key, int> p = {{1}, 2}, q = p;
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:11: error: '{{.*}}' of the standard library calls 'operator<(const key &)' here
		v[i] += p < q;
		std::array<int, 3> a = {3, 1, 2};
		std::sort(a.begin(), a.end());
		std::swap(a[0], a[1]);
		v[i] += a[0];
	});
}

// Default constructors of bases and members that a constructor says nothing of.
struct numbered {
	int n;
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: note: 'numbered' is declared here
	numbered() : n(1) {}
	numbered(int k) restrict(cpu, amp) : n(k) {}
};
template <typename T> struct numbered_as {
	T n;
	numbered_as() : n(1) {}
	numbered_as(T k) restrict(cpu, amp) : n(k) {}
};
struct for_both {
	int n;
	for_both() restrict(cpu) : n(1) {}
	for_both() restrict(amp) : n(2) {}
};
struct derived : numbered {
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: error: the base class 'numbered' is left to its default constructor, which is restrict(cpu), in code that is restrict(amp) [C++ AMP 2.3]
	derived() restrict(cpu, amp) {}
	derived(int k) restrict(cpu, amp) : numbered(k) {}
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: error: the base class 'numbered' is left
	derived(const derived &) restrict(cpu, amp) {}
	derived(float) restrict(cpu) {}
};
typedef numbered_as<float> numbered_float;
struct derived_from_template : numbered_float, for_both {
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: error: the base class 'numbered_as' is left
	derived_from_template() restrict(amp) {}
	derived_from_template(int k) restrict(amp) : numbered_as(k) {}
	derived_from_template(float k) restrict(amp) : numbered_float(k) {}
};
template <typename T> struct derived_template : numbered_as<T> {
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: error: the base class 'numbered_as' is left
	derived_template() restrict(amp) {}
	derived_template(T k) restrict(amp) : numbered_as<T>(k) {}
};
struct holder {
	numbered one;
	for_both both;
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: error: the member 'one' is left to its default constructor, which is restrict(cpu), in code that is restrict(amp) [C++ AMP 2.3]
	holder() restrict(cpu, amp) {}
	holder(int k) restrict(cpu, amp) : one(k) {}
	holder(const holder &) = default;
};

void made(array_view<int> v) {
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		derived_template<int> t, u(3);
		holder h(2), g(h);
		v[i] = t.n + u.n + g.one.n;
	});
}

// Loops over ranges, arrays of members, and what destructors destroy.
template <typename T> struct host_range {
	T n;
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:5: note: 'begin' is declared here
	T *begin() { return &n; }
	T *end() { return &n + 1; }
};
struct half_range {
	int a[2];
	int *begin() restrict(cpu) { return a; }
	int *begin() restrict(amp) { return a; }
	int *end() { return a + 2; }
};
struct amp_range : half_range {
	int *end() restrict(cpu, amp) { return a + 2; }
};
struct three {
	numbered n[3];
	int size[2] = {1, 2};
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: error: the member 'n' is left to its default constructor, which is restrict(cpu)
	three() restrict(cpu, amp) {}
};
struct ended {
	int n;
	~ended() {}
};
template <typename T> struct ends_member {
	T part[2];
	ends_member() restrict(cpu, amp) {}
	~ends_member() restrict(cpu, amp) {}
};
struct ends_base : ended {
	ends_base() restrict(cpu, amp) {}
	// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:2: error: a destructor in restrict(amp) code destroys the base class 'ended', whose destructor is restrict(cpu) [C++ AMP 2.2.2]
	~ends_base() restrict(cpu, amp) {}
};

void loops(array_view<host_range<int>> h, array_view<half_range> m, array_view<amp_range> a) {
	parallel_for_each(h.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:17: error: the loop calls 'begin', which is restrict(cpu), in code that is restrict(amp) [C++ AMP 2.3]
		for (int &x : h[i])
			x = 1;
		// CHECK-DAG: implicit_calls.cpp:[[# @LINE + 1]]:17: error: the loop calls 'end', which is restrict(cpu)
		for (int &x : m[i])
			x = 1;
		for (int &x : a[i])
			x = 1;
		std::array<int, 2> two = {1, 2};
		for (int &x : two)
			a[i].a[0] += x;
	});
}
