#define WITH_LARGE
#include "kernel_names.h"
using namespace concurrency;

#if STEP == 1
void counter::add(int n)
{
	array_view<int, 1> view(1, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += n; });
}
#endif

static void step(array_view<int, 1> view)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += STEP; });
}

namespace {
void step_more(array_view<int, 1> view)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += STEP; });
}
} // namespace

void NAME(std::vector<int> &data)
{
	std::vector<long> large(4);
	change(large);
	change(data);
	array_view<int, 1> view(int(data.size()), data);
	step(view);
	step_more(view);
}
