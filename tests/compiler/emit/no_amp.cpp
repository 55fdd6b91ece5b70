// Without kernels there is nothing for a GPU to do; with -c the unit compiles
// all the same.
// RUN: %ampcc --amp-arch=sm_90 --amp-verbose -Wall -Werror -c -o %t.o %s 2> %t && ! grep nvcc %t
// RUN: nm -C %t.o > %t && ! grep amp_module %t
#include <amp.h>
#include <vector>

int main()
{
	std::vector<int> data(4);
	concurrency::array_view<int, 1> v(4, data);
	return v[0];
}
