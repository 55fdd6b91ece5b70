#include <amp.h>
#include <vector>
using namespace concurrency;

namespace {

int changed(int x) restrict(cpu, amp) { return x * 100; }

struct object {
	array_view<int, 1> view;
	void operator()(index<1> i) const restrict(amp) { view[i] = changed(view[i]); }
};

void run(array_view<int, 1> view)
{
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = changed(i[0]); });
}

} // namespace

int from_the_other_unit()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	run(view);
	parallel_for_each(view.extent, object{view});
	return view[5];
}
