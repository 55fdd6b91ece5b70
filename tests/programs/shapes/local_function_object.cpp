// A kernel class that is local to a function.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static void run(array_view<int, 1> view, int value)
{
	struct kernel {
		array_view<int, 1> view;
		int value;
		void operator()(index<1> i) const restrict(amp) { view[i] = value + i[0]; }
	};
	kernel k = {view, value};
	parallel_for_each(view.extent, k);
}

int main()
{
	std::vector<int> data(6);
	array_view<int, 1> view(6, data);
	run(view, 4);
	CHECK(view[5] == 9);
	std::puts("ok");
}
