// Vector addition, the smallest whole program: array_views over host memory,
// one kernel, and the results read back through the view.
//
// Prints: the first five sums and the number of wrong ones.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

int main()
{
	const int size = 1 << 20;
	std::vector<int> a_data(size), b_data(size), sum_data(size);
	for (int i = 0; i < size; i++) {
		a_data[i] = i + 1;
		b_data[i] = i + 6;
	}

	// const: read on the accelerator, so never copied back from it.
	array_view<const int, 1> a(size, a_data);
	array_view<const int, 1> b(size, b_data);
	array_view<int, 1> sum(size, sum_data);
	// The current contents of sum are not needed, so they are not copied there.
	sum.discard_data();

	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { sum[i] = a[i] + b[i]; });

	// The first access on the host brings the data back.
	for (int i = 0; i < 5; i++)
		std::cout << sum[i] << " ";
	int wrong = 0;
	for (int i = 0; i < size; i++)
		wrong += sum[i] != 2 * i + 7;
	std::cout << "\n" << wrong << " wrong\n";
}
