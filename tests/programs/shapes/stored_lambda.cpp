// Kernels in variables, launched once, twice, and through a host function
// template.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename Kernel> void launch_twice(extent<1> e, const Kernel &kernel)
{
	parallel_for_each(e, kernel);
	parallel_for_each(e, kernel);
}

int main()
{
	std::vector<int> data(25);
	array_view<int, 1> view(25, data);
	auto add_one = [=](index<1> i) restrict(amp) { view[i] += 1; };
	parallel_for_each(view.extent, add_one);
	parallel_for_each(view.extent, add_one);
	launch_twice(view.extent, add_one);

	const auto times = [view](index<1> i) restrict(amp) { view[i] *= i[0]; };
	parallel_for_each(view.extent, times);
	launch_twice(view.extent, [=](index<1> i) restrict(amp) { view[i] -= 2; });

	for (int i = 0; i < 25; i++)
		CHECK(view[i] == 4 * i - 4);
	std::puts("ok");
}
