// Kernels inside host lambdas, themselves nested, stored and called.
#include "../check.h"
#include <amp.h>
#include <functional>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	int add = 2;
	auto run = [&](int factor) {
		parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
			view[i] += i[0] * factor + add;
		});
	};
	run(1);
	add = 3;
	run(10);
	std::function<void()> outer = [=] {
		auto inner = [=](int n) {
			array_view<int, 1> v = view;
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] -= n + add; });
		};
		inner(100);
	};
	outer();
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 11 * i + 5 - 103);
	std::puts("ok");
}
