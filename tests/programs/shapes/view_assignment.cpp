// An array assigned to a view: the view keeps the array's storage alive.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(16, 1);
	array_view<int, 1> view(16, data);
	for (int n = 0; n < 4; n++) {
		array<int, 1> next(16);
		array_view<const int, 1> from = view;
		parallel_for_each(next.extent, [=, &next](index<1> i) restrict(amp) {
			next[i] = 2 * from[i] + i[0];
		});
		view = next;
	}
	for (int i = 0; i < 16; i++)
		CHECK(view[i] == 16 + 15 * i);
	CHECK(data[3] == 1);
	std::puts("ok");
}
