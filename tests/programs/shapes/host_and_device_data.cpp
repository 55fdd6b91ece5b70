// The host and kernels take turns on the same views, and data that views
// over it changed is right after they are gone.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(20, 1);
	{
		array_view<int, 1> v(20, data);
		for (int n = 0; n < 5; n++) {
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
			v[n] += 1;
			v(19)++;
		}
	} // the last view of the data goes
	int value = 1;
	for (int n = 0; n < 5; n++)
		value = 2 * value + 1;
	CHECK(data[19] == value);
	CHECK(data[10] == 32);
	CHECK(data[0] == 32 + 16);

	int plain[4] = {1, 2, 3, 4};
	array_view<int, 1> v(4, plain);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 10; });
	v.synchronize();
	CHECK(plain[3] == 14);
	plain[3] = 100; // behind the view
	v.refresh();
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
	CHECK(v[3] == 101);
	std::puts("ok");
}
