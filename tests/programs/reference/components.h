// What index and extent have in common: components, and the operators on them.
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include "declared.h"

// Of a rank without a constructor from integers, too.
template <template <int> class Components, int N>
int members(const Components<N> &other) restrict(cpu, amp)
{
	typedef Components<N> I;
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

#endif
