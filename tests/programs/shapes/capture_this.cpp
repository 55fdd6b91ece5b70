// Kernels in member functions that capture a copy of the object itself.
// options: -std=c++17
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

class line {
	float slope_, offset_;
	float at(float x) const restrict(amp) { return slope_ * x + offset_; }
	template <int N> float times() const restrict(amp) { return N * slope_; }

public:
	line(float slope, float offset) : slope_(slope), offset_(offset) {}
	void apply(array_view<float, 1> v) const
	{
		const line copy = *this;
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = copy.at(v[i]); });
		parallel_for_each(v.extent, [v, self = *this](index<1> i) restrict(amp) {
			v[i] += self.offset_ + self.times<2>();
		});
	}
	void apply_later(array_view<float, 1> v) const;
};

void line::apply_later(array_view<float, 1> v) const
{
	auto self = *this;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] -= self.at(0); });
}

// A function object that launches itself, and has views.
template <typename T> struct adder {
	array_view<const T, 1> from;
	array_view<T, 1> to;

	void operator()(index<1> i) const restrict(amp) { to[i] += from[i]; }
	void twice() const
	{
		auto self = *this;
		parallel_for_each(to.extent, self);
		parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { self(i); });
	}
};

class outer {
	class inner {
		int n_;

	public:
		explicit inner(int n) : n_(n) {}
		int run() const
		{
			array_view<int, 1> v(4);
			inner both[2] = {*this, *this};
			parallel_for_each(v.extent,
			                  [=](index<1> i) restrict(amp) { v[i] = both[0].n_ + both[1].n_ + i[0]; });
			return v[3];
		}
	};

public:
	static int run(int n) { return inner(n).run(); }
};

int main()
{
	std::vector<float> data(10);
	array_view<float, 1> v(10, data);
	for (int i = 0; i < 10; i++)
		v[i] = (float)i;
	line l(2, 1);
	l.apply(v);
	l.apply_later(v);
	for (int i = 0; i < 10; i++)
		CHECK(v[i] == 2 * i + 1 + 1 + 4 - 1);
	adder<float> a = {v, v.section(0, 10)};
	std::vector<float> ones(10, 1.0f);
	a.from = array_view<const float, 1>(10, ones);
	a.twice();
	CHECK(v[3] == 13);
	CHECK(outer::run(5) == 13);
	std::puts("ok");
}
