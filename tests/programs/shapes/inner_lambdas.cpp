// Lambdas in kernels, which capture what the kernel has captured: copies that they may
// change, as in any function.
// options: -std=c++17
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

// A lambda as a part of an object that kernels make.
template <typename F> struct mapped {
	F f;
	explicit mapped(const F &function) restrict(cpu, amp) : f(function) {}
	int operator()(int x) const restrict(cpu, amp) { return f(x); }
};

// What only a capture's initializer names, of a type that the template does not know
template <typename View, typename T> static void add_to(View to, T number)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
		auto add = [view = to, n = number](index<1> k) restrict(amp) { view[k] += n + 1; };
		add(i);
	});
}

// A lambda's list names containers of types that the template does not know, behind others
// and by reference; and a capture has the type that its initializer was declared with.
template <typename T> static int rank_of(const T &) restrict(amp) { return 0; }
template <typename T> static int rank_of(const array_view<T> &) restrict(amp) { return 1; }

template <typename View, typename T> static void sum_of(View to, array<T> &a, T number)
{
	parallel_for_each(to.extent, [=, &a](index<1> i) restrict(amp) {
		auto set = [number, to](index<1> k) restrict(amp) { to[k] = number; };
		auto add = [to, &a](index<1> k) restrict(amp) { to[k] += a[k]; };
		auto rank = [n = number, view = to]() restrict(amp) { return rank_of(view) + 0 * n; };
		set(i);
		add(i);
		to[i] += rank();
	});
}

// A lambda that a template returns, for a template that launches: compilers abbreviate the kernel's name.
template <class F> auto plus_one(F f) restrict(cpu, amp)
{
	return [=](int x) restrict(cpu, amp) { return f(x) + 1; };
}
struct same {
	int operator()(int x) const restrict(cpu, amp) { return x; }
};
template <class F> void change_all(array_view<int> v, F f)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(v[i]); });
}

int main()
{
	auto twice = [](int x) restrict(cpu, amp) { return 2 * x; };
	int n = 5, size_of_tile = 9, data[10] = {};
	std::vector<int> size(7);
	array_view<int> v(10, data);
	array<int> a(10);
	std::vector<int> sum(1);
	array_view<int> a_sum(sum);
	parallel_for_each(extent<1>(1), [=, &a](index<1>) restrict(amp) {
		auto count = [=]() mutable restrict(amp) { return ++n; };
		v[0] = count() + count();
		auto other = [n]() mutable { return ++n; };
		v[1] = other() + other();
		auto add = [v, n](int k) { v[k] += n; };
		add(2);
		auto outer = [=] { return [n] { return n + 1; }() + v[2]; };
		v[3] = outer();
		[&a, n] { a[0] = n; }();
		[=, &a] { a[1] = n; }();
		v[4] = n;
	});
	parallel_for_each(extent<1>(1), [v, s = (int)size.size(), k{3}](index<1>) restrict(amp) {
		v[5] = [s, k] { return s * k; }();
	});
	// enumerators of the function's own
	enum color { red = 3, green };
	parallel_for_each(extent<1>(1), [=, first = red](index<1>) restrict(amp) {
		a_sum[0] = [next = green, first] { return first + 10 * next; }();
	});
	// a capture that only the initializer of a switch names
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		switch (int x = size_of_tile; x) {
		default:
			v[6] = x;
		}
	});
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		const mapped<decltype(twice)> map(twice);
		v[7] = map(n);
	});
	add_to(v.section(8, 1), 4);
	sum_of(v.section(9, 1), a, 30);
	CHECK(a_sum[0] == 43);
	std::vector<int> applied(3, 7);
	array_view<int> all(applied);
	change_all(all, plus_one(same()));
	all.synchronize();
	CHECK(applied[0] == 8 && applied[2] == 8);
	v.synchronize();
	const int expected[] = {13, 13, 5, 11, 5, 21, 9, 10, 5, 36};
	for (int i = 0; i < 10; i++)
		CHECK(data[i] == expected[i]);
	std::vector<int> copied(10);
	copy(a, copied.begin());
	CHECK(copied[0] == 5 && copied[1] == 5);
	std::puts("ok");
}
