// Launches wherever an expression may be: initializers of globals and of members, default arguments, conditions, comma
// operators, switch cases, catch blocks, lambdas that are called in place; kernels that macros make.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <functional>
#include <vector>
using namespace concurrency;
#define PFE(e, ...) parallel_for_each(e, [=](index<1> idx) restrict(amp){__VA_ARGS__})
#define AS_KERNEL(body) [=](index<1> i) restrict(amp) body
static std::vector<int> fill(int n, int k)
{
	std::vector<int> v(n);
	array_view<int> a(v);
	PFE(a.extent, int x = idx[0], y = k; a[idx] = x * y;);
	a.synchronize();
	return v;
}
static std::vector<int> global = fill(5, 3);
static const int global_sum = [] { int s = 0; array_view<int> a(1, &s); array_view<const int> g(global); parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { for (int k = 0; k < 5; k++) a[i] += g[k]; }); a.synchronize(); return s; }();
static int run(std::vector<int> &v, std::function<void(array_view<int>)> f = [](array_view<int> a) { parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] += 1; }); })
{
	array_view<int> a(v);
	f(a);
	a.synchronize();
	return v[0];
}
struct holder {
	std::vector<int> v = fill(4, 2);
	int total = [this] { int s = 0; for (int x : v) s += x; return s; }();
	int sum()
	{
		return [&]() -> int { int s = 0; array_view<int> r(1, &s); array_view<const int> a(v); parallel_for_each(r.extent, AS_KERNEL({ for (int k = 0; k < a.extent[0]; ++k) r[i] += a[k]; })); r.synchronize(); return s; }();
	}
	bool operator()(int k)
	{
		array_view<int> a(v);
		return parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] *= k; }), a.synchronize(), v[1] == 2 * k;
	}
};
int main()
{
	CHECK(global[4] == 12 && global_sum == 30);
	std::vector<int> v(6, 10);
	CHECK(run(v) == 11);
	CHECK(run(v, [](array_view<int> a) { parallel_for_each(a.extent, [a](index<1> i) restrict(amp) { a[i] = a[i] * 2, a[i] -= 1; }); }) == 21);
	holder h;
	CHECK(h.total == 12 && h.sum() == 12 && h(3));
	for (int k : {1, 2, 3}) {
		array_view<int> a(v);
		parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] += k; });
	}
	CHECK(v[5] == 27);
	for (int k = 0; k < 3; k++) {
		array_view<int> a(v);
		switch (k) {
		case 0: parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = 0; }); break;
		case 1: {
			int add = 5;
			parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] += add; });
		} // fall through
		default: parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] -= k; });
		}
		if (k == 2)
			CHECK(a[0] == 2);
		else if (k == 1)
			CHECK(a[0] == 4);
	}
	try {
		throw 7;
	} catch (int e) {
		array_view<int> a(v);
		parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = e; });
	}
	CHECK(v[3] == 7);
	array_view<int> a(v);
	auto set = [=](index<1> i) restrict(amp)
	{
		a[i] = 1;
	};
	auto inc = [=](index<1> i) restrict(amp)
	{
		a[i]++;
	};
	const int chosen = 1;
	chosen ? parallel_for_each(a.extent, set) : parallel_for_each(a.extent, inc);
	if (chosen)
		parallel_for_each(a.extent, inc);
	else
		parallel_for_each(a.extent, set);
	do
		parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] *= 3; });
	while (a[0] < 50);
	CHECK(a[0] == 54);
	struct {
		int n;
		std::vector<int> operator()(int k) const
		{
			std::vector<int> r(n);
			array_view<int> x(r);
			parallel_for_each(x.extent, [=](index<1> i) restrict(amp) { x[i] = k - i[0]; });
			x.synchronize();
			return r;
		}
	} maker = {4};
	CHECK(maker(9)[3] == 6);
	(parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = 8; }), a.synchronize());
	CHECK(([&] { int x = 0; array_view<int> q(1, &x); parallel_for_each(q.extent, [=](index<1> i) restrict(amp) { q[i] = a[0]; }); q.synchronize(); return x; }() == 8));
	std::puts("ok");
}
