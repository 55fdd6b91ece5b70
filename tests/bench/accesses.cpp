// accesses KIND LAUNCHES: y = a x + y on the CPU accelerator, the views reached in several ways; textures: y = a x + 1.
#include <amp.h>
#include <amp_graphics.h>
#include <cstdlib>
#include <cstring>
#include <vector>
using namespace concurrency;

typedef array_view<const float, 1> source;
typedef array_view<float, 1> target;

static void by_reference(const source &x, const target &y, index<1> i, float a) restrict(amp)
{
	y[i] = a * x[i] + y[i];
}

struct function_object {
	source x;
	target y;
	float a;
	void operator()(index<1> i) const restrict(amp) { y[i] = a * x[i] + y[i]; }
};

struct vectors {
	source x;
	target y;
	float term(index<1> i, float a) const restrict(amp) { return a * x[i]; }
};

static void launch(const char *kind, source x, target y, float a)
{
	if (!std::strcmp(kind, "lambda"))
		parallel_for_each(y.extent, [=](index<1> i) restrict(amp) { y[i] = a * x[i] + y[i]; });
	else if (!std::strcmp(kind, "reference"))
		parallel_for_each(y.extent, [=](index<1> i) restrict(amp) { by_reference(x, y, i, a); });
	else if (!std::strcmp(kind, "object"))
		parallel_for_each(y.extent, function_object{x, y, a});
	else {
		const vectors v = {x, y};
		parallel_for_each(y.extent, [=](index<1> i) restrict(amp) { v.y[i] += v.term(i, a); });
	}
}

static int launch_textures(int launches)
{
	std::vector<float> a(1 << 16, 1);
	const graphics::texture<float, 2> x(256, 256, a.data(), 1u << 18, 32u);
	graphics::texture<float, 2> y(x);
	const graphics::texture_view<const float, 2> from(x);
	const graphics::texture_view<float, 2> to(y);
	for (int n = launches; n > 0; n--)
		parallel_for_each(y.extent, [=](index<2> i) restrict(amp) { to.set(i, 0.5f * from[i] + 1); });
	copy(y, a.data(), 1u << 18);
	return a[1] == 1.5f ? 0 : 1;
}

int main(int, char **argv)
{
	if (!std::strcmp(argv[1], "textures"))
		return launch_textures(std::atoi(argv[2]));
	std::vector<float> a(1 << 16, 1), b(1 << 16, 2);
	const target y(1 << 16, b);
	for (int n = std::atoi(argv[2]); n > 0; n--)
		launch(argv[1], source(1 << 16, a), y, 0.5f);
	return y[0] > 2 ? 0 : 1;
}
