// Sampling rounds each product and each sum, on every accelerator and however the host's
// half is compiled: compared bit by bit with the same steps taken one by one.
#include <amp.h>
#include <amp_graphics.h>
#include <cmath>
#include <limits>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

static const int width = 7, height = 5, components = 4;

static float rounded(volatile float x) { return x; }

static float between(float a, float b, float t)
{
    return rounded(rounded(a * rounded(1 - t)) + rounded(b * t));
}

// Between which two of size texels a coordinate is, and how far from the first.
struct place {
    int at[2];
    float fraction;
};

static place place_of(float coordinate, int size, address_mode mode)
{
    const float x = rounded(rounded(coordinate * size) - 0.5f);
    const double whole = std::isnan(x) ? 0 : std::fmin(std::fmax(std::floor(double(x)), -2147483648.0), 2147483647.0);
    const float fraction = rounded(x - rounded(static_cast<float>(whole)));
    const double most = mode == address_clamp ? size : 1 << 30;
    const int low = static_cast<int>(std::fmin(std::fmax(whole, -most), most));
    place p;
    for (int i = 0; i < 2; i++)
        p.at[i] = mode == address_clamp ? std::min(std::max(low + i, 0), size - 1) : ((low + i) % size + size) % size;
    p.fraction = fraction > 0 ? std::fmin(fraction, 1.0f) : 0;
    return p;
}

// numbers: as the texture keeps its scalars, of which `most` is 1.
static float sampled(const std::vector<float>& numbers, float most, int c, float_2 at, address_mode mode)
{
    const place x = place_of(at.x, width, mode), y = place_of(at.y, height, mode);
    float row[2];
    for (int i = 0; i < 2; i++)
        row[i] = between(numbers[(y.at[i] * width + x.at[0]) * components + c],
                         numbers[(y.at[i] * width + x.at[1]) * components + c], x.fraction);
    return rounded(between(row[0], row[1], y.fraction) / most);
}

template <typename T, typename Scalar>
static void check(const std::vector<Scalar>& image, const std::vector<float>& numbers, float most, address_mode mode)
{
    const float infinity = std::numeric_limits<float>::infinity();
    std::vector<float> steps = {0, 1, -1, 0.5f, 1.0f / 3, 2.75f, -1.3f, 3e9f, -3e9f, 1e20f, infinity, -infinity,
                                std::numeric_limits<float>::quiet_NaN()};
    for (int i = 1; i < 40; i++)
        steps.push_back(i * 0.02571f);
    const int n = static_cast<int>(steps.size());

    const texture<T, 2> source(height, width, image.data(), static_cast<unsigned>(image.size() * sizeof(Scalar)),
                               sizeof(Scalar) * 8);
    const texture_view<const T, 2> from(source);
    const array_view<const float, 1> coordinates(n, steps);
    std::vector<float> result(static_cast<std::size_t>(n) * n * components);
    const array_view<float, 3> to(n, n, components, result);
    const sampler s(filter_linear, mode);
    parallel_for_each(extent<2>(n, n), [=](index<2> i) restrict(amp)
    {
        const T texel = from.sample(s, float_2(coordinates[i[1]], coordinates[i[0]]));
        to(i[0], i[1], 0) = texel.x;
        to(i[0], i[1], 1) = texel.y;
        to(i[0], i[1], 2) = texel.z;
        to(i[0], i[1], 3) = texel.w;
    });
    to.synchronize();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int c = 0; c < components; c++)
                CHECK(result[(i * n + j) * components + c] ==
                      sampled(numbers, most, c, float_2(steps[j], steps[i]), mode));
}

template <typename T, typename Scalar> static void check(float most)
{
    std::vector<Scalar> image;
    for (int i = 0; i < width * height * components; i++)
        image.push_back(static_cast<Scalar>(most == 1 ? i % 37 * 0.37f : (i * 7919) % 65536 % (static_cast<int>(most) + 1)));
    const std::vector<float> numbers(image.begin(), image.end());
    check<T>(image, numbers, most, address_clamp);
    check<T>(image, numbers, most, address_wrap);
}

int main()
{
    check<float_4, float>(1);
    check<unorm_4, unsigned char>(255);
    check<unorm_4, unsigned short>(65535);
    std::puts("ok");
}
