// A separable Gaussian blur of a picture in a texture of unorm_4: one pass
// along the rows, one along the columns, through textures captured by reference
// and a writeonly_texture_view; compared with the same sums on the host.
#include <amp.h>
#include <amp_graphics.h>
#include <cmath>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

const int kRadius = 3;
const int kWidth = 61, kHeight = 37;

class Blur
{
public:
    explicit Blur(float sigma)
    {
        float sum = 0.0f;
        for (int i = -kRadius; i <= kRadius; ++i)
        {
            float w = std::exp(-(i * i) / (2.0f * sigma * sigma));
            m_weights[i + kRadius] = w;
            sum += w;
        }
        for (int i = 0; i < 2 * kRadius + 1; ++i)
            m_weights[i] /= sum;
    }

    void Apply(texture<unorm_4, 2>& input, texture<unorm_4, 2>& output) const
    {
        texture<unorm_4, 2> temp(input.extent, 8U, input.accelerator_view);
        Pass(input, temp, 0, 1);
        Pass(temp, output, 1, 0);
    }

    float Weight(int i) const { return m_weights[i]; }

private:
    void Pass(const texture<unorm_4, 2>& src, texture<unorm_4, 2>& dst, int dy, int dx) const
    {
        writeonly_texture_view<unorm_4, 2> out(dst);
        array_view<const float, 1> weights(2 * kRadius + 1, m_weights);
        const extent<2> ext = src.extent;
        parallel_for_each(src.accelerator_view, out.extent, [=, &src](index<2> idx) restrict(amp)
        {
            float_4 sum(0.0f);
            for (int k = -kRadius; k <= kRadius; ++k)
            {
                index<2> at(concurrency::direct3d::clamp(idx[0] + k * dy, 0, ext[0] - 1),
                            concurrency::direct3d::clamp(idx[1] + k * dx, 0, ext[1] - 1));
                sum += float_4(src[at]) * weights[k + kRadius];
            }
            out.set(idx, unorm_4(sum));
        });
    }

    float m_weights[2 * kRadius + 1];
};

static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static std::vector<unsigned char> pass(const std::vector<unsigned char>& in, const Blur& blur, int dy, int dx)
{
    std::vector<unsigned char> out(in.size());
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            for (int c = 0; c < 4; ++c)
            {
                float sum = 0.0f;
                for (int k = -kRadius; k <= kRadius; ++k)
                {
                    int yy = clampi(y + k * dy, 0, kHeight - 1), xx = clampi(x + k * dx, 0, kWidth - 1);
                    sum += in[(yy * kWidth + xx) * 4 + c] / 255.0f * blur.Weight(k + kRadius);
                }
                out[(y * kWidth + x) * 4 + c] = static_cast<unsigned char>(sum * 255.0f + 0.5f);
            }
    return out;
}

int main()
{
    std::vector<unsigned char> pixels(kWidth * kHeight * 4);
    for (size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<unsigned char>((i * 2654435761u) >> 13);

    texture<unorm_4, 2> input(kHeight, kWidth, pixels.data(), static_cast<unsigned int>(pixels.size()), 8U);
    texture<unorm_4, 2> output(kHeight, kWidth, 8U);
    CHECK(input.row_pitch == kWidth * 4u && input.get_depth_pitch() == 0u);
    CHECK(input.data_length == pixels.size());
    Blur blur(1.5f);
    blur.Apply(input, output);

    std::vector<unsigned char> result(pixels.size());
    copy(output, result.data(), output.data_length);
    const std::vector<unsigned char> expected = pass(pass(pixels, blur, 0, 1), blur, 1, 0);
    int differ = 0;
    for (size_t i = 0; i < result.size(); ++i)
    {
        int d = std::abs(static_cast<int>(result[i]) - static_cast<int>(expected[i]));
        CHECK(d <= 1); // the sums may be fused, and then round to the neighbor
        differ += d;
    }
    CHECK(differ < 20);
    std::puts("ok");
}
