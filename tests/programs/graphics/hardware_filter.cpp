// Textures sampled by a GPU's texture units, whose weights have 8 bits: compared with the
// same samples on the CPU, each within 1/256 of the range for each dimension.
#define AMP_TEXTURE_FILTER_HARDWARE
#include <amp.h>
#include <amp_graphics.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

static const int points = 2000;
static std::mt19937 bits(5);

// Coordinates from -1.5 to 2.5, with some at which neighbouring texels meet.
static float coordinate(int size)
{
    const float x = bits() % 4096 / 1024.0f - 1.5f;
    return bits() % 4 ? x : std::floor(x * size) / size;
}

static float component(float x, int) { return x; }
static float component(const float_2& x, int c) { return c ? x.y : x.x; }
static float component(const float_4& x, int c) { return c == 0 ? x.x : c == 1 ? x.y : c == 2 ? x.z : x.w; }
static float component(const unorm_4& x, int c) { return c == 0 ? x.x : c == 1 ? x.y : c == 2 ? x.z : x.w; }
static float component(const norm_4& x, int c) { return c == 0 ? x.x : c == 1 ? x.y : c == 2 ? x.z : x.w; }

static float_2 as_coordinates(const float_2& at, float_2) restrict(cpu, amp) { return at; }
static float as_coordinates(const float_2& at, float) restrict(cpu, amp) { return at.x; }

template <typename T, int N>
static std::vector<T> sampled(const accelerator_view& av, const texture<T, N>& original, const sampler& s, float level,
                              const std::vector<float_2>& coordinates)
{
    typedef typename texture_view<const T, N>::coordinates_type coordinates_type;
    const texture<T, N> copied(original, av);
    const texture_view<const T, N> view(copied);
    const array_view<const float_2, 1> at(points, coordinates);
    // an array of texels
    texture<T, 1> results(points, copied.bits_per_scalar_element, av);
    const texture_view<T, 1> out(results);
    parallel_for_each(av, at.extent, [=](index<1> i) restrict(amp) {
        out.set(i, view.sample(s, as_coordinates(at[i], coordinates_type()), level));
    });
    std::vector<T> values(points);
    copy(results, values.begin());
    return values;
}

// What differs between the default accelerator and the CPU, and by how much at most.
struct difference {
    int count;
    float most;
};

template <typename T, int N>
static difference compared(const texture<T, N>& original, const sampler& s, float level, int components)
{
    std::vector<float_2> coordinates(points);
    for (float_2& at : coordinates)
        at = float_2(coordinate(original.extent[N - 1]), coordinate(original.extent[0]));
    const std::vector<T> here = sampled(accelerator(accelerator::direct3d_warp).default_view, original, s, level, coordinates);
    const std::vector<T> there = sampled(accelerator().default_view, original, s, level, coordinates);
    difference d = {0, 0};
    for (int i = 0; i < points; i++)
        for (int c = 0; c < components; c++) {
            const float by = std::fabs(component(here[i], c) - component(there[i], c));
            d.count += by != 0;
            d.most = std::fmax(d.most, by);
        }
    return d;
}

// extents: the last one first. step: between two numbers of the format.
template <typename T, int N>
static void check(const char *name, const extent<N>& size, unsigned bits_per_scalar, int components, float step)
{
    const int texels = size.size();
    std::vector<unsigned> image(texels * components * bits_per_scalar / 32 + 1);
    for (unsigned& word : image) {
        const float from_0_to_1 = bits() % 65536 / 65536.0f;
        if (bits_per_scalar == 32)
            std::memcpy(&word, &from_0_to_1, 4);
        else if (std::is_same<T, float_2>::value) // halves from 0 to 1
            word = bits() % 0x3c00 | bits() % 0x3c00 << 16;
        else
            word = static_cast<unsigned>(bits());
    }
    texture<T, N> original(size, image.data(), static_cast<unsigned>(texels * components * bits_per_scalar / 8), bits_per_scalar,
                           accelerator(accelerator::direct3d_warp).default_view);
    const float range = std::is_same<T, norm_4>::value ? 2.0f : 1.0f;
    const sampler samplers[] = {sampler(), sampler(address_wrap), sampler(address_mirror), sampler(address_border),
                                sampler(address_border, float_4(0.5f, 0.25f, 1.0f, 0.0f)),
                                sampler(filter_point, address_wrap)};
    for (const sampler& s : samplers) {
        const difference d = compared(original, s, 0, components);
        std::fprintf(stderr, "%s %d: %d of %d differ, by at most %g of %g / 256\n", name, int(&s - samplers), d.count,
                     points * components, d.most * 256 / range, range);
        CHECK(d.most <= range * (N + 0.05f) / 256 + step);
        if (&s - samplers >= 4) // not by texture units
            CHECK(d.count == 0);
    }
}

// What texture units do not sample has the same bits everywhere.
template <typename T, int N> static void check_equal(const extent<N>& size, unsigned levels, float level)
{
    texture<T, N> original(size, 32u, levels, accelerator(accelerator::direct3d_warp).default_view);
    std::vector<float> image(original.data_length / 4);
    for (float& x : image)
        x = bits() % 65536 / 65536.0f;
    copy(image.data(), original.data_length, original);
    CHECK(compared(original, sampler(), level, 1).count == 0);
}

// Nor do they sample a texture that the kernel writes.
static void check_written()
{
    std::vector<float> image(64 * 64), back(64 * 64);
    for (float& x : image)
        x = bits() % 65536 / 65536.0f;
    texture<float, 2> t(64, 64, image.begin(), image.end());
    const texture_view<const float, 2> in(t);
    const texture_view<float, 2> out(t);
    parallel_for_each(t.extent, [=](index<2> i) restrict(amp) {
        out.set(i, in(i) + 1);
        out.set(i, in.sample(float_2((i[1] + 0.5f) / 64, (i[0] + 0.5f) / 64)) + 1);
    });
    copy(t, back.begin());
    for (std::size_t i = 0; i < back.size(); i++)
        CHECK(back[i] == image[i] + 1 + 1);
}

int main()
{
    check<float, 2>("float", extent<2>(40, 64), 32, 1, 1e-6f);
    check<float_4, 2>("float_4", extent<2>(40, 64), 32, 4, 1e-6f);
    check<float_2, 2>("float_2, 16 bits", extent<2>(40, 64), 16, 2, 1e-3f);
    check<unorm_4, 2>("unorm_4", extent<2>(40, 64), 8, 4, 1.01f / 255);
    check<unorm_4, 2>("unorm_4, 16 bits", extent<2>(40, 64), 16, 4, 1.01f / 65535);
    check<norm_4, 2>("norm_4", extent<2>(40, 64), 8, 4, 1.01f / 127);
    check<float, 1>("float, rank 1", extent<1>(37), 32, 1, 1e-6f);
    check_equal<float, 2>(extent<2>(40, 63), 1, 0);
    check_equal<float, 2>(extent<2>(64, 64), 3, 0.7f);
    check_equal<float, 2>(extent<2>(64, 64), 3, 2);
    check_written();
    std::puts("ok");
}
