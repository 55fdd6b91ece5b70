// Images in textures: turned about the middle, each point sampled bilinearly; and
// blurred, each point the mean of the nine around it.
#include "bench.h"

#include <amp.h>
#include <amp_graphics.h>

using namespace concurrency;
using namespace concurrency::graphics;

// The angle that an image is turned by, and the distance of its points.
struct rotation {
	float cosine, sine, step;
};

// Where a point of the turned image is in the one that it is made of, from 0 to 1.
static float_2 source_of(index<2> i, rotation by) restrict(amp)
{
	const float x = (i[1] + 0.5f) * by.step - 0.5f, y = (i[0] + 0.5f) * by.step - 0.5f;
	return float_2(by.cosine * x - by.sine * y + 0.5f, by.sine * x + by.cosine * y + 0.5f);
}

template <typename T> static void turn(const texture_view<const T, 2> &from, texture<T, 2> &to, rotation by)
{
	const texture_view<T, 2> result(to);
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		result.set(i, from.sample(source_of(i, by)));
	});
}

static int within(int i, int size) restrict(amp)
{
	return i < 0 ? 0 : i < size ? i : size - 1;
}

static void blur(const texture_view<const unorm_4, 2> &from, texture<unorm_4, 2> &to)
{
	const texture_view<unorm_4, 2> result(to);
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		float_4 sum(0.0f);
		for (int y = -1; y <= 1; y++)
			for (int x = -1; x <= 1; x++)
				sum += float_4(from(within(i[0] + y, from.extent[0]), within(i[1] + x, from.extent[1])));
		result.set(i, unorm_4(sum * (1.0f / 9.0f)));
	});
}

// Of an image of n x n points, whose components are kept as Scalars.
template <typename T, typename Scalar>
static void compare(const char *name, const char *type, int n, const std::vector<Scalar> &image, double tolerance,
                    const std::function<void(const texture<T, 2> &, texture<T, 2> &)> &amp,
                    const std::function<void(const Scalar *, Scalar *)> &twin)
{
	const unsigned bytes = static_cast<unsigned>(image.size() * sizeof(Scalar)), bits = sizeof(Scalar) * 8;
	std::vector<Scalar> result = bench::poisoned<Scalar>(image.size());
	const texture<T, 2> from(n, n, image.data(), bytes, bits);
	texture<T, 2> to(n, n, result.data(), bytes, bits);
	bench::memory<Scalar> twin_from(image), twin_to(image.size());
	bench::compare({name, type, double(n), double(n) * n, "G/s", tolerance}, [&] { amp(from, to); },
	               [&] { twin(twin_from, twin_to); },
	               [&] {
		               copy(to, result.data(), bytes);
		               const std::vector<Scalar> expected = twin_to.read();
		               return bench::difference(std::vector<float>(result.begin(), result.end()),
		                                        std::vector<float>(expected.begin(), expected.end()));
	               });
}

template <typename T, typename Scalar>
static void compare_turned(const char *type, int n, const std::vector<Scalar> &image, double tolerance,
                           void (*twin)(const Scalar *, Scalar *, int, float, float))
{
	const rotation by = {0.955336f, 0.295520f, 1.0f / n}; // 0.3
	compare<T, Scalar>("texture, turn", type, n, image, tolerance,
	                   [&](const texture<T, 2> &from, texture<T, 2> &to) { turn<T>(from, to, by); },
	                   [&](const Scalar *from, Scalar *to) { twin(from, to, n, by.cosine, by.sine); });
}

BENCHMARK(texture)
{
	const int n = bench::size(8192, 1024, 96);
	const std::size_t points = static_cast<std::size_t>(n) * n;
	const std::vector<unsigned char> bytes = bench::random<unsigned char>(points * 4, 0, 255);
	// CUDA's texture objects interpolate with weights of 8 bits, cut off.
	compare_turned<float>("float", n, bench::random(points, 0.0f, 1.0f), 1e-2, TWIN_OF(turn_float));
	compare_turned<float_4>("float_4", n, bench::random(points * 4, 0.0f, 1.0f), 1e-2, TWIN_OF(turn_float_4));
	compare_turned<unorm_4>("unorm_4", n, bytes, 5.01 / 255, TWIN_OF(turn_unorm_4));
	compare<unorm_4, unsigned char>("texture, blur", "unorm_4", n, bytes, 1.01 / 255, blur,
	                                [&](const unsigned char *from, unsigned char *to) {
		                                TWIN_OF(blur)(from, to, n);
	                                });
}
