// The mean over a square is that over a row of the means over columns.
#include "access.h"
#include "filters/filters.h"

using namespace concurrency;

namespace filters {

static void mean_along(array_view<const float, 2> in, array_view<float, 2> out, int radius, int dx, int dy)
{
	out.discard_data();
	parallel_for_each(out.extent, [=](index<2> i) restrict(amp) {
		float sum = 0;
		for (int k = -radius; k <= radius; k++)
			sum += nearest(in, i[1] + k * dx, i[0] + k * dy);
		out[i] = sum / (2 * radius + 1);
	});
}

picture blur(const picture &in, int radius)
{
	picture out(in.width, in.height);
	if (in.pixels.empty())
		return out;
	array_view<const float, 2> from(in.height, in.width, in.pixels);
	array_view<float, 2> to(in.height, in.width, out.pixels);
	array<float, 2> columns(to.extent); // stays on the accelerator
	mean_along(from, columns, radius, 0, 1);
	mean_along(columns, to, radius, 1, 0);
	to.synchronize();
	return out;
}

}
