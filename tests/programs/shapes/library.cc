#include "header_units.h"

int sum_in_library(int n)
{
	std::vector<int> data(n);
	concurrency::array_view<int, 1> view(n, data);
	parallel_for_each(view.extent,
	                  [=](concurrency::index<1> i) restrict(amp) { view[i] = i[0]; });
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += view[i];
	return sum + sum_of_squares(3) - 5;
}
