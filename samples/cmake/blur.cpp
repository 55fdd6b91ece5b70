#include "blur.h"

#include <amp.h>

using namespace concurrency;

std::vector<float> blur(const std::vector<float> &in)
{
	const int last = static_cast<int>(in.size()) - 1;
	std::vector<float> out(in.size());
	if (in.empty())
		return out;
	array_view<const float, 1> from(last + 1, in);
	array_view<float, 1> to(last + 1, out);
	to.discard_data();
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
		const int before = i[0] > 0 ? i[0] - 1 : 0;
		const int behind = i[0] < last ? i[0] + 1 : last;
		to[i] = (from[before] + from[i] + from[behind]) / 3;
	});
	to.synchronize();
	return out;
}
