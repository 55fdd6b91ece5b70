// Lambdas and classes in restrict(amp) code are restrict(amp), with or without a clause.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int where() restrict(cpu) { return 1; }
float where() restrict(amp) { return 2.5f; }
float only(int) restrict(amp) { return 1.5f; }

int nested() restrict(amp)
{
	auto l = [](int k) { return where() + k + only(1); };
	auto m = [] { return where(); };
	struct local {
		float get() { return where(); }
	} s;
	decltype(where()) f = 1.5f;
	return (int)(2 * l(0) + 10 * m() + 100 * s.get() + 1000 * f);
}

template <typename T> int in_template(T x) restrict(amp)
{
	auto l = [=](T k) { return where() + k; };
	return (int)(10 * l(x));
}

int on_host()
{
	auto l = [](int k) { return where() + k; };
	struct local {
		int get() { return where(); }
	} s;
	return l(0) * 10 + s.get();
}

int main()
{
	std::vector<int> data(2);
	array_view<int> v(2, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		auto l = [=](int k) { return where() + k; };
		v[i] = i[0] ? in_template(1.f) : nested() + (int)(10000 * l(1));
	});
	CHECK(v[0] == 8 + 25 + 250 + 1500 + 35000);
	CHECK(v[1] == 35);
	CHECK(on_host() == 11);
	std::puts("ok");
}
