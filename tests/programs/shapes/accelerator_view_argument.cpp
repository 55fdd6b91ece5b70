// parallel_for_each with an accelerator_view, and a section of one.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	accelerator acc;
	accelerator_view view_of_default = acc.default_view;
	accelerator_view another = acc.create_view(queuing_mode_immediate);
	std::vector<int> data(100, 1);
	array_view<int, 1> view(100, data);
	parallel_for_each(view_of_default, view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
	parallel_for_each(another, view.extent.tile<10>(), [=](tiled_index<10> t) restrict(amp) {
		view[t] *= 3;
	});
	another.wait();
	array<int, 1> a(100, view_of_default);
	copy(view, a);
	parallel_for_each(view_of_default, a.extent, [&a](index<1> i) restrict(amp) { a[i] -= i[0]; });
	std::vector<int> result = a;
	for (int i = 0; i < 100; i++)
		CHECK(result[i] == 6 - i);
	std::puts("ok");
}
