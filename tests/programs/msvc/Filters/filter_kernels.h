#pragma once
// Found by another case and by a backslash; includes a header beside the file that includes it.
#include "Common\Macros.h"
#include "STDAFX.H"

template <typename T, int Radius> struct BoxFilter
{
	static const int radius = Radius;
	static const int width = 2 * Radius + 1;
	T operator()(const concurrency::array_view<const T, 1> &v, int i) const restrict(cpu, amp)
	{
		T sum = 0;
		for (int k = -Radius; k <= Radius; ++k)
			sum += v[ClampIndex(i + k, v.extent[0])];
		return sum / width;
	}
};
int ClampIndex(int i, int n) restrict(cpu, amp);
