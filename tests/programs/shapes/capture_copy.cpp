// [=]: views and scalars by value.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(100, 1);
	array_view<int, 1> view(100, data);
	int add = 5;
	unsigned factor = 3;
	bool negate = true;
	double half = 0.5;
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		int value = (view[i] + add) * static_cast<int>(factor) + static_cast<int>(i[0] * half);
		view[i] = negate ? -value : value;
	});
	add = 0; // no longer seen
	for (int i = 0; i < 100; i++)
		CHECK(view[i] == -(18 + i / 2));
	std::puts("ok");
}
