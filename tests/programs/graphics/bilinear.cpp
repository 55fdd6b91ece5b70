// Pictures made larger and smaller through samplers: bilinear and nearest, each
// address mode, samplers captured by value and filters as template arguments.
#include <amp.h>
#include <amp_graphics.h>
#include <cmath>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

static texture<float, 2> resize(const texture<float, 2>& src, int height, int width, sampler samp)
{
    texture<float, 2> dst(height, width, 32u, src.accelerator_view);
    texture_view<const float, 2> in(src);
    texture_view<float, 2> out(dst);
    const float_2 scale(1.0f / width, 1.0f / height);
    parallel_for_each(dst.extent, [=](index<2> idx) restrict(amp)
    {
        float_2 uv = (float_2(static_cast<float>(idx[1]), static_cast<float>(idx[0])) + 0.5f) * scale;
        out.set(idx, in.sample(samp, uv));
    });
    return dst;
}

static float texel(const std::vector<float>& data, int h, int w, int y, int x, address_mode mode, float border)
{
    auto wrap = [](int i, int n) { return ((i % n) + n) % n; };
    if (mode == address_clamp)
        y = std::min(std::max(y, 0), h - 1), x = std::min(std::max(x, 0), w - 1);
    else if (mode == address_wrap)
        y = wrap(y, h), x = wrap(x, w);
    else if (mode == address_mirror)
    {
        y = wrap(y, 2 * h), x = wrap(x, 2 * w);
        y = y < h ? y : 2 * h - 1 - y;
        x = x < w ? x : 2 * w - 1 - x;
    }
    else if (y < 0 || y >= h || x < 0 || x >= w)
        return border;
    return data[y * w + x];
}

static float reference(const std::vector<float>& data, int h, int w, float u, float v, address_mode mode, float border)
{
    float x = u * w - 0.5f, y = v * h - 0.5f;
    int x0 = static_cast<int>(std::floor(x)), y0 = static_cast<int>(std::floor(y));
    float fx = x - x0, fy = y - y0;
    float a = texel(data, h, w, y0, x0, mode, border) * (1 - fx) + texel(data, h, w, y0, x0 + 1, mode, border) * fx;
    float b = texel(data, h, w, y0 + 1, x0, mode, border) * (1 - fx) +
              texel(data, h, w, y0 + 1, x0 + 1, mode, border) * fx;
    return a * (1 - fy) + b * fy;
}

int main()
{
    const int h = 9, w = 14;
    std::vector<float> data;
    for (int i = 0; i < h * w; i++)
        data.push_back(static_cast<float>((i * 37) % 101));
    const texture<float, 2> source(h, w, data.begin(), data.end());

    // larger, with the default sampler: linear, clamped
    {
        texture<float, 2> large = resize(source, 4 * h, 3 * w, sampler());
        std::vector<float> result(large.extent.size());
        copy(large, result.begin());
        for (int y = 0; y < 4 * h; y++)
            for (int x = 0; x < 3 * w; x++)
            {
                float u = (x + 0.5f) / (3 * w), v = (y + 0.5f) / (4 * h);
                CHECK(std::fabs(result[y * 3 * w + x] - reference(data, h, w, u, v, address_clamp, 0)) < 1e-3f);
            }
    }
    // nearest: each texel four times
    {
        texture<float, 2> large = resize(source, 2 * h, 2 * w, sampler(filter_point));
        std::vector<float> result(large.extent.size());
        copy(large, result.begin());
        for (int y = 0; y < 2 * h; y++)
            for (int x = 0; x < 2 * w; x++)
                CHECK(result[y * 2 * w + x] == data[y / 2 * w + x / 2]);
    }
    // beyond the edges
    const address_mode modes[] = {address_wrap, address_mirror, address_clamp, address_border};
    for (int m = 0; m < 4; m++)
    {
        const sampler s(filter_linear, modes[m], float_4(7.0f, 0.0f, 0.0f, 0.0f));
        CHECK(s.get_address_mode() == modes[m] && s.address_mode == modes[m] && s.filter_mode == filter_linear);
        CHECK(s.border_color.r == 7.0f && s.get_border_color() == float_4(7, 0, 0, 0));
        const int n = 64;
        std::vector<float> result(n * n);
        array_view<float, 2> out(n, n, result);
        texture_view<const float, 2> in(source);
        parallel_for_each(out.extent, [=](index<2> idx) restrict(amp)
        {
            float_2 uv(idx[1] * (3.0f / n) - 1.0f, idx[0] * (3.0f / n) - 1.0f);
            out[idx] = in.sample(s, uv);
        });
        out.synchronize();
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
            {
                float want = reference(data, h, w, x * (3.0f / n) - 1.0f, y * (3.0f / n) - 1.0f, modes[m], 7.0f);
                CHECK(std::fabs(result[y * n + x] - want) < 2e-3f);
            }
    }
    // filter and address mode as template arguments; gathering
    {
        std::vector<float> result(3);
        array_view<float, 1> out(3, result);
        out.discard_data();
        std::vector<float_4> four(2);
        array_view<float_4, 1> gathered(2, four);
        texture_view<const float, 2> in(source);
        parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp)
        {
            float_2 uv(5.5f / 14, 3.5f / 9);
            out[0] = in.sample(uv);
            out[1] = in.sample<filter_point>(uv + 1.0f);
            out[2] = in.sample<filter_point, address_wrap>(uv + 1.0f);
            gathered[0] = in.gather_red(float_2(6.0f / 14, 4.0f / 9));
            gathered[1] = in.gather_red<address_wrap>(float_2(0.0f, 4.0f / 9));
        });
        out.synchronize();
        gathered.synchronize();
        CHECK(std::fabs(result[0] - data[3 * w + 5]) < 1e-3f);
        CHECK(result[1] == data[h * w - 1] && result[2] == data[3 * w + 5]);
        CHECK(four[0] == float_4(data[4 * w + 5], data[4 * w + 6], data[3 * w + 6], data[3 * w + 5]));
        CHECK(four[1] == float_4(data[4 * w + 13], data[4 * w], data[3 * w], data[3 * w + 13]));
    }
    std::puts("ok");
}
