// Used by kernels in several sources.
#ifndef ACCESS_H
#define ACCESS_H

#include <amp.h>

namespace filters {

// A pixel, or beyond the picture the nearest one in it.
inline float nearest(const concurrency::array_view<const float, 2> &in, int x, int y) restrict(cpu, amp)
{
	const int right = in.extent[1] - 1, bottom = in.extent[0] - 1;
	x = x < 0 ? 0 : x > right ? right : x;
	y = y < 0 ? 0 : y > bottom ? bottom : y;
	return in(y, x);
}

}

#endif
