// Kernels in a constructor, a destructor, and an operator.
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

int main()
{
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
