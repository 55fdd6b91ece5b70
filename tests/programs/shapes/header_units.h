#ifndef HEADER_UNITS_H
#define HEADER_UNITS_H

#include <amp.h>
#include <vector>

inline int square(int x) restrict(cpu, amp) { return x * x; }

inline int sum_of_squares(int n)
{
	std::vector<int> data(n);
	concurrency::array_view<int, 1> view(n, data);
	parallel_for_each(view.extent,
	                  [=](concurrency::index<1> i) restrict(amp) { view[i] = square(i[0]); });
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += view[i];
	return sum;
}

template <typename T> T twice(T x)
{
	concurrency::array<T, 1> one(1);
	parallel_for_each(one.extent, [=, &one](concurrency::index<1> i) restrict(amp) {
		one[i] = x + x;
	});
	std::vector<T> result = one;
	return result[0];
}

#endif
