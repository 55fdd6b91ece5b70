// Each value that 8 and 16 bits can have, read in a kernel, compared bit for bit
// with the formula of its format, and written back; sampling, compared bit for
// bit with the same arithmetic on the host.
#include <amp.h>
#include <amp_graphics.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

static float half(unsigned h)
{
    const int exponent = h >> 10 & 31;
    const float mantissa = static_cast<float>(h & 1023), sign = h & 0x8000 ? -1.0f : 1.0f;
    if (exponent == 31)
        return mantissa ? NAN : sign * INFINITY;
    return sign * (exponent ? std::ldexp(1024 + mantissa, exponent - 25) : std::ldexp(mantissa, -24));
}

template <typename T> struct format;
template <> struct format<unorm>
{
    static float value(unsigned raw, unsigned bits) { return raw / float((1u << bits) - 1); }
};
template <> struct format<norm>
{
    static float value(unsigned raw, unsigned bits)
    {
        const int x = bits == 8 ? static_cast<signed char>(raw) : static_cast<short>(raw);
        return std::max(x / float((1 << (bits - 1)) - 1), -1.0f);
    }
};
template <> struct format<float>
{
    static float value(unsigned raw, unsigned) { return half(raw); }
};
template <> struct format<int>
{
    static float value(unsigned raw, unsigned bits)
    {
        return static_cast<float>(bits == 8 ? static_cast<signed char>(raw) : static_cast<short>(raw));
    }
};
template <> struct format<uint>
{
    static float value(unsigned raw, unsigned) { return static_cast<float>(raw); }
};

static bool same(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

// The first component of a scalar or a vector.
template <typename V> float component_of(const V& v) restrict(cpu, amp) { return static_cast<float>(v.x); }
inline float component_of(const float& v) restrict(cpu, amp) { return v; }
inline float component_of(const int& v) restrict(cpu, amp) { return static_cast<float>(v); }
inline float component_of(const unsigned& v) restrict(cpu, amp) { return static_cast<float>(v); }
inline float component_of(const unorm& v) restrict(cpu, amp) { return v; }
inline float component_of(const norm& v) restrict(cpu, amp) { return v; }

// Of Size components, of which each has all values; those of one texel differ.
template <typename S, int Size, typename Raw> void test_format()
{
    typedef typename short_vector<S, Size>::type T;
    const unsigned bits = 8 * sizeof(Raw);
    const int count = 1 << bits;
    std::vector<Raw> raw(count * Size), back(count * Size);
    for (int i = 0; i < count * Size; i++)
        raw[i] = static_cast<Raw>(i / Size + i % Size * (count / 4 + 1));
    const unsigned bytes = static_cast<unsigned>(raw.size() * sizeof(Raw));
    texture<T, 2> in(count / 16, 16, raw.data(), bytes, bits);
    texture<T, 2> out(count / 16, 16, bits);
    std::vector<float> values(count);
    array_view<float, 1> v(count, values);
    parallel_for_each(in.extent, [&in, &out, v](index<2> i) restrict(amp)
    {
        out.set(i, in[i]);
        v[i[0] * 16 + i[1]] = component_of(in[i]);
    });
    v.synchronize();
    copy(out, back.data(), bytes);
    for (int i = 0; i < count; i++)
        CHECK(same(values[i], format<S>::value(raw[i * Size], bits)));
    for (int i = 0; i < count * Size; i++)
    {
        const float x = format<S>::value(raw[i], bits);
        const bool least = x == -1.0f && !std::is_same<S, float>::value && !std::is_same<S, int>::value;
        CHECK(back[i] == raw[i] || x != x || least); // -128 / 127 is -1, too, and becomes -127
    }
}

static float blend(float x, float y, float t) { return x * (1.0f - t) + y * t; }

static void test_sampling()
{
    const int h = 37, w = 53, n = 4096;
    std::vector<unsigned char> raw(h * w * 2);
    for (size_t i = 0; i < raw.size(); i++)
        raw[i] = static_cast<unsigned char>(i * 2654435761u >> 11);
    texture<unorm_2, 2> t(h, w, raw.data(), static_cast<unsigned>(raw.size()), 8u);
    texture_view<const unorm_2, 2> view(t);
    std::vector<float_2> at(n), linear(n), nearest(n);
    for (int i = 0; i < n; i++)
        at[i] = float_2((i * 7919 % 10007) / 10007.0f, (i * 104729 % 10009) / 10009.0f);
    array_view<const float_2, 1> points(n, at);
    array_view<float_2, 1> l(n, linear), p(n, nearest);
    const sampler point(filter_point, address_clamp);
    parallel_for_each(l.extent, [=](index<1> i) restrict(amp)
    {
        l[i] = float_2(view.sample(points[i]));
        p[i] = float_2(view.sample(point, points[i]));
    });
    l.synchronize();
    p.synchronize();
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 2; c++)
        {
            auto texel = [&](int y, int x) {
                y = std::min(std::max(y, 0), h - 1);
                x = std::min(std::max(x, 0), w - 1);
                return static_cast<float>(raw[(y * w + x) * 2 + c]);
            };
            const float x = at[i].x * w, y = at[i].y * h, xl = x - 0.5f, yl = y - 0.5f;
            const int x0 = static_cast<int>(std::floor(xl)), y0 = static_cast<int>(std::floor(yl));
            const float fx = xl - x0, fy = yl - y0;
            const float want = std::min(blend(blend(texel(y0, x0), texel(y0, x0 + 1), fx),
                                             blend(texel(y0 + 1, x0), texel(y0 + 1, x0 + 1), fx), fy) / 255.0f, 1.0f);
            const float* got = c ? &linear[i].y : &linear[i].x;
            CHECK(same(*got, want));
            CHECK(same(c ? nearest[i].y : nearest[i].x,
                       texel(static_cast<int>(std::floor(y)), static_cast<int>(std::floor(x))) / 255.0f));
        }
}

int main()
{
    test_format<unorm, 1, std::uint8_t>();
    test_format<unorm, 2, std::uint8_t>();
    test_format<unorm, 4, std::uint8_t>();
    test_format<unorm, 1, std::uint16_t>();
    test_format<unorm, 4, std::uint16_t>();
    test_format<norm, 1, std::uint8_t>();
    test_format<norm, 4, std::uint8_t>();
    test_format<norm, 2, std::uint16_t>();
    test_format<float, 1, std::uint16_t>();
    test_format<float, 2, std::uint16_t>();
    test_format<float, 4, std::uint16_t>();
    test_format<int, 1, std::uint8_t>();
    test_format<int, 4, std::uint8_t>();
    test_format<int, 2, std::uint16_t>();
    test_format<uint, 1, std::uint16_t>();
    test_format<uint, 2, std::uint8_t>();
    test_format<uint, 4, std::uint16_t>();
    test_sampling();
    std::puts("ok");
}
