// Captured parameter packs: of functions and of generic lambdas, empty ones, two in one
// kernel, in tiled kernels, in lambdas of the kernel, and of objects that hold views; templates
// with two packs. Launches that an expansion repeats, whose kernels have an element each.
#include "../check.h"
#include <amp.h>
#include <tuple>
#include <utility>
#include <vector>
using namespace concurrency;

template <typename F, typename... Args> static void run(extent<1> e, F f, Args... args)
{
	parallel_for_each(e, [=](index<1> i) restrict(amp) { f(i, args...); });
}

static int sum() restrict(cpu, amp) { return 0; }

template <typename T, typename... Rest> static int sum(T first, Rest... rest) restrict(cpu, amp)
{
	return first + sum(rest...);
}

template <typename... Views>
static void add_up(array_view<int, 1> out, int limit, Views... views)
{
	parallel_for_each(out.extent, [out, limit, views...](index<1> i) restrict(amp) {
		if (i[0] >= limit)
			return;
		auto at = [=](index<1> j) { return j[0] * 0 + sum(views[j]...); };
		out[i] = at(i) + int(sizeof...(views));
	});
}

template <typename... Args> static void count(array_view<int, 1> out, Args... args)
{
	parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = sizeof...(args); });
}

template <typename... Views>
static void reverse_tiles(array_view<int, 1> out, Views... views)
{
	parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		tile_static int tile[4];

		tile[t.local[0]] = sum(views[t.global]...);
		t.barrier.wait();
		out[t.global] = tile[3 - t.local[0]];
	});
}

struct scaled {
	array_view<int, 1> view;
	int factor;
	int operator[](index<1> i) const restrict(amp) { return factor * view[i]; }
};

// Two packs, of which the kernel captures one, two or none, and takes a class of the function.
template <typename... Sizes, typename... Args>
static int weigh(array_view<int, 1> out, std::tuple<Sizes...>, Args... args)
{
	struct sizes {
		int all, count;
	};
	const sizes s = {sum(int(sizeof(Sizes))...), int(sizeof...(Sizes))};
	parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
		sizes copy = s;
		out[i] = copy.all + 100 * copy.count + 1000 * sum(args...);
	});
	parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
		out[i] += 10 * int(sizeof...(Sizes)) * sum(int(sizeof(Args))...);
	});
	return out[0];
}

template <int... Weights, typename... Args>
static int weighted(array_view<int, 1> out, std::integer_sequence<int, Weights...>, Args... args)
{
	parallel_for_each(out.extent, [out, args...](index<1> i) restrict(amp) {
		out[i] = sum(args * Weights...);
	});
	return out[0];
}

template <typename... Views> static void fill_each(int first, Views... views)
{
	int done[] = {(parallel_for_each(views.extent, [=](index<1> i) restrict(amp) {
		views[i] = typename Views::value_type(first + i[0]);
	}), 0)...};
	(void)done;
}

template <int... Places, typename... Args>
static void weigh_each(array_view<int, 1> out, std::integer_sequence<int, Places...>, Args...)
{
	int done[] = {(parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		out[Places] = Places + 10 * int(sizeof(Args));
	}), 0)...};
	(void)done;
}

int main()
{
	std::vector<int> a(8, 1), b(8, 2), c(8, -1);
	array_view<int, 1> x(a), y(b), z(c);

	run(x.extent, [=](index<1> i) restrict(amp) { x[i] += i[0]; });
	run(x.extent, [](index<1> i, array_view<int, 1> to, array_view<int, 1> from, int k) restrict(amp) {
		to[i] += k * from[i];
	}, y, x, 10);
	for (int i = 0; i < 8; i++)
		CHECK(x[i] == 1 + i && y[i] == 12 + 10 * i);

	add_up(z, 6, x, y, scaled{x, 100});
	for (int i = 0; i < 8; i++)
		CHECK(z[i] == (i < 6 ? 111 * (1 + i) + 2 + 3 : -1));
	add_up(z, 8);
	CHECK(z[7] == 0);
	count(z, 1, x, 2.5);
	CHECK(z[0] == 3);

	reverse_tiles(z, x, y);
	for (int i = 0; i < 8; i++)
		CHECK(z[i] == 11 * (1 + (i ^ 3)) + 2);

	auto both = [&](auto... first) {
		return [=](auto... second) {
			parallel_for_each(z.extent, [=](index<1> i) restrict(amp) {
				z[i] = sum(first...) * sum(second[i]...);
			});
		};
	};
	both(1, 2, 3)(x, y);
	for (int i = 0; i < 8; i++)
		CHECK(z[i] == 6 * (11 * (1 + i) + 2));

	CHECK(weigh(z, std::tuple<int, double>(), 1, 2, 3) == 12 + 200 + 6000 + 10 * 2 * 12);
	CHECK(weighted(z, std::integer_sequence<int, 1, 10, 100>(), 1, 2, 3) == 321);
	std::vector<float> floats(8);
	array_view<float, 1> f(floats);
	fill_each(3, x, f);
	CHECK(x[7] == 10 && f[7] == 10);
	weigh_each(z, std::integer_sequence<int, 5, 2>(), 'a', 1.0);
	CHECK(z[5] == 15 && z[2] == 82);
	std::puts("ok");
}
