// C++20: what that standard brings, in a kernel.
// options: -std=c++20
#include "../check.h"
#include <amp.h>
#include <compare>
#include <concepts>
#include <utility>
#include <vector>
using namespace concurrency;

static_assert(__cplusplus == 202002L, "the standard reaches the compiler");

struct options {
	int factor = 1, shift = 0;
};

template <typename T>
concept small = sizeof(T) <= 4;

template <small T> T half(T x) restrict(cpu, amp) { return x / 2; }

template <typename T>
	requires(sizeof(T) > 4)
T half(T x) restrict(cpu, amp)
{
	return x / 2 + 1000;
}

template <typename T> T tripled(T x) restrict(cpu, amp) requires small<T> && (sizeof(T) > 1)
{
	return 3 * x;
}

template <typename T> struct holder {
	T value;
	T get() const restrict(amp) requires small<T> { return value; }
	T get() const restrict(amp) requires(!small<T>) { return value + 1; }
};

auto added(auto a, auto b) restrict(cpu, amp) { return a + b; }

// Calls f with each element, twice.
void change(array_view<int, 1> v, auto f)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(v[i], v[i]); });
}

struct views {
	array_view<const int, 1> in;
	array_view<int, 1> out;
};

// Structured bindings are captured as variables are.
static void bindings()
{
	std::vector<int> a(8, 2), b(8, 1);
	auto [in, out] = views{array_view<const int, 1>(8, a), array_view<int, 1>(8, b)};
	std::pair<array<int, 1>, int> scaled(array<int, 1>(8), 10);
	auto &[factors, scale] = scaled;
	parallel_for_each(factors.extent, [&factors, scale](index<1> i) restrict(amp) { factors[i] = scale * i[0]; });
	parallel_for_each(out.extent, [=, &factors](index<1> i) restrict(amp) {
		const int factor = factors[i];
		auto product = [=] { return in[i] * factor + scale; };
		out[i] += product();
	});
	for (int i = 0; i < 8; i++)
		CHECK(out[i] == 1 + 2 * 10 * i + 10);
}

// Functions that wait at a tile's barrier, with constraints and `auto`.
static int awaited(auto x, tile_barrier b) restrict(amp)
{
	b.wait();
	return x;
}
template <std::integral T>
	requires small<T>
T awaited_twice(T x, tile_barrier b) restrict(amp)
{
	b.wait();
	return 2 * x;
}
static void tiles()
{
	array_view<int> v(8);
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		v[t] = awaited(t.local[0], t.barrier);
	});
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		v[t] += awaited_twice(t.local[0], t.barrier);
	});
	CHECK(v[0] == 0 && v[7] == 21);
}

// A launch for each element of a pack.
template <typename... F> static void apply_each(array_view<int, 1> v, F... functions)
{
	(parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = functions(v[i]); }), ...);
}

template <typename... T> static int doubled_sum(array_view<int, 1> v, T... values)
{
	parallel_for_each(v.extent, [v, ... twice = 2 * values](index<1> i) restrict(amp) {
		v[i] = (twice + ... + 0);
	});
	return v[0];
}

struct version {
	int major, minor;
	auto operator<=>(const version &) const = default;
};
struct measured {
	float value;
	std::partial_ordering operator<=>(const measured &o) const restrict(cpu, amp) { return value <=> o.value; }
};

// `<=>`, defaulted, the program's and the language's; its types are none of the program's.
static void comparisons()
{
	std::vector<int> data(8);
	array_view<int, 1> v(8, data);
	const version base{1, 3};
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		const version mine{i[0] / 3, i[0]};
		std::strong_ordering order = i[0] <=> 5;
		v[i] = (mine < base) + 10 * (mine == base) + 100 * (order < 0) + 200 * std::is_gt(order);
		v[i] += measured{2.0f} >= measured{float(i[0])} ? 1000 : 0;
	});
	const int expected[] = {1101, 1101, 1101, 110, 100, 0, 200, 200};
	for (int i = 0; i < 8; i++)
		CHECK(v[i] == expected[i]);
}

int main()
{
	comparisons();
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	options o{.factor = 3, .shift = 7};
	parallel_for_each(view.extent, [=]<int N>(index<N> i) restrict(amp) {
		view[i] = half(8) + static_cast<int>(half(8.0)) + added(o.factor * i[0], o.shift);
	});
	CHECK(view[9] == 4 + 1004 + 34);

	auto add = []<int N, small T, typename... Rest>(array_view<T, N> v, T x, Rest...) {
		parallel_for_each(v.extent, [=](index<N> i) restrict(amp) {
			v[i] += x + T(sizeof...(Rest));
		});
	};
	add(view, 100, 1.0, 'c');
	add(view.view_as(extent<2>(2, 5)), 1000);
	CHECK(view[9] == 4 + 1004 + 34 + 102 + 1000);

	change(view, []<small T>(T x, T y) restrict(cpu, amp) -> T { return x + y; });
	change(view, [](small auto x, auto... y) restrict(cpu, amp) { return x - ((2 * y) + ...); });
	change(view, []<int N = 3>(const small auto &x, int) restrict(cpu, amp) { return x * N; });
	CHECK(view[9] == -3 * 2 * (4 + 1004 + 34 + 102 + 1000));

	// constraints of kernels, and of lambdas in them
	parallel_for_each(view.extent, [=]<int N> requires(N == 1) (index<N> i) restrict(amp) {
		auto doubled = []<typename T> requires small<T> (T x) mutable restrict(amp) { return 2 * x; };
		auto next = [](auto x) restrict(amp) requires requires { x + 1; } { return x + 1; };
		view[i] = doubled(i[0]) + next(0) + tripled(1);
	});
	parallel_for_each(view.extent, [=](auto i) restrict(amp) -> void requires(i.rank == 1) {
		view[i] += holder<int>{10}.get() + static_cast<int>(holder<double>{100}.get());
	});
	CHECK(view[9] == 18 + 1 + 3 + 10 + 101);

	enum class unit { one = 1, two };
	using enum unit;
	unit u = two;
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] = u == two ? static_cast<int>(one) : 0;
	});
	CHECK(view[9] == 1);

	// structured bindings, captured; an initializer in front of a range
	const auto [first, second] = options{20, 2};
	struct views {
		array_view<const int, 1> in;
		array_view<int, 1> out;
	} both = {view, view};
	auto &[in, out] = both;
	parallel_for_each(out.extent, [=, third = 3](index<1> i) restrict(amp) {
		const int parts[] = {second, third};
		for (int sum = first; int part : parts)
			out[i] += sum + part;
		out[i] -= in[i] - in[i];
	});
	CHECK(view[9] == 1 + 2 * 20 + 2 + 3);
	bindings();
	tiles();
	std::vector<int> eights(4, 1);
	array_view<int, 1> w(eights);
	apply_each(w, [](int x) restrict(amp) { return x + 1; }, [](int x) restrict(amp) { return x * 4; });
	CHECK(w[3] == 8);
	CHECK(doubled_sum(w, 1, 2, 3) == 12);
	std::puts("ok");
}
