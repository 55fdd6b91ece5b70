// [&arr, x]: each capture by its name.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	array<unsigned, 1> arr(50);
	unsigned x = 7;
	std::vector<unsigned> data(50, 100);
	array_view<unsigned, 1> view(50, data);
	parallel_for_each(arr.extent, [&arr, x, view](index<1> i) restrict(amp) {
		arr[i] = x * i[0] + view[i];
	});
	std::vector<unsigned> result = arr;
	for (unsigned i = 0; i < 50; i++)
		CHECK(result[i] == 7 * i + 100);
	std::puts("ok");
}
