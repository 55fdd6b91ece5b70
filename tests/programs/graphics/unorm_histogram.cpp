// A histogram of a unorm_4 picture with atomic operations, then the picture
// stretched to the whole range through a lookup texture of rank 1.
#include <amp.h>
#include <amp_graphics.h>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

int main()
{
    const int height = 100, width = 75;
    std::vector<unsigned int> pixels(height * width);
    for (int i = 0; i < height * width; i++)
    {
        unsigned v = 64u + static_cast<unsigned>(i * 7919 % 97);
        pixels[i] = v | (v / 2) << 8 | (255u - v) << 16 | 0xff000000u;
    }
    texture<unorm_4, 2> picture(height, width, &pixels[0], static_cast<unsigned>(pixels.size() * 4), 8u);

    std::vector<int> counts(256);
    array_view<int, 1> histogram(256, counts);
    parallel_for_each(picture.extent, [&picture, histogram](index<2> idx) restrict(amp)
    {
        unorm_4 c = picture[idx];
        int bin = static_cast<int>(c.r * 255.0f + 0.5f);
        atomic_fetch_inc(&histogram[bin]);
    });
    histogram.synchronize();
    int total = 0, low = 255, high = 0;
    for (int i = 0; i < 256; i++)
        if (counts[i])
        {
            total += counts[i];
            low = std::min(low, i);
            high = std::max(high, i);
        }
    CHECK(total == height * width && low == 64 && high == 160);

    std::vector<unorm> curve(256);
    for (int i = 0; i < 256; i++)
        curve[i] = unorm(float(i - low) / float(high - low)); // clamped
    CHECK(curve[0] == UNORM_MIN && curve[255] == UNORM_MAX);
    texture<unorm, 1> lookup(256, curve.begin(), curve.end());
    texture<unorm_4, 2> stretched(picture.extent, 8u);
    texture_view<unorm_4, 2> out(stretched);
    parallel_for_each(picture.extent, [&, out](index<2> idx) restrict(amp)
    {
        unorm_4 c = picture(idx);
        unorm_4 d(lookup[int(c.r * 255.0f + 0.5f)], c.g, c.b, UNORM_MAX);
        d.gb = unorm_2(c.b, c.g);
        out.set(idx, d);
    });
    std::vector<unorm_4> result(height * width);
    copy(stretched, result.begin());
    for (int i = 0; i < height * width; i++)
    {
        int v = pixels[i] & 0xff;
        int expected = static_cast<int>(curve[v] * 255.0f + 0.5f);
        CHECK(result[i].r == expected / 255.0f);
        CHECK(result[i].g == (255 - v) / 255.0f && result[i].b == (v / 2) / 255.0f && result[i].a == 1.0f);
    }
    std::puts("ok");
}
