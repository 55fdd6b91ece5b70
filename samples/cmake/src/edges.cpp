#include "access.h"
#include "filters/filters.h"

#include <amp_math.h>

using namespace concurrency;

namespace filters {

picture edges(const picture &in)
{
	picture out(in.width, in.height);
	if (in.pixels.empty())
		return out;
	array_view<const float, 2> from(in.height, in.width, in.pixels);
	array_view<float, 2> to(in.height, in.width, out.pixels);
	to.discard_data();
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		const int x = i[1], y = i[0];
		float gx = 0, gy = 0;
		for (int k = -1; k <= 1; k++) {
			const int weight = k == 0 ? 2 : 1;
			gx += weight * (nearest(from, x + 1, y + k) - nearest(from, x - 1, y + k));
			gy += weight * (nearest(from, x + k, y + 1) - nearest(from, x + k, y - 1));
		}
		to[i] = fast_math::sqrt(gx * gx + gy * gy);
	});
	to.synchronize();
	return out;
}

}
