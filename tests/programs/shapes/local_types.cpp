// Types that are declared in a function, one or several by a statement, and captured.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

// Several names in one typedef, of a class without a name of its own, too.
static void typedefs()
{
	std::vector<int> data(8, 1);
	array_view<int> v(8, data);
	typedef int pair[2], number, *pointer, (*grid)[3], triple[3];
	typedef const struct { number a, b; } inner, inners[2], *inner_pointer;
	typedef struct node {
		int value;
		node next() const restrict(amp) { return {value + 100}; }
	} *list;
	inner captured = {1000, 2000};
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		pair p = {1, 2};
		number n = 3;
		pointer q = &n;
		triple t[2] = {{1, 2, 3}, {4, 5, 6}};
		grid g = t;
		v[i] += p[0] + p[1] + *q + g[1][2];
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		inners s = {{10, 20}, {30, 40}};
		inner_pointer p = s;
		struct node first = {0};
		list l = &first;
		v[i] += p[1].b + l->next().value + captured.a;
	});
	CHECK(v[7] == 1 + 12 + 40 + 100 + 1000);
}

template <typename T> struct painter {
	enum palette { grey };
	// Enumerations: captured, compared, switched over, as an element and as an argument.
	static T paint(int n)
	{
		const int base = 5;
		enum class shade : unsigned { light = base, dark };
		enum color { red = 1, green, blue = green + 2 };
		typedef enum { off, on } state;
		enum { TILE = 4 };
		enum { low, high } level = high;
		state lamp = on;
		shade s = shade::dark;
		color c = n > 4 ? blue : red, other(green);
		std::vector<color> colors(8, red);
		array_view<const color> in(8, colors);
		std::vector<T> data(8);
		array_view<T> v(8, data);
		parallel_for_each(v.extent.template tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
			tile_static T cache[TILE];
			enum color mine = in[t.global] == red ? c : other;
			cache[t.local[0]] = 0;
			t.barrier.wait();
			switch (mine) {
			case red: cache[t.local[0]] = 1; break;
			case blue: cache[t.local[0]] = 10; break;
			default: break;
			}
			if (s == shade::dark && lamp == on && level == high && grey == 0)
				v[t.global] = cache[t.local[0]] + static_cast<T>(s);
		});
		return v[7];
	}
};

// What a class in a function names is named in its kernels, too.
static int work(int n)
{
	enum class later : int;
	struct worker {
		enum state { ready = 3, busy };
		typedef int number;
		array_view<number> v;
		state s;
		static number half(number x) restrict(amp) { return x / 2; }
		void run() const
		{
			enum { extra = 7 };
			const auto w = v;
			const state t = s;
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
				const number k = t;
				w[i] = t == busy ? half(k) + extra : ready;
			});
		}
		int operator()(int k) const restrict(cpu, amp) { return s == busy ? k : ready; }
	};
	enum class later : int { now = 100 };
	std::vector<int> data(n);
	worker w = {array_view<int>(n, data), worker::busy};
	w.run();
	const array_view<int> v = w.v;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] += w(10) + worker::ready + static_cast<int>(later::now);
	});
	return v[n - 1];
}

// Classes in a kernel, with members of a template's type or of views, with a name and without.
template <typename T> static int place_of_largest(array_view<const T> v)
{
	std::vector<int> place(1);
	array_view<int> out(place);
	parallel_for_each(v.extent.template tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		tile_static struct { T value; int at; } best[8];
		struct candidate {
			array_view<const T> from;
			int at;
			T value() const restrict(amp) { return from[at]; }
		} mine = {v, t.global[0]};

		best[t.local[0]].value = mine.value();
		best[t.local[0]].at = mine.at;
		t.barrier.wait();
		if (t.local[0] == 0) {
			for (int k = 1; k < 8; k++)
				if (best[k].value > best[0].value)
					best[0] = best[k];
			out[0] = best[0].at;
		}
	});
	return out[0];
}

// Classes of code for accelerators, whose members' types depend on its parameters.
template <typename T> T sum_of_pair(T x, T y) restrict(cpu, amp)
{
	struct pair {
		T first, second;
		T sum() const { return first + second; }
	};
	const pair p = {x, y};
	return p.sum();
}
template <typename View> void in_amp_code(View v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		struct cursor {
			View view;
			decltype(i) at;
			int &get() const { return view[at]; }
		};
		auto twice = [](auto x) {
			struct boxed {
				decltype(x) value;
			};
			boxed b = {x};
			return b.value + b.value;
		};
		const cursor c = {v, i};
		c.get() = sum_of_pair(i[0], 1) + twice(10) + static_cast<int>(twice(0.5f));
	});
}

// What speaks of the types of variables: of a template's, a generic lambda's, and others.
template <typename T> float of_variables(array_view<float> v, T seed)
{
	float x = 2;
	auto xy = seed;
	const int bound = 3;
	struct scaled {
		decltype(x) a;
		decltype(xy) b;
		decltype(seed) c[bound];
		decltype(x + xy) both() const restrict(cpu, amp) { return a * b; }
	} s{x, xy, {seed}};
	struct holder {
		scaled inner;
		float first(decltype(v) w) const restrict(amp) { return w(0); }
	} h{s};
	enum { size = sizeof(xy) };
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		holder k{s};
		v[i] = s.both() + h.inner.a + h.inner.c[0] + int(size) + k.inner.b;
	});
	return v[0];
}
static void of_parameters()
{
	std::vector<int> data(8);
	array_view<int, 1> v(8, data);
	auto run = [=](auto x, auto... rest) {
		struct local {
			decltype(x) value;
			decltype(x) twice() const restrict(cpu, amp) { return value + value; }
		};
		local m{x};
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			local l{x};
			v[i] = static_cast<int>(l.twice() + m.value) + i[0] + int(sizeof...(rest));
		});
	};
	run(1);
	CHECK(v[3] == 2 + 1 + 3);
	run(2.5f, 1, 2);
	CHECK(v[3] == 7 + 3 + 2);
	int n = 5;
	struct direct {
		decltype(n) k;
	} d{n};
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = d.k; });
	CHECK(v[1] == 5);
}

// In a lambda that initializes what is in no function.
static const int of_a_variable = [] {
	enum { FIVE = 5 };
	struct scaled {
		int by;
		int operator()(int x) const restrict(amp) { return by * x; }
	} scale{3};
	array_view<int, 1> v(2);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = scale(FIVE); });
	return v[1];
}();
template <typename T> struct of_a_member {
	int value = [] {
		enum class kind { one, two };
		struct pair {
			T first;
			kind second;
		} p{T(6), kind::two};
		array_view<int, 1> v(2);
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			v[i] = static_cast<int>(p.first) + (p.second == kind::two);
		});
		return v[0];
	}();
};

int main()
{
	CHECK(of_a_variable == 15);
	CHECK(of_a_member<float>().value == 7);
	const float numbers[8] = {1, 5, 2, 4, 9, 3, 0, 7};

	CHECK(place_of_largest(array_view<const float>(8, numbers)) == 4);
	typedefs();
	of_parameters();
	std::vector<float> floats(2);
	CHECK(of_variables(array_view<float>(2, floats), 3.0f) == 6 + 2 + 3 + 4 + 3);
	CHECK(of_variables(array_view<float>(2, floats), 4) == 8 + 2 + 4 + 4 + 4);
	std::vector<int> data(8);
	array_view<int, 1> v(8, data);
	in_amp_code(v);
	CHECK(v[5] == 6 + 20 + 1);
	CHECK(work(4) == 2 + 7 + 10 + 3 + 100);
	CHECK(painter<int>::paint(8) == 16);
	CHECK(painter<float>::paint(3) == 7);
	std::puts("ok");
}
