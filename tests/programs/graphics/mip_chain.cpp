// A mip chain made level by level, each from the one above through views of one
// level, then sampled between levels.
#include <amp.h>
#include <amp_graphics.h>
#include <cmath>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

template <typename T>
void generate_mips(texture<T, 2>& tex)
{
    for (unsigned int level = 1; level < tex.get_mipmap_levels(); ++level)
    {
        texture_view<const T, 2> src(tex, level - 1, 1);
        texture_view<T, 2> dst(tex, level);
        parallel_for_each(dst.extent, [=](index<2> idx) restrict(amp)
        {
            index<2> at(idx[0] * 2, idx[1] * 2);
            T sum = src[at] + src[at + index<2>(0, 1)] + src[at + index<2>(1, 0)] + src[at + index<2>(1, 1)];
            dst.set(idx, sum * 0.25f);
        });
    }
}

int main()
{
    const int size = 32;
    std::vector<float_4> base;
    for (int i = 0; i < size * size; i++)
        base.push_back(float_4(float(i % size), float(i / size), 1.0f, float(i % 4)));

    texture<float_4, 2> tex(extent<2>(size, size), 32u, 6u);
    CHECK(tex.mipmap_levels == 6 && tex.get_mipmap_extent(0) == extent<2>(32, 32));
    CHECK(tex.get_mipmap_extent(5) == extent<2>(1, 1) && tex.get_mipmap_extent(2) == extent<2>(8, 8));
    copy(base.begin(), base.end(), tex);
    generate_mips(tex);

    // one level at a time, and through get(index, level)
    texture_view<const float_4, 2> last(tex, 5, 1);
    std::vector<float_4> one(1);
    copy(last, one.begin());
    CHECK(std::fabs(one[0].x - 15.5f) < 1e-4f && std::fabs(one[0].y - 15.5f) < 1e-4f);
    CHECK(one[0].z == 1.0f && one[0].w == 1.5f);

    texture_view<const float_4, 2> all(tex);
    CHECK(all.get_mipmap_levels() == 6 && all.extent == tex.extent);
    texture_view<const float_4, 2> lower(all, 2, 3);
    CHECK(lower.extent == extent<2>(8, 8) && lower.get_mipmap_levels() == 3);

    std::vector<float> lods;
    for (int i = 0; i <= 50; i++)
        lods.push_back(i * 0.1f);
    array_view<const float, 1> lod(51, lods);
    std::vector<float_4> sampled(51), got(6);
    array_view<float_4, 1> out(51, sampled), texels(6, got);
    sampler trilinear(filter_linear, address_clamp);
    parallel_for_each(out.extent, [=](index<1> i) restrict(amp)
    {
        out[i] = all.sample(trilinear, float_2(0.5f, 0.5f), lod[i]);
        if (i[0] < 6)
            texels[i] = all.get(index<2>(0, 0), i[0]);
        if (i[0] == 7)
            texels[0] = lower.get(index<2>(0, 1), 1);
    });
    out.synchronize();
    texels.synchronize();
    for (int i = 0; i <= 50; i++)
        CHECK(std::fabs(sampled[i].x - 15.5f) < 1e-3f && std::fabs(sampled[i].w - 1.5f) < 1e-3f);
    for (int level = 1; level < 6; level++)
        CHECK(std::fabs(got[level].x - ((1 << level) - 1) * 0.5f) < 1e-4f);
    CHECK(std::fabs(got[0].x - 11.5f) < 1e-4f);

    // all levels as bytes, into another texture and back
    texture<float_4, 2> other(extent<2>(size, size), 32u, 6u);
    copy(tex, other);
    std::vector<float_4> levels(tex.data_length / sizeof(float_4)), levels_other(levels.size());
    copy(tex, levels.data(), tex.data_length);
    copy(other, levels_other.data(), other.data_length);
    CHECK(levels.size() == 1024 + 256 + 64 + 16 + 4 + 1 && levels == levels_other);
    texture<unorm, 3> volume(extent<3>(4, 8, 2), 8u, 0u);
    CHECK(volume.mipmap_levels == 4 && volume.get_mipmap_extent(3) == extent<3>(1, 1, 1));
    std::puts("ok");
}
