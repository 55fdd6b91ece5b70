// Kernels, functions, classes and constants in an unnamed namespace; another
// unit has the same names.
// also: unnamed_namespace_2.cc
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int from_the_other_unit();

namespace {

const int AMOUNT = 3;

int changed(int x) restrict(cpu, amp) { return x + AMOUNT; }

struct object {
	array_view<int, 1> view;
	void operator()(index<1> i) const restrict(amp) { view[i] = changed(view[i]); }
};

void run(array_view<int, 1> view)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = changed(i[0]); });
}

namespace inner {
template <typename T> void run(array_view<T, 1> view)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 2; });
}
} // namespace inner

} // namespace

int main()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	run(view);
	inner::run(view);
	parallel_for_each(view.extent, object{view});
	CHECK(view[5] == 2 * (5 + 3) + 3);
	CHECK(from_the_other_unit() == 100 * (5 * 100));
	std::puts("ok");
}
