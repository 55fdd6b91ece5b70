// Kernels of functions that have a name in common: overloads in two units, functions of a
// header in units that have others of it, and those of one source that is compiled twice.
// also: kernel_names_2.cc:-DSTEP=1,-DNAME=by_one kernel_names_2.cc:-DSTEP=20,-DNAME=by_twenty
#include "../check.h"
#include "kernel_names.h"
using namespace concurrency;

void by_one(std::vector<int> &data);
void by_twenty(std::vector<int> &data);

void counter::add()
{
	array_view<int, 1> view(1, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
}

int main()
{
	counter c;
	c.add();
	c.add(10);
	CHECK(c.value() == 11);

	std::vector<int> data(4);
	change(data);
	CHECK(data[3] == 2);

	std::vector<int> others(4);
	by_one(others);
	by_twenty(others);
	CHECK(others[3] == 2 * ((2 * (0 + 1) + 1 + 1) + 1) + 20 + 20);
	std::puts("ok");
}
