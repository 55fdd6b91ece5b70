// Call operators that differ only in restriction.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct doubler {
	int operator()(int x) const restrict(cpu) { return 2 * x; }
	int operator()(int x) const restrict(amp) { return 2 * x + 1; }
};

int main()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	doubler d;
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = d(i[0]); });
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 2 * i + 1);
	CHECK(d(4) == 8);
	std::puts("ok");
}
