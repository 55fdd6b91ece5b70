// A lambda inside a kernel, called there.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(20, 3);
	array_view<int, 1> view(20, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		auto square = [](int x) restrict(amp) { return x * x; };
		int k = i[0];
		auto plus_k = [=](int x) restrict(amp) -> int { return x + k; };
		view[i] = plus_k(square(view[i]));
	});
	for (int i = 0; i < 20; i++)
		CHECK(view[i] == 9 + i);
	std::puts("ok");
}
