// extent, and the operators of namespace concurrency on it
#include "declared.h"
#include <amp.h>
using namespace concurrency;

// Of a rank without a constructor from integers, too.
template <int N> int members(const extent<N> &other) restrict(cpu, amp)
{
	typedef extent<N> I;
	static_assert(I::rank == N, "");
	static_assert(std::is_same<typename I::value_type, int>::value, "");
	int components[N];
	for (int d = 0; d < N; d++)
		components[d] = other[d];
	const I zero, copied(other);
	I i(components), j = copied;
	RETURNS((other[0u]), int);
	RETURNS((i[0u]), int &);
	RETURNS((i = other), I &);
	RETURNS((i += other), I &);
	RETURNS((i -= other), I &);
	RETURNS((i += 1), I &);
	RETURNS((i -= 1), I &);
	RETURNS((i *= 1), I &);
	RETURNS((i /= 1), I &);
	RETURNS((i %= 1), I &);
	RETURNS((++i), I &);
	RETURNS((i++), I);
	RETURNS((--i), I &);
	RETURNS((i--), I);
	RETURNS((other == copied), bool);
	RETURNS((other != copied), bool);
	RETURNS((other + copied), I);
	RETURNS((other - copied), I);
	RETURNS((other + 1), I);
	RETURNS((1 + other), I);
	RETURNS((other - 1), I);
	RETURNS((1 - other), I);
	RETURNS((other * 1), I);
	RETURNS((1 * other), I);
	RETURNS((other / 1), I);
	RETURNS((1 / other), I);
	RETURNS((other % 1), I);
	RETURNS((1 % other), I);

	for (int d = 0; d < N; d++)
		if (zero[d] != 0 || i[d] != other[d])
			return __LINE__;
	if (!(i == other) || i != copied || !(zero + other == copied) || !(other - copied == zero))
		return __LINE__;
	i += 3;
	i -= 1;
	i *= 6;
	i /= 3;
	if (i != (other + 2) * 2 || i != 2 * (2 + other) || 12 / i != 12 / (4 + other * 2))
		return __LINE__;
	i %= 5;
	if (i != (2 * other + 4) % 5)
		return __LINE__;
	const I left = 7 % (j + 1), minus = 7 - j;
	for (int d = 0; d < N; d++)
		if (left[d] != 7 % (j[d] + 1) || minus[d] != 7 - j[d])
			return __LINE__;
	i = other;
	if (i++ != other || i != other + 1 || ++i != other + 2 || i-- != 2 + other || --i != other)
		return __LINE__;
	i += other;
	i -= j;
	i[N - 1] = 77;
	return i[N - 1] == 77 && 1 - zero == 1 + zero && i - 1 != i ? 0 : __LINE__;
}

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
