// No using directive: everything with its namespace, by both its names, and
// an alias.
#include "../check.h"
#include <amp.h>
#include <vector>

namespace amp = Concurrency;

struct kernel {
	amp::array_view<int, 1> view;
	void operator()(Concurrency::index<1> i) const restrict(amp) { view[i] *= 2; }
};

int main()
{
	std::vector<int> data(10, 4);
	concurrency::array_view<int, 1> view(10, data);
	concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
		view[i] += i[0];
	});
	parallel_for_each(view.extent, kernel{view}); // by argument-dependent lookup
	amp::extent<1> e(5);
	amp::parallel_for_each(e, [=](amp::index<1> i) restrict(amp) { view[i] = 0; });
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == (i < 5 ? 0 : 2 * (4 + i)));
	std::puts("ok");
}
