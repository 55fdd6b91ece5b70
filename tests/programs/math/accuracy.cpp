// The largest error of each function of fast_math and precise_math that rounds,
// in units in the last place, against long double: each over its whole range,
// with arguments of evenly spread exponents (subnormal ones, too), evenly spread
// ones, and ones near 1. What is exact is in exact.cpp.
//
//   AMP_MATH_TABLE=1 ./accuracy    prints docs/math.md's table instead of "ok"
#include <amp.h>
#include <amp_math.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "../check.h"

using namespace concurrency;

const int kCount = 3 << 14;
const double kMinF = FLT_MIN, kMaxF = FLT_MAX, kMaxD = DBL_MAX;

// ---- References ------------------------------------------------------------

const long double kPi = 3.14159265358979323846264338327950288L;

long double sinpi_of(long double x)
{
    long double r = std::remainder(x, 2.0L), n = std::nearbyint(2 * r);
    r -= n / 2;
    int q = static_cast<int>(n) & 3;
    long double s = (q & 1) ? std::cos(kPi * r) : std::sin(kPi * r);
    return (q & 2) ? -s : s;
}

long double cospi_of(long double x)
{
    long double r = std::remainder(x, 2.0L), n = std::nearbyint(2 * r);
    r -= n / 2;
    int q = static_cast<int>(n) & 3;
    long double c = (q & 1) ? std::sin(kPi * r) : std::cos(kPi * r);
    return q == 1 || q == 2 ? -c : c;
}

// As in C23, the infinity at n + 1/2 has the sign of sin.
long double tanpi_of(long double x)
{
    long double s = sinpi_of(x), c = cospi_of(x);
    return s / (c == 0 ? std::fabs(c) : c);
}

// Newton's steps from a bisection to a few digits.
long double erfcinv_of(long double w)
{
    if (w > 1)
        return -erfcinv_of(2 - w);
    long double low = 0, high = 120;
    for (int i = 0; i < 40; i++)
    {
        long double middle = (low + high) / 2;
        (std::erfc(middle) > w ? low : high) = middle;
    }
    long double y = (low + high) / 2;
    for (int i = 0; i < 3; i++)
        y += w < 0.5L ? (std::erfc(y) - w) * 0.886226925452758013649L * std::exp(y * y)
                      : ((1 - w) - std::erf(y)) * 0.886226925452758013649L * std::exp(y * y);
    return y;
}

long double erfinv_of(long double x)
{
    long double a = std::fabs(x), y;
    if (a > 0.5L)
        y = erfcinv_of(1 - a);
    else
    {
        y = 0.886226925452758013649L * a;
        for (int i = 0; i < 6; i++)
            y += (a - std::erf(y)) * 0.886226925452758013649L * std::exp(y * y);
    }
    return x < 0 ? -y : y;
}

long double probit_of(long double x)
{
    const long double root_2 = 1.41421356237309504880168872420969808L;
    return x > 0.4L && x < 0.6L ? root_2 * erfinv_of(2 * x - 1) : -root_2 * erfcinv_of(2 * x);
}

// ---- The functions ---------------------------------------------------------

// X(name, call, reference, low, high, limit, y_low, y_high): arguments in
// [low, high] and [y_low, y_high]; limit, of the error, in ulp.
#define FAST(X)                                                             \
    X(acos, acos(x), std::acos(x), -1, 1, 2, 0, 0)                          \
    X(asin, asin(x), std::asin(x), -1, 1, 3, 0, 0)                          \
    X(atan, atan(x), std::atan(x), -kMaxF, kMaxF, 2, 0, 0)                  \
    X(atan2, atan2(x, y), std::atan2(x, y), -kMaxF, kMaxF, 3, -1e9, 1e9)    \
    X(cos, cos(x), std::cos(x), -71000, 71000, 3, 0, 0)                     \
    X(cosh, cosh(x), std::cosh(x), -89.4, 89.4, 2, 0, 0)                    \
    X(exp, exp(x), std::exp(x), -104, 89, 2, 0, 0)                          \
    X(exp2, exp2(x), std::exp2(x), -150, 128, 2, 0, 0)                      \
    X(fmod, fmod(x, y), std::fmod(x, y), -kMaxF, kMaxF, 0, -1e9, 1e9)       \
    X(log, log(x), std::log(x), 0, kMaxF, 2, 0, 0)                          \
    X(log10, log10(x), std::log10(x), 0, kMaxF, 3, 0, 0)                    \
    X(log2, log2(x), std::log2(x), 0, kMaxF, 2, 0, 0)                       \
    X(pow, pow(x, y), std::pow(x, y), 0, kMaxF, 8, -10, 10)                 \
    X(rsqrt, rsqrt(x), 1 / std::sqrt(x), kMinF, kMaxF, 2, 0, 0)             \
    X(sin, sin(x), std::sin(x), -71000, 71000, 3, 0, 0)                     \
    X(sinh, sinh(x), std::sinh(x), -89.4, 89.4, 3, 0, 0)                    \
    X(sqrt, sqrt(x), std::sqrt(x), 0, kMaxF, 0.501, 0, 0)                   \
    X(tan, tan(x), std::tan(x), -71000, 71000, 6, 0, 0)                     \
    X(tanh, tanh(x), std::tanh(x), -kMaxF, kMaxF, 3, 0, 0)

// Those of precise_math: M and the rest of the range are float's or double's.
#define PRECISE(X, M, EXP, COSH, GAMMA, ERFC, PHI)                                       \
    X(acos, acos(x), std::acos(x), -1, 1, 2, 0, 0)                                       \
    X(acosh, acosh(x), std::acosh(x), 1, M, 4, 0, 0)                                     \
    X(asin, asin(x), std::asin(x), -1, 1, 3, 0, 0)                                       \
    X(asinh, asinh(x), std::asinh(x), -M, M, 4, 0, 0)                                    \
    X(atan, atan(x), std::atan(x), -M, M, 2, 0, 0)                                       \
    X(atan2, atan2(x, y), std::atan2(x, y), -M, M, 3, -1e9, 1e9)                         \
    X(atanh, atanh(x), std::atanh(x), -1, 1, 4, 0, 0)                                    \
    X(cbrt, cbrt(x), std::cbrt(x), -M, M, 4, 0, 0)                                       \
    X(cos, cos(x), std::cos(x), -M, M, 2, 0, 0)                                          \
    X(cosh, cosh(x), std::cosh(x), -COSH, COSH, 2, 0, 0)                                 \
    X(cospi, cospi(x), cospi_of(x), -1e5, 1e5, 3, 0, 0)                                  \
    X(erf, erf(x), std::erf(x), -M, M, 2, 0, 0)                                          \
    X(erfc, erfc(x), std::erfc(x), -M, ERFC, 6, 0, 0)                                    \
    X(erfcinv, erfcinv(x), erfcinv_of(x), 0, 1.999, 8, 0, 0)                             \
    X(erfinv, erfinv(x), erfinv_of(x), -0.9999, 0.9999, 6, 0, 0)                         \
    X(exp, exp(x), std::exp(x), -EXP - 36, EXP, 2, 0, 0)                                 \
    X(exp10, exp10(x), std::pow(10.0L, x), -EXP * 0.4343 - 15, EXP * 0.4343, 3, 0, 0)    \
    X(exp2, exp2(x), std::exp2(x), -EXP * 1.4427 - 50, EXP * 1.4427, 3, 0, 0)            \
    X(expm1, expm1(x), std::expm1(x), -M, EXP, 2, 0, 0)                                  \
    X(fdim, fdim(x, y), std::fdim(x, y), -M, M, 0.501, -1e9, 1e9)                        \
    X(fma, fma(x, y, x), std::fma(x, y, x), -1e9, 1e9, 0.501, -1e9, 1e9)                 \
    X(fmod, fmod(x, y), std::fmod(x, y), -M, M, 0, -1e9, 1e9)                            \
    X(hypot, hypot(x, y), std::hypot(x, y), -M, M, 3, -1e9, 1e9)                         \
    X(lgamma, lgamma(x, &sign), std::lgamma(x), 0, 1e6, 8, 0, 0)                         \
    X(log, log(x), std::log(x), 0, M, 2, 0, 0)                                           \
    X(log10, log10(x), std::log10(x), 0, M, 3, 0, 0)                                     \
    X(log1p, log1p(x), std::log1p(x), -1, M, 2, 0, 0)                                    \
    X(log2, log2(x), std::log2(x), 0, M, 2, 0, 0)                                        \
    X(phi, phi(x), std::erfc(-x * 0.707106781186547524400844362104849039L) / 2, PHI, 40, 8, 0, 0) \
    X(pow, pow(x, y), std::pow(x, y), 0, M, 8, -10, 10)                                  \
    X(probit, probit(x), probit_of(x), 0, 0.9999, 8, 0, 0)                               \
    X(rcbrt, rcbrt(x), 1 / std::cbrt(x), 0, M, 3, 0, 0)                                  \
    X(remainder, remainder(x, y), std::remainder(x, y), -M, M, 0, -1e9, 1e9)             \
    X(rsqrt, rsqrt(x), 1 / std::sqrt(x), 0, M, 2, 0, 0)                                  \
    X(sin, sin(x), std::sin(x), -M, M, 2, 0, 0)                                          \
    X(sinh, sinh(x), std::sinh(x), -COSH, COSH, 3, 0, 0)                                 \
    X(sinpi, sinpi(x), sinpi_of(x), -1e5, 1e5, 3, 0, 0)                                  \
    X(sqrt, sqrt(x), std::sqrt(x), 0, M, 0.501, 0, 0)                                    \
    X(tan, tan(x), std::tan(x), -M, M, 4, 0, 0)                                          \
    X(tanh, tanh(x), std::tanh(x), -M, M, 3, 0, 0)                                       \
    X(tanpi, tanpi(x), tanpi_of(x), -1e5, 1e5, 5, 0, 0)                    \
    X(tgamma, tgamma(x), std::tgamma(x), 0, GAMMA, 12, 0, 0)

#define PRECISE_FLOAT(X) PRECISE(X, kMaxF, 89.0, 89.4, 35.1, 10.1, -14.2)
#define PRECISE_DOUBLE(X) PRECISE(X, kMaxD, 710.0, 710.4, 171.7, 27.3, -38.5)

#define ENUMERATOR(name, ...) function_##name,
enum fast_function { FAST(ENUMERATOR) };
namespace precise { enum function { PRECISE_FLOAT(ENUMERATOR) }; }

#define CALL(name, call, ...) case function_##name: return call;

float call_fast(int function, float x, float y) restrict(amp)
{
    using namespace fast_math;
    switch (function)
    {
        FAST(CALL)
    }
    return 0.0f;
}

#define PRECISE_CALL(name, call, ...) case precise::function_##name: return precise_math::call;

template <typename T> T call_precise(int function, T x, T y) restrict(amp)
{
    int sign = 0;
    switch (function)
    {
        PRECISE_FLOAT(PRECISE_CALL)
    }
    return T(sign);
}

#define REFERENCE(prefix, name, expected)                                          \
    static long double prefix##name(long double x, long double y)                  \
    {                                                                              \
        return (void)y, static_cast<long double>(expected);                        \
    }
#define FAST_REFERENCE(name, call, expected, ...) REFERENCE(fast_, name, expected)
#define PRECISE_REFERENCE(name, call, expected, ...) REFERENCE(precise_, name, expected)
FAST(FAST_REFERENCE)
PRECISE_FLOAT(PRECISE_REFERENCE)

// ---- Measuring -------------------------------------------------------------

struct fast_caller
{
    typedef float type;
    static const char* name() { return "fast_math, float"; }
    static float call(int function, float x, float y) restrict(amp) { return call_fast(function, x, y); }
};
template <typename T> struct precise_caller
{
    typedef T type;
    static const char* name() { return sizeof(T) == 4 ? "precise_math, float" : "precise_math, double"; }
    static T call(int function, T x, T y) restrict(amp) { return call_precise(function, x, y); }
};

static unsigned long long g_state = 88172645463325252ull;
static double uniform()
{
    g_state ^= g_state << 13;
    g_state ^= g_state >> 7;
    g_state ^= g_state << 17;
    return static_cast<double>(g_state >> 11) / 9007199254740992.0;
}

template <typename T> T random_in(double low, double high, int i)
{
    double value;
    if (i % 3 == 0)
        value = low + uniform() * (high / 2 - low / 2) * 2;
    else if (i % 3 == 1 && low <= 1 && high >= 1)
        value = std::min(std::max(1.0 + (uniform() - 0.5) * std::exp2(-20 * uniform()), low), high);
    else
    {
        double sign = low < 0 && (high <= 0 || uniform() < 0.5) ? -1.0 : 1.0;
        double most = std::log2(sign < 0 ? -low : high);
        double least = low > 0 ? std::log2(low) : std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
        value = sign * std::exp2(least + (most - least) * uniform());
    }
    return static_cast<T>(value);
}

// Beneath the normal numbers the unit does not get smaller.
template <typename T> double ulps(T got, long double want)
{
    const T rounded = static_cast<T>(want);
    if (rounded != rounded || got != got)
        return rounded != rounded && got != got ? 0.0 : HUGE_VAL;
    if (std::isinf(rounded) && std::isinf(got))
        return rounded == got ? 0.0 : HUGE_VAL;
    if (std::isinf(rounded) || std::isinf(got))
        return std::fabs(std::isinf(got) ? want : static_cast<long double>(got)) >
                       0.9999L * std::numeric_limits<T>::max()
                   ? 1.0
                   : HUGE_VAL;
    int e;
    std::frexp(rounded, &e);
    e = std::max(e, static_cast<int>(std::numeric_limits<T>::min_exponent));
    return static_cast<double>(std::fabs(got - want) / std::ldexp(1.0L, e - std::numeric_limits<T>::digits));
}

static bool g_table;
static int g_failures;

template <typename Caller>
void measure(int function, const char* name, long double (*reference)(long double, long double), double low, double high,
             double limit, double y_low, double y_high)
{
    typedef typename Caller::type T;
    std::vector<T> xs(kCount), ys(kCount), results(kCount);
    for (int i = 0; i < kCount; i++)
    {
        xs[i] = random_in<T>(low, high, i);
        ys[i] = random_in<T>(y_low, y_high, i / 3);
    }
    array_view<const T, 1> x(kCount, xs), y(kCount, ys);
    array_view<T, 1> out(kCount, results);
    parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = Caller::call(function, x[i], y[i]); });
    out.synchronize();
    double worst = 0;
    int at = 0;
    for (int i = 0; i < kCount; i++)
    {
        double u = ulps<T>(results[i], reference(xs[i], ys[i]));
        if (u > worst)
        {
            worst = u;
            at = i;
        }
    }
    if (g_table)
        std::printf("| %s | %s | %g | %.3f |\n", Caller::name(), name, limit, worst);
    if (!(worst <= limit))
    {
        std::printf("%s: %s(%.17g, %.17g) is %.17g, not %.17Lg: %g ulp, over %g\n", Caller::name(), name,
                    double(xs[at]), double(ys[at]), double(results[at]), reference(xs[at], ys[at]), worst, limit);
        g_failures++;
    }
}

int main()
{
    g_table = std::getenv("AMP_MATH_TABLE") != 0;
    if (g_table)
        std::printf("| | function | limit | largest error |\n| --- | --- | ---: | ---: |\n");
#define MEASURE_FAST(name, call, expected, ...) measure<fast_caller>(function_##name, #name, fast_##name, __VA_ARGS__);
#define MEASURE_PRECISE(type, name, ...) \
    measure<precise_caller<type>>(precise::function_##name, #name, precise_##name, __VA_ARGS__);
#define MEASURE_FLOAT(name, call, expected, ...) MEASURE_PRECISE(float, name, __VA_ARGS__)
#define MEASURE_DOUBLE(name, call, expected, ...) MEASURE_PRECISE(double, name, __VA_ARGS__)
    FAST(MEASURE_FAST)
    PRECISE_FLOAT(MEASURE_FLOAT)
    PRECISE_DOUBLE(MEASURE_DOUBLE)
    if (!g_table && g_failures == 0)
        std::puts("ok");
    return g_failures != 0;
}
