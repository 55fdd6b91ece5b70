// Several kernels in a function, on a line, in a condition, and in a loop.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(8);
	array_view<int, 1> v(8, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; }); parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 2; });
	for (int n = 0; n < 3; n++)
		if (n % 2 == 0)
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += n; });
		else
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 10; });
	CHECK(v[7] == 32);
	std::puts("ok");
}
