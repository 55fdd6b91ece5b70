// extent, and the operators of namespace concurrency on it
#include "components.h"
#include <amp.h>
using namespace concurrency;

// What index does not have.
template <int N> int extents(const extent<N> &e, const index<N> &i) restrict(cpu, amp)
{
	extent<N> f(e);
	RETURNS((e.size()), unsigned int);
	RETURNS((e.contains(i)), bool);
	RETURNS((f += i), extent<N> &);
	RETURNS((f -= i), extent<N> &);
	RETURNS((e + i), extent<N>);
	RETURNS((e - i), extent<N>);
	f += i;
	if (f != e + i || f - i != e)
		return __LINE__;
	f -= i;
	if (f != e || !e.contains(i) || e.contains(i - 100) || e.contains(i + 100))
		return __LINE__;
	unsigned int size = 1;
	for (int d = 0; d < N; d++)
		size *= e[d];
	return e.size() == size ? 0 : __LINE__;
}

int tiles() restrict(cpu, amp)
{
	const extent<1> one(8);
	const extent<2> two(8, 4);
	const extent<3> three(8, 4, 2);
	RETURNS((one.tile<4>()), tiled_extent<4>);
	RETURNS((two.tile<4, 2>()), tiled_extent<4, 2>);
	RETURNS((three.tile<4, 2, 1>()), tiled_extent<4, 2, 1>);
	return one.tile<4>() == one && two.tile<4, 2>() == two && three.tile<4, 2, 1>() == three ? 0 : __LINE__;
}

int all() restrict(cpu, amp)
{
	const int four[4] = {1, 2, 3, 4};
	int line = members(extent<1>(5));
	line = line ? line : members(extent<2>(1, 2));
	line = line ? line : members(extent<3>(1, 2, 3));
	line = line ? line : members(extent<4>(four));
	line = line ? line : extents(extent<1>(5), index<1>(4));
	line = line ? line : extents(extent<3>(5, 6, 7), index<3>(4, 5, 0));
	line = line ? line : extents(extent<4>(four), index<4>());
	return line ? line : tiles();
}

EXPLICIT(extent<1>, int);
EXPLICIT(extent<3>, const int *);
IMPLICIT(extent<2>, const extent<2> &);

int main()
{
	extent<2> two = {1, 2};
	extent<3> three = {1, 2, 3};
	CHECK(two[1] == 2 && three[2] == 3);
	CHECK(all() == 0);
	std::vector<int> lines(2);
	array_view<int> v(lines);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = all(); });
	CHECK(v[0] == 0 && v[1] == 0);
	std::puts("ok");
}
