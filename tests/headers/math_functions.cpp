/* amp_math.h and amp/direct3d.h: what the compiler must accept, and the values
 * that the accuracy table does not cover. It compiles as each of the three
 * readers compiles it; the host's runs, and the device's code is generated:
 *
 *   g++ -std=c++11 -I include tests/headers/math_functions.cpp && ./a.out
 *   nvcc -x cu -arch=sm_90 -fatbin -I include tests/headers/math_functions.cpp
 *   clang -x cuda --cuda-host-only -nocudainc -nocudalib -fsyntax-only
 *         -D__AMPCC_PARSE__ -I include tests/headers/math_functions.cpp */
#include <amp_math.h>
#include <amp/math_names.h>

#include <math.h>
#include <stdio.h>

enum unscoped { one = 1, two = 2 };
struct like_norm {
	float value;
	AMP_CPU_AMP operator float() const { return value; }
};

/* Each function, qualified, with each type, and mixed. */
AMP_AMP float every_fast(float x, double d, int i)
{
	using namespace Concurrency;
	float sum = 0, s, c, whole;
	int e;
	like_norm n = {0.5f};
#define X(name) \
	sum += fast_math::name(x) + fast_math::name##f(x) + static_cast<float>(fast_math::name(d)) + \
	       fast_math::name(i) + fast_math::name(n) + fast_math::name(one);
	AMP_FAST_UNARY_STD(X) AMP_FAST_UNARY_EXTRA(X)
#undef X
#define X(name) \
	sum += fast_math::name(x, x) + fast_math::name##f(x, x) + fast_math::name(x, 2) + fast_math::name(2, x) + \
	       fast_math::name(x, 2.0) + fast_math::name(n, n);
	AMP_FAST_BINARY_STD(X)
#undef X
	sum += fast_math::frexp(x, &e) + fast_math::frexpf(x, &e) + fast_math::ldexp(x, 2) + fast_math::ldexpf(x, 2);
	sum += fast_math::modf(x, &whole) + fast_math::modff(x, &whole);
	fast_math::sincos(x, &s, &c);
	fast_math::sincosf(x, &s, &c);
	fast_math::sincos(d, &s, &c);
	int flags = fast_math::isfinite(x) + fast_math::isinf(x) + fast_math::isnan(x) + fast_math::signbit(x) +
	            fast_math::signbitf(x) + fast_math::isnan(d);
	return sum + s + c + static_cast<float>(flags);
}

AMP_AMP double every_precise(float x, double d)
{
	using namespace Concurrency;
	double sum = 0, ds, dc, dwhole;
	float s, c, whole;
	int e;
#define X(name) sum += precise_math::name(x) + precise_math::name##f(x) + precise_math::name(d);
	AMP_PRECISE_UNARY_STD(X) AMP_PRECISE_UNARY_EXTRA(X)
#undef X
#define X(name) \
	sum += precise_math::name(x, x) + precise_math::name##f(x, x) + precise_math::name(d, d) + \
	       precise_math::name(x, 2) + precise_math::name(d, 2);
	AMP_PRECISE_BINARY_STD(X) AMP_PRECISE_BINARY_EXTRA(X)
#undef X
	sum += precise_math::fma(x, x, x) + precise_math::fma(d, d, d) + precise_math::fmaf(x, x, x);
	sum += precise_math::frexp(x, &e) + precise_math::frexp(d, &e) + precise_math::frexpf(x, &e);
	sum += precise_math::ldexp(x, 2) + precise_math::ldexp(d, 2) + precise_math::ldexpf(x, 2);
	sum += precise_math::scalbn(x, 2) + precise_math::scalbn(d, 2) + precise_math::scalbnf(x, 2);
	sum += precise_math::lgamma(x, &e) + precise_math::lgamma(d, &e) + precise_math::lgammaf(x, &e);
	sum += precise_math::modf(x, &whole) + precise_math::modf(d, &dwhole) + precise_math::modff(x, &whole);
	sum += precise_math::remquo(x, x, &e) + precise_math::remquo(d, d, &e) + precise_math::remquof(x, x, &e);
	sum += precise_math::nan(1) + precise_math::nanf(1);
	precise_math::sincos(x, &s, &c);
	precise_math::sincosf(x, &s, &c);
	precise_math::sincos(d, &ds, &dc);
	int flags = precise_math::ilogb(x) + precise_math::ilogb(d) + precise_math::ilogbf(x) +
	            precise_math::fpclassify(x) + precise_math::fpclassify(d) + precise_math::isfinite(x) +
	            precise_math::isfinite(d) + precise_math::isinf(x) + precise_math::isinf(d) +
	            precise_math::isnan(x) + precise_math::isnan(d) + precise_math::isnormal(x) +
	            precise_math::isnormal(d) + precise_math::signbit(x) + precise_math::signbit(d) +
	            precise_math::signbitf(x);
	return sum + s + c + ds + dc + flags;
}

AMP_AMP float every_direct3d(float x, double d, int i, unsigned int u)
{
	using namespace Concurrency::direct3d;
	int sum = abs(i) + clamp(i, 0, 5) + firstbithigh(i) + firstbitlow(i) + imax(i, 2) + imin(i, 2) + mad(i, i, i) +
	          sign(i);
	u += countbits(u) + reversebits(u) + umax(u, 2u) + umin(u, 2u) + mad(u, u, u);
	return clamp(x, 0.0f, 1.0f) + mad(x, x, x) + static_cast<float>(mad(d, d, d)) + noise(x) + radians(x) + rcp(x) +
	       static_cast<float>(rcp(d)) + saturate(x) + smoothstep(0.0f, 1.0f, x) + step(0.0f, x) +
	       static_cast<float>(sum) + static_cast<float>(u);
}

/* Unqualified, with <math.h>'s names around, in code for each side. */
namespace unqualified_fast {
using namespace Concurrency::fast_math;
AMP_AMP float amp(float x)
{
	float s, c;
	sincosf(x, &s, &c);
	return sin(x) + cosf(x) + sqrt(x) + pow(x, 2.0f) + fmax(x, 1.0f) + rsqrt(x) + fabs(x) + s + c;
}
double cpu(double x)
{
	return sin(x) + cos(x) + sqrt(x) + pow(x, 2) + fmax(x, 1.0) + fabs(x) + sin(2) + sinf(1.0f);
}
AMP_CPU_AMP float both(float x)
{
	return sin(x) + cos(x) + sqrt(x) + pow(x, 2.0f) + fabs(x);
}
} // namespace unqualified_fast

namespace unqualified_precise {
using namespace Concurrency::precise_math;
AMP_AMP double amp(double d, float x)
{
	int e;
	return sin(d) + sin(x) + cosf(x) + sqrt(d) + pow(d, 2.0) + pow(x, 2.0f) + exp10(d) + exp10(x) + erfinv(d) + phi(x) +
	       hypot(d, d) + lgamma(d, &e) + nan(0);
}
double cpu(double x)
{
	return sin(x) + cos(x) + sqrt(x) + pow(x, 2) + hypot(x, 1.0) + lgamma(x) + tgamma(x);
}
} // namespace unqualified_precise

/* Types are those of the specification's overloads. */
#define SAME(a, ...) static_assert(std::is_same<decltype(a), __VA_ARGS__>::value, #a)
AMP_AMP inline void types()
{
	using namespace Concurrency;
	SAME(fast_math::sin(1.0f), float);
	SAME(fast_math::rsqrt(1), float);
	SAME(fast_math::pow(1.0f, 2), float);
	SAME(fast_math::pow(1.0f, 2.0), float);
	SAME(fast_math::isnan(1.0f), int);
	SAME(precise_math::sin(1.0f), float);
	SAME(precise_math::sin(1.0), double);
	SAME(precise_math::pow(1.0f, 2.0f), float);
	SAME(precise_math::pow(1.0f, 2), float);
	SAME(precise_math::sinf(1.0), float);
	SAME(precise_math::nan(0), double);
	SAME(precise_math::isnormal(1.0), int);
}

#if defined(__CUDACC__) && !defined(__AMPCC_PARSE__)
__global__ void kernel(float *f, double *d, int i, unsigned int u)
{
	f[0] = every_fast(f[0], d[0], i);
	d[0] = every_precise(f[0], d[0]);
	f[1] = every_direct3d(f[0], d[0], i, u);
	f[2] = unqualified_fast::amp(f[0]) + unqualified_fast::both(f[0]);
	d[1] = unqualified_precise::amp(d[0], f[0]);
}
#elif !defined(__AMPCC_PARSE__)

using namespace Concurrency;

static int failures;

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			failures++; \
		} \
	} while (0)

static void test_results()
{
	int e;
	float f;
	double d, s, c;
	CHECK(fast_math::frexp(12.0f, &e) == 0.75f && e == 4);
	CHECK(fast_math::ldexp(0.75f, 4) == 12.0f);
	CHECK(fast_math::modf(-2.5f, &f) == -0.5f && f == -2.0f);
	CHECK(precise_math::modf(2.5, &d) == 0.5 && d == 2.0);
	CHECK(fast_math::rsqrt(4.0f) == 0.5f);
	CHECK(fast_math::pow(-2.0f, 3) == -8.0f);
	CHECK(precise_math::remquo(10.0, 3.0, &e) == 1.0 && (e & 7) == 3);
	CHECK(precise_math::ilogb(12.0) == 3 && precise_math::ilogbf(0.25f) == -2);
	CHECK(precise_math::scalb(3.0, 2.0) == 12.0 && precise_math::scalbn(3.0f, -1) == 1.5f);
	CHECK(precise_math::scalb(1.0, -5000.0) == 0.0 && precise_math::isinf(precise_math::scalb(1.0, 1e9)));
	CHECK(fabs(precise_math::scalb(1.0, 0.5) - 1.4142135623730951) < 1e-15);
	precise_math::sincos(0.5, &s, &c);
	CHECK(s == sin(0.5) && c == cos(0.5));
	CHECK(precise_math::fma(2.0, 3.0, 4.0) == 10.0);
	CHECK(precise_math::nextafter(1.0f, 2.0f) == 1.00000012f);
	CHECK(fabs(precise_math::lgamma(-0.5, &e) - 1.2655121234846454) < 1e-14 && e == -1);
	CHECK(precise_math::lgamma(-1.5, &e) > 0 && e == 1);
	CHECK(precise_math::lgamma(5.0f, &e) > 3.178f && e == 1);
	CHECK(precise_math::isinf(precise_math::lgamma(-0.0, &e)) && e == -1);
	CHECK(fabs(fast_math::sin(0.5) - sin(0.5)) < 1e-15);
}

static void test_classes()
{
	const float inf = HUGE_VALF;
	const double subnormal = 1e-310;
	CHECK(fast_math::isinf(inf) && fast_math::isinf(-inf) && !fast_math::isinf(1.0f));
	CHECK(fast_math::isnan(precise_math::nanf(3)) && precise_math::isnan(precise_math::nan(3)));
	CHECK(!fast_math::isfinite(inf) && fast_math::isfinite(3.0f) && fast_math::isfinite(3));
	CHECK(precise_math::isnormal(1.0) && !precise_math::isnormal(subnormal) && !precise_math::isnormal(0.0f));
	CHECK(precise_math::fpclassify(subnormal) == FP_SUBNORMAL && precise_math::fpclassify(0.0f) == FP_ZERO);
	CHECK(precise_math::fpclassify(inf) == FP_INFINITE && precise_math::fpclassify(1.0f) == FP_NORMAL);
	CHECK(fast_math::signbit(-0.0f) && !fast_math::signbit(0.0f) && precise_math::signbit(-1.0));
}

static void test_special_points()
{
	CHECK(precise_math::sinpi(1.0) == 0.0 && precise_math::cospi(0.5) == 0.0 && precise_math::cospi(1.0) == -1.0);
	CHECK(precise_math::sinpi(0.5f) == 1.0f && precise_math::sinpi(-1.5f) == 1.0f);
	CHECK(precise_math::signbit(precise_math::sinpi(-2.0)) && precise_math::isnan(precise_math::sinpi(HUGE_VAL)));
	CHECK(precise_math::tanpi(0.25) > 0.9999999999999997 && precise_math::tanpi(0.25) < 1.0000000000000003);
	CHECK(precise_math::isinf(precise_math::erfinv(1.0)) && precise_math::isnan(precise_math::erfinv(1.5)));
	CHECK(precise_math::erfinv(-1.0) == -HUGE_VAL && precise_math::erfinv(0.0) == 0.0);
	CHECK(precise_math::erfcinv(0.0) == HUGE_VAL && precise_math::erfcinv(2.0) == -HUGE_VAL);
	CHECK(precise_math::erfcinv(1.0) == 0.0 && precise_math::probit(0.5) == 0.0);
	CHECK(precise_math::phi(0.0) == 0.5 && precise_math::phi(-HUGE_VAL) == 0.0 && precise_math::phi(HUGE_VAL) == 1.0);
	CHECK(precise_math::rcbrt(8.0) == 0.5 && precise_math::isinf(precise_math::rcbrt(0.0)));
	CHECK(precise_math::rcbrt(HUGE_VAL) == 0.0 && precise_math::exp10(2.0) == 100.0);
}

static void test_direct3d()
{
	CHECK(direct3d::abs(-3) == 3 && direct3d::sign(-3) == -1 && direct3d::sign(0) == 0);
	CHECK(direct3d::clamp(5.0f, 0.0f, 1.0f) == 1.0f && direct3d::clamp(-5, 0, 1) == 0);
	CHECK(direct3d::countbits(0xf0f0u) == 8);
	CHECK(direct3d::firstbithigh(0x10) == 4 && direct3d::firstbithigh(-1) == 31 && direct3d::firstbithigh(0) == -1);
	CHECK(direct3d::firstbitlow(0x10) == 4 && direct3d::firstbitlow(0) == -1);
	CHECK(direct3d::imax(-1, 2) == 2 && direct3d::imin(-1, 2) == -1);
	CHECK(direct3d::umax(1, 2) == 2 && direct3d::umin(1, 2) == 1);
	CHECK(direct3d::mad(2, 3, 4) == 10 && direct3d::mad(2.0f, 3.0f, 4.0f) == 10.0f && direct3d::mad(2u, 3u, 4u) == 10);
	CHECK(direct3d::reversebits(0x80000001u) == 0x80000001u && direct3d::reversebits(0x12345678u) == 0x1e6a2c48u);
	CHECK(direct3d::saturate(2.0f) == 1.0f && direct3d::saturate(precise_math::nanf(0)) == 0.0f);
	CHECK(direct3d::smoothstep(0.0f, 2.0f, 1.0f) == 0.5f && direct3d::smoothstep(0.0f, 2.0f, 3.0f) == 1.0f);
	CHECK(direct3d::step(1.0f, 1.0f) == 1.0f && direct3d::step(1.0f, 0.5f) == 0.0f);
	CHECK(direct3d::radians(180.0f) == 3.14159265f && direct3d::rcp(4.0) == 0.25);
	float least = 0, largest = 0;
	for (int i = -100000; i < 100000; i++) {
		float n = direct3d::noise(static_cast<float>(i) * 0.0137f);
		least = n < least ? n : least;
		largest = n > largest ? n : largest;
	}
	CHECK(least >= -1.0f && least < -0.5f && largest <= 1.0f && largest > 0.5f && direct3d::noise(7.0f) == 0.0f);
}

int main()
{
	test_results();
	test_classes();
	test_special_points();
	test_direct3d();
	CHECK(every_fast(0.5f, 0.5, 1) != 0 && every_precise(0.5f, 0.5) != 0 && every_direct3d(0.5f, 0.5, 1, 1) != 0);
	CHECK(unqualified_fast::amp(0.5f) > 0 && unqualified_fast::cpu(0.5) > 0 && unqualified_fast::both(0.5f) > 0);
	CHECK(unqualified_precise::cpu(0.5) > 0 && unqualified_precise::amp(0.5, 0.5f) != 0);
	types();
	printf("%d failed\n", failures);
	return failures != 0;
}
#endif
