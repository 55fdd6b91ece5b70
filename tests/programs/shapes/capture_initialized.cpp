// Init-captures, C++14.
// options: -std=c++14
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

// An array by reference, in a template.
template <typename T> static T scaled(array<T, 1> &from, T factor)
{
	array<T, 1> to(from.extent);
	parallel_for_each(from.extent, [&source = from, &target = to, factor](index<1> i) restrict(amp) {
		target[i] = source[i] * factor;
		source[i] = 0;
	});
	std::vector<T> result = to, rest = from;
	CHECK(rest[3] == 0);
	return result[3];
}

int main()
{
	std::vector<int> data(40, 2);
	array_view<int, 1> view(40, data);
	int n = 6;
	parallel_for_each(view.extent,
	                  [view, twice = 2 * n, part = view.section(10, 30)](index<1> i) restrict(amp) {
		if (i[0] < 30)
			part[i] += twice + i[0];
		else
			view[i[0] - 30] = 9;
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 9);
	for (int i = 0; i < 30; i++)
		CHECK(view[i + 10] == 2 + 12 + i);

	array<int, 1> held(40);
	parallel_for_each(held.extent, [&target = held, n](index<1> i) restrict(amp) {
		target[i] = n - i[0];
	});
	std::vector<int> result = held;
	for (int i = 0; i < 40; i++)
		CHECK(result[i] == 6 - i);
	CHECK(scaled(held, 10) == 30);
	std::puts("ok");
}
