// What fast_math, precise_math and direct3d have that is exact: roundings,
// classes, parts and neighbors of numbers, remainders, the integer intrinsics;
// for random bit patterns and all special values, equal to the host's <cmath>.
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <climits>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "../check.h"

using namespace concurrency;

const int kCount = 1 << 14;

template <typename T> struct results
{
    T fabs, ceil, floor, round, trunc, rint, nearbyint, logb;
    T copysign, fdim, fmax, fmin, fmod, nextafter, remainder;
    T fraction, scaled, part, whole, left, scalbn, scalb, sine, cosine, sin, cos;
    int exponent, quotient, ilogb, gamma_sign, category, finite, infinite, nan, normal, sign;
};

template <typename T> results<T> compute(T x, T y) restrict(amp)
{
    using namespace precise_math;
    results<T> r;
    r.fabs = fabs(x);
    r.ceil = ceil(x);
    r.floor = floor(x);
    r.round = round(x);
    r.trunc = trunc(x);
    r.rint = rint(x);
    r.nearbyint = nearbyint(x);
    r.logb = logb(x);
    r.copysign = copysign(x, y);
    r.fdim = fdim(x, y);
    r.fmax = fmax(x, y);
    r.fmin = fmin(x, y);
    r.fmod = fmod(x, y);
    r.nextafter = nextafter(x, y);
    r.remainder = remainder(x, y);
    r.fraction = frexp(x, &r.exponent);
    r.scaled = ldexp(x, r.exponent % 50);
    r.part = modf(x, &r.whole);
    r.left = remquo(x, y, &r.quotient);
    r.scalbn = scalbn(x, -7);
    r.scalb = precise_math::scalb(x, T(11)); // glibc has one, too, for the host only
    sincos(x, &r.sine, &r.cosine);
    r.sin = sin(x);
    r.cos = cos(x);
    r.ilogb = ilogb(x);
    lgamma(x, &r.gamma_sign);
    r.category = fpclassify(x);
    r.finite = isfinite(x);
    r.infinite = isinf(x);
    r.nan = isnan(x);
    r.normal = isnormal(x);
    r.sign = signbit(x);
    return r;
}

// the same of fast_math, where it has it
results<float> compute_fast(float x, float y) restrict(amp)
{
    using namespace fast_math;
    results<float> r = compute(x, y);
    r.fabs = fabs(x);
    r.ceil = ceil(x);
    r.floor = floor(x);
    r.round = round(x);
    r.trunc = trunc(x);
    r.fmax = fmax(x, y);
    r.fmin = fmin(x, y);
    r.fmod = fmod(x, y);
    r.fraction = frexp(x, &r.exponent);
    r.scaled = ldexp(x, r.exponent % 50);
    r.part = modf(x, &r.whole);
    sincos(x, &r.sine, &r.cosine);
    r.sin = sin(x);
    r.cos = cos(x);
    r.finite = isfinite(x);
    r.infinite = isinf(x);
    r.nan = isnan(x);
    r.sign = signbit(x);
    return r;
}

template <typename T> bool same(T a, T b)
{
    return (a != a && b != b) || (a == b && std::signbit(a) == std::signbit(b));
}

template <typename T> void check(const results<T>& r, T x, T y)
{
    int n;
    T whole;
    CHECK(same(r.fabs, std::fabs(x)) && same(r.ceil, std::ceil(x)) && same(r.floor, std::floor(x)));
    CHECK(same(r.round, std::round(x)) && same(r.trunc, std::trunc(x)));
    CHECK(same(r.rint, std::rint(x)) && same(r.nearbyint, std::nearbyint(x)) && same(r.logb, std::logb(x)));
    CHECK(same(r.copysign, std::copysign(x, y)) && same(r.fdim, std::fdim(x, y)));
    CHECK(r.fmax == std::fmax(x, y) || (x != x && y != y)); // of 0 and -0 either
    CHECK(r.fmin == std::fmin(x, y) || (x != x && y != y));
    CHECK(same(r.fmod, std::fmod(x, y)) && same(r.nextafter, std::nextafter(x, y)));
    CHECK(same(r.remainder, std::remainder(x, y)));
    CHECK(same(r.fraction, std::frexp(x, &n)) && (!std::isfinite(x) || r.exponent == n));
    CHECK(!std::isfinite(x) || same(r.scaled, std::ldexp(x, n % 50)));
    CHECK(same(r.part, std::modf(x, &whole)) && same(r.whole, whole));
    CHECK(same(r.left, std::remquo(x, y, &n)));
    if (r.left == r.left && std::isfinite(y)) // the low bits and the sign
        CHECK((std::abs(r.quotient) & 7) == (std::abs(n) & 7) && (r.quotient & 7 ? (r.quotient < 0) == (n < 0) : true));
    CHECK(same(r.scalbn, std::scalbn(x, -7)) && same(r.scalb, std::ldexp(x, 11)));
    CHECK(same(r.sine, r.sin) && same(r.cosine, r.cos));
    CHECK(r.ilogb == std::ilogb(x) || x == 0 || x != x);
    CHECK(x != x || (r.gamma_sign == 1) == (x < 0 && std::floor(x) != x ? std::fmod(std::floor(x), T(2)) == 0
                                                                         : !(x == 0 && std::signbit(x))));
    CHECK(r.category == std::fpclassify(x) && (r.finite != 0) == std::isfinite(x));
    CHECK((r.infinite != 0) == std::isinf(x) && (r.nan != 0) == std::isnan(x));
    CHECK((r.normal != 0) == std::isnormal(x) && (r.sign != 0) == std::signbit(x));
}

template <typename T, typename Bits> std::vector<T> numbers(unsigned seed)
{
    typedef std::numeric_limits<T> limits;
    const T special[] = {0,   limits::infinity(), limits::quiet_NaN(), limits::denorm_min(), limits::min(), limits::max(),
                         1,   T(0.5), T(1.5),     T(2.5),              T(0.49999997),        T(2147483647.0),
                         T(3), T(8388609.0),      T(4503599627370497.0), limits::epsilon(),  T(1e10), 7};
    const int specials = sizeof special / sizeof *special;
    std::vector<T> v(kCount);
    unsigned long long state = seed;
    for (int i = 0; i < kCount; i++)
    {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        if (i < 4 * specials * specials)
        {
            // each special value with each other, seed says which is first
            int which = seed == 1 ? i % specials : i / specials % specials;
            v[i] = (i / (specials * specials) >> (seed == 1)) & 1 ? -special[which] : special[which];
        }
        else if (i % 2)
        {
            Bits bits = static_cast<Bits>(state >> (64 - 8 * sizeof(Bits)));
            std::memcpy(&v[i], &bits, sizeof bits);
            if (v[i] != v[i])
                v[i] = limits::quiet_NaN(); // what becomes of signaling ones is left open
        }
        else
            v[i] = static_cast<T>(static_cast<double>(static_cast<long long>(state) >> 40) / 64);
    }
    return v;
}

template <typename T, typename Bits> void test_precise()
{
    std::vector<T> x = numbers<T, Bits>(1), y = numbers<T, Bits>(2);
    std::vector<results<T>> r(kCount);
    array_view<const T, 1> xs(kCount, x), ys(kCount, y);
    array_view<results<T>, 1> rs(kCount, r);
    parallel_for_each(rs.extent, [=](index<1> i) restrict(amp) { rs[i] = compute(xs[i], ys[i]); });
    rs.synchronize();
    for (int i = 0; i < kCount; i++)
        check(r[i], x[i], y[i]);
}

void test_fast()
{
    std::vector<float> x = numbers<float, unsigned>(1), y = numbers<float, unsigned>(2);
    std::vector<results<float>> r(kCount);
    array_view<const float, 1> xs(kCount, x), ys(kCount, y);
    array_view<results<float>, 1> rs(kCount, r);
    parallel_for_each(rs.extent, [=](index<1> i) restrict(amp) { rs[i] = compute_fast(xs[i], ys[i]); });
    rs.synchronize();
    for (int i = 0; i < kCount; i++)
        check(r[i], x[i], y[i]);
}

struct integers
{
    int abs, clamp, high, low, max, min, mad, sign;
    unsigned count, umax, umin, umad, reversed;
    float clampf, madf, radians, rcp, saturate, smoothstep, step, noise;
    double madd, rcpd;
    graphics::uint_4 sad;
};

void test_direct3d()
{
    std::vector<int> x(kCount), y(kCount);
    for (int i = 0; i < kCount; i++)
    {
        unsigned bits = i * 2654435761u;
        x[i] = i < 2 ? (i ? INT_MIN : 0) : static_cast<int>(bits >> i % 31);
        y[i] = static_cast<int>((bits * 40503u) >> i % 13);
    }
    std::vector<integers> r(kCount);
    array_view<const int, 1> xs(kCount, x), ys(kCount, y);
    array_view<integers, 1> rs(kCount, r);
    parallel_for_each(rs.extent, [=](index<1> i) restrict(amp)
    {
        const int a = xs[i], b = ys[i];
        const unsigned u = static_cast<unsigned>(a), v = static_cast<unsigned>(b);
        const float f = a * 1e-9f;
        integers n;
        n.abs = direct3d::abs(a);
        n.clamp = direct3d::clamp(a, -1000, 1000);
        n.high = direct3d::firstbithigh(a);
        n.low = direct3d::firstbitlow(a);
        n.max = direct3d::imax(a, b);
        n.min = direct3d::imin(a, b);
        n.mad = direct3d::mad(a, b, 5);
        n.sign = direct3d::sign(a);
        n.count = direct3d::countbits(u);
        n.umax = direct3d::umax(u, v);
        n.umin = direct3d::umin(u, v);
        n.umad = direct3d::mad(u, v, 5u);
        n.reversed = direct3d::reversebits(u);
        n.clampf = direct3d::clamp(f, -0.25f, 0.5f);
        n.madf = direct3d::mad(f, 2.0f, 1.0f);
        n.madd = direct3d::mad(double(f), 2.0, 1.0);
        n.radians = direct3d::radians(f * 100.0f);
        n.rcp = direct3d::rcp(f + 3.0f);
        n.rcpd = direct3d::rcp(f + 3.0);
        n.saturate = direct3d::saturate(f);
        n.smoothstep = direct3d::smoothstep(-1.0f, 1.0f, f);
        n.step = direct3d::step(0.5f, f);
        n.noise = direct3d::noise(f * 10.0f);
        n.sad = graphics::direct3d::msad4(u, graphics::uint_2(v, u), graphics::uint_4(3u));
        rs[i] = n;
    });
    rs.synchronize();
    float before = 0.0f;
    for (int i = 0; i < kCount; i++)
    {
        const int a = x[i], b = y[i];
        const unsigned u = static_cast<unsigned>(a), v = static_cast<unsigned>(b);
        const float f = a * 1e-9f;
        const integers n = r[i];
        unsigned count = 0, reversed = 0;
        int high = -1, low = -1;
        for (int bit = 0; bit < 32; bit++)
            if (u >> bit & 1)
            {
                count++;
                reversed |= 1u << (31 - bit);
                high = bit;
                low = low < 0 ? bit : low;
            }
        CHECK(n.count == count && n.reversed == reversed && n.high == high && n.low == low);
        CHECK(n.abs == (a == INT_MIN ? a : std::abs(a)) && n.clamp == std::min(std::max(a, -1000), 1000));
        CHECK(n.max == std::max(a, b) && n.min == std::min(a, b) && n.umax == std::max(u, v) && n.umin == std::min(u, v));
        CHECK(static_cast<unsigned>(n.mad) == u * v + 5u && n.umad == u * v + 5u && n.sign == (a > 0) - (a < 0));
        CHECK(n.clampf == std::min(std::max(f, -0.25f), 0.5f) && n.madf == f * 2.0f + 1.0f && n.madd == f * 2.0 + 1.0);
        CHECK(std::fabs(n.radians - f * 1.745329252f) <= 1e-6f && std::fabs(n.rcp * (f + 3.0f) - 1.0f) < 1e-6f);
        CHECK(std::fabs(n.rcpd * (f + 3.0) - 1.0) < 1e-12);
        CHECK(n.saturate == std::min(std::max(f, 0.0f), 1.0f) && n.step == (f >= 0.5f ? 1.0f : 0.0f));
        const float t = std::min(std::max((f + 1.0f) / 2.0f, 0.0f), 1.0f);
        CHECK(std::fabs(n.smoothstep - t * t * (3.0f - 2.0f * t)) < 1e-6f);
        CHECK(n.noise >= -1.0f && n.noise <= 1.0f);
        before += n.noise;
        graphics::uint_4 sad(3u);
        const unsigned long long bytes = static_cast<unsigned long long>(u) << 32 | v;
        unsigned* sums = &sad.x;
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 4; j++)
                if (u >> 8 * j & 255)
                    sums[k] += std::abs(int(u >> 8 * j & 255) - int(bytes >> 8 * (k + j) & 255));
        CHECK(n.sad == sad);
    }
    CHECK(std::fabs(before) < kCount * 0.1f);
}

int main()
{
    test_precise<float, unsigned>();
    test_precise<double, unsigned long long>();
    test_fast();
    test_direct3d();
    std::puts("ok");
}
