// A kernel that is launched where it is written keeps no references to the views that it
// captures; one whose domain is made by a function of the program's, which may let go of a
// view in the meantime, does, and so does one that outlives the views.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static int references(const array_view<int, 1> &view)
{
	return view.amp_head.buffer->refs;
}

// The view's new elements; nothing else has the old ones.
static extent<1> next_step(array_view<int, 1> &view)
{
	view = array_view<int, 1>(view.extent);
	return view.extent;
}

// Views that only the kernel holds when it runs.
static auto doubling(array_view<int, 1> view)
{
	const array_view<int, 1> mine = view;
	return [=](index<1> i) restrict(amp) { mine[i] *= 2; };
}

int main()
{
	std::vector<int> data(64, 1);
	array_view<int, 1> view(64, data);
	const int held = references(view);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += i[0]; });
	parallel_for_each(view.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) { view[t] += 1; });
	CHECK(references(view) == held);
	const auto twice = doubling(view);
	CHECK(references(view) == held + 1);
	parallel_for_each(view.extent, twice);
	CHECK(references(view) == held + 1);
	for (int i = 0; i < 64; i++)
		CHECK(view[i] == 2 * (i + 2));

	array_view<int, 1> steps(64);
	for (int n = 0; n < 100; n++)
		parallel_for_each(next_step(steps), [=](index<1> i) restrict(amp) { steps[i] = n; });
	bool is_thrown = false;
	try {
		parallel_for_each(extent<1>(0), [=](index<1> i) restrict(amp) { view[i] = 0; });
	} catch (const invalid_compute_domain &) {
		is_thrown = true;
	}
	CHECK(is_thrown);
	CHECK(references(view) == held + 1);
	std::puts("ok");
}
