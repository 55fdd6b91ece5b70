// Kernels in a constructor, a destructor, an operator, and what initializes members.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static std::vector<int> left(4);

struct holder {
	explicit holder(int n) : values(n)
	{
		array_view<int, 1> v = values;
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * n; });
	}
	~holder()
	{
		array_view<int, 1> out(4, left);
		array_view<const int, 1> in = values;
		parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = in[i] + 1; });
	}
	holder &operator+=(int n)
	{
		array_view<int, 1> v = values;
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += n; });
		return *this;
	}
	array_view<int, 1> values;
};

static int doubled(int x)
{
	array_view<int, 1> v(1, &x);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
	return v[0];
}

// The clauses in here are not the constructor's and not the function's.
struct table {
	table() : first([this] {
		array_view<int, 1> v(values);
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
		return v[0];
	}()) {}
	std::vector<int> values = [] {
		std::vector<int> squares(4);
		array_view<int, 1> v(squares);
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * i[0]; });
		v.synchronize();
		return squares;
	}();
	int first;
	int largest(int (*f)(int) = [](int x) {
		std::vector<int> one(1, x);
		array_view<int, 1> v(one);
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
		return v[0];
	})
	{
		return f(doubled(values[3]));
	}
};

int main()
{
	table t;
	CHECK(t.first == 1 && t.values[3] == 10 && t.largest() == 21);
	{
		holder h(4);
		h += 10;
		for (int i = 0; i < 4; i++)
			CHECK(h.values[i] == 4 * i + 10);
	}
	for (int i = 0; i < 4; i++)
		CHECK(left[i] == 4 * i + 11);
	std::puts("ok");
}
