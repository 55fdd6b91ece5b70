// index, and the operators of namespace concurrency on it
#include "components.h"
#include <amp.h>
using namespace concurrency;

int all() restrict(cpu, amp)
{
	const int four[4] = {1, 2, 3, 4};
	int line = members(concurrency::index<1>(5));
	line = line ? line : members(concurrency::index<2>(1, 2));
	line = line ? line : members(concurrency::index<3>(1, 2, 3));
	return line ? line : members(concurrency::index<4>(four));
}

EXPLICIT(concurrency::index<1>, int);
EXPLICIT(concurrency::index<3>, const int *);
IMPLICIT(concurrency::index<2>, const concurrency::index<2> &);

int main()
{
	concurrency::index<2> two = {1, 2};
	concurrency::index<3> three = {1, 2, 3};
	CHECK(two[1] == 2 && three[2] == 3);
	CHECK(all() == 0);
	std::vector<int> lines(2);
	array_view<int> v(lines);
	parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = all(); });
	CHECK(v[0] == 0 && v[1] == 0);
	std::puts("ok");
}
