// A restricted lambda that another kernel captures and calls.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename T, typename Function>
void transform(array_view<T, 1> view, Function function)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = function(view[i]); });
}

int main()
{
	std::vector<int> data(32);
	for (int i = 0; i < 32; i++)
		data[i] = i;
	array_view<int, 1> view(32, data);
	int shift = 3;
	transform(view, [=](int x) restrict(amp, cpu) { return x * x + shift; });
	transform(view, [](int x) restrict(amp) { return -x; });
	for (int i = 0; i < 32; i++)
		CHECK(view[i] == -(i * i + 3));
	std::puts("ok");
}
