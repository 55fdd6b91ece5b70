// Generic lambdas as kernels and inside of them, C++14.
// options: -std=c++14
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(12);
	array_view<int, 1> view(12, data);
	parallel_for_each(view.extent, [=](auto i) restrict(amp) { view[i] = i[0] + 1; });
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		auto twice = [](auto x) restrict(amp) { return x + x; };
		view[i] = twice(view[i]) + static_cast<int>(twice(0.25f) * 2);
	});
	array_view<int, 2> grid(3, 4, data);
	parallel_for_each(grid.extent, [=](auto i) restrict(amp) { grid[i] -= i[0]; });
	for (int i = 0; i < 12; i++)
		CHECK(grid(i / 4, i % 4) == 2 * (i + 1) + 1 - i / 4);
	std::puts("ok");
}
