// Each tile reduces the pixels of its threads in shared memory; the host does the rest.
#include "filters/filters.h"

#include <algorithm>
#include <amp.h>

using namespace concurrency;

namespace filters {

struct part {
	float minimum, maximum, sum;
};

static part join(part a, part b) restrict(cpu, amp)
{
	const part both = {a.minimum < b.minimum ? a.minimum : b.minimum,
	                   a.maximum > b.maximum ? a.maximum : b.maximum, a.sum + b.sum};
	return both;
}

statistics measure(const picture &in)
{
	static const int size = 128, tiles = 64;
	const int n = static_cast<int>(in.pixels.size());
	if (n == 0)
		return {0, 0, 0};
	array_view<const float> pixels(n, in.pixels);
	std::vector<part> parts(tiles);
	array_view<part> results(tiles, parts);
	results.discard_data();
	parallel_for_each(extent<1>(tiles * size).tile<size>(), [=](tiled_index<size> t) restrict(amp) {
		tile_static part shared[size];
		const part nothing = {pixels[0], pixels[0], 0};
		part own = nothing;
		for (int i = t.global[0]; i < n; i += tiles * size) {
			const part pixel = {pixels[i], pixels[i], pixels[i]};
			own = join(own, pixel);
		}
		shared[t.local[0]] = own;
		t.barrier.wait();
		for (int half = size / 2; half > 0; half /= 2) {
			if (t.local[0] < half)
				shared[t.local[0]] = join(shared[t.local[0]], shared[t.local[0] + half]);
			t.barrier.wait();
		}
		if (t.local[0] == 0)
			results[t.tile] = shared[0];
	});
	results.synchronize();
	part all = parts[0];
	for (int i = 1; i < tiles; i++)
		all = join(all, parts[i]);
	return {all.minimum, all.maximum, all.sum / n};
}

}
