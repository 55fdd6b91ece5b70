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

// Without a clause, all of these are restrict(amp): they call what only amp code can, and
// their types are those of the amp functions.
float members(float x) restrict(amp)
{
	struct base {
		float b;
		explicit base(float y) : b{y + where()} {}
	};
	class local : public base {
		struct inner {
			float value() const { return only(1); }
		};
		float m;
	public:
		local(float y) : base(y), m(only(0) + where())
		{
			static_assert(sizeof(decltype(only(0))) == sizeof(float), "");
		}
		float sum(float y) const { return y + m + b + only(2); }
		operator float() const { return where(); }
		float operator()(float y) const noexcept { return inner().value() + y; }
		float with_clause() const restrict(amp) { return only(3); }
	};
	auto type = [] {
		decltype(where()) z = 0.25f;
		return z;
	};
	auto in_lambda = [=](float y) -> float {
		struct other {
			float get() { return where(); }
		};
		return other().get() + y;
	};
	local l(x);
	return l.sum(0.5f) + l + l(1) + l.with_clause() + type() + in_lambda(x);
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
	std::vector<float> sums(1);
	array_view<float> w(1, sums);
	parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] = members(1); });
	// sum: .5 + 4 + 3.5 + 1.5; then 2.5, 2.5, 1.5, .25, 3.5
	CHECK(w[0] == 19.75f);
	std::puts("ok");
}
