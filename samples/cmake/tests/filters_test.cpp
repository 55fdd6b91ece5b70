// The filters against loops, and a kernel's function where the test itself has a kernel.
#include "access.h"
#include "filters/filters.h"

#include <cmath>
#include <cstdio>

using namespace concurrency;

static int failures;

static void expect(bool holds, const char *what)
{
	std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
	failures += !holds;
}

static filters::picture waves(int width, int height)
{
	filters::picture p(width, height);
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++)
			p.at(x, y) = static_cast<float>((x * 7 + y * 13) % 32) / 32;
	}
	return p;
}

static float mean_around(const filters::picture &p, int x, int y, int radius)
{
	const array_view<const float, 2> view(p.height, p.width, p.pixels);
	float sum = 0;
	for (int dy = -radius; dy <= radius; dy++) {
		for (int dx = -radius; dx <= radius; dx++)
			sum += filters::nearest(view, x + dx, y + dy);
	}
	return sum / ((2 * radius + 1) * (2 * radius + 1));
}

int main()
{
	const filters::picture p = waves(40, 24), blurred = filters::blur(p, 2);
	float worst = 0;
	for (int y = 0; y < p.height; y++) {
		for (int x = 0; x < p.width; x++)
			worst = std::fmax(worst, std::fabs(blurred.at(x, y) - mean_around(p, x, y, 2)));
	}
	expect(worst < 1e-5f, "blur");

	filters::picture step(8, 8);
	for (int y = 0; y < 8; y++)
		step.at(4, y) = step.at(5, y) = step.at(6, y) = step.at(7, y) = 1;
	const filters::picture steep = filters::edges(step);
	expect(steep.at(1, 4) == 0 && steep.at(3, 4) == 4 && steep.at(4, 4) == 4 && steep.at(6, 4) == 0, "edges");

	const filters::statistics s = filters::measure(step);
	expect(s.minimum == 0 && s.maximum == 1 && s.mean == 0.5f, "measure");
	expect(filters::measure(filters::picture(0, 0)).mean == 0 && filters::blur(filters::picture(0, 0), 1).pixels.empty(),
	       "no pixels");

	float corners[2];
	const array_view<const float, 2> view(p.height, p.width, p.pixels);
	array_view<float> out(2, corners);
	parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
		out[i] = filters::nearest(view, i[0] ? 1000 : -1000, i[0] ? 1000 : -1000);
	});
	out.synchronize();
	expect(corners[0] == p.at(0, 0) && corners[1] == p.at(39, 23), "nearest, in a kernel");
	return failures != 0;
}
