// A C library with kernels in it, in a C++ AMP program.
// static: library_c.c
#include "library_c.h"

#include <amp.h>
#include <iostream>
#include <vector>

int main()
{
	std::vector<float> data(1000, 2.0f);
	scale(data.data(), static_cast<int>(data.size()), 3.0f);

	concurrency::array_view<float, 1> v(1000, data);
	concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] += 1; });
	v.synchronize();
	std::cout << (data[0] == 7 && data[999] == 7 ? "ok" : "wrong") << "\n";
}
