/* The math functions for a device without a math library, that is, for clang without a CUDA toolkit. Plain
 * arithmetic, accurate to a few units in the last place; the float versions round the double results. The
 * names are CUDA's. */
#ifndef AMPCC_MATH_PORTABLE_H
#define AMPCC_MATH_PORTABLE_H

#include <amp/config.h>

namespace Concurrency {
namespace details {
namespace portable {

/* ---- Bits and exact operations ----------------------------------------- */

AMP_CPU_AMP inline unsigned long long to_bits(double x) {
	unsigned long long u;
	__builtin_memcpy(&u, &x, sizeof u);
	return u;
}
AMP_CPU_AMP inline double from_bits(unsigned long long u) {
	double x;
	__builtin_memcpy(&x, &u, sizeof x);
	return x;
}
AMP_CPU_AMP inline double infinity() { return from_bits(0x7ff0000000000000ull); }
AMP_CPU_AMP inline double not_a_number() { return from_bits(0x7ff8000000000000ull); }
AMP_CPU_AMP inline bool is_nan(double x) { return x != x; }
AMP_CPU_AMP inline bool is_finite(double x) { return (to_bits(x) >> 52 & 0x7ff) != 0x7ff; }

AMP_CPU_AMP inline double fabs(double x) { return __builtin_fabs(x); }
AMP_CPU_AMP inline double copysign(double x, double y) {
	const unsigned long long sign = 0x8000000000000000ull;
	return from_bits((to_bits(x) & ~sign) | (to_bits(y) & sign));
}
AMP_CPU_AMP inline double floor(double x) { return __builtin_floor(x); }
AMP_CPU_AMP inline double ceil(double x) { return __builtin_ceil(x); }
AMP_CPU_AMP inline double trunc(double x) { return __builtin_trunc(x); }
AMP_CPU_AMP inline double rint(double x) {
	const double big = copysign(4503599627370496.0, x);
	return fabs(x) < 4503599627370496.0 ? copysign((x + big) - big, x) : x;
}
AMP_CPU_AMP inline double nearbyint(double x) { return rint(x); }
AMP_CPU_AMP inline double round(double x) {
	const double t = trunc(x);
	return fabs(x - t) >= 0.5 ? t + copysign(1.0, x) : copysign(t, x);
}
AMP_CPU_AMP inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
AMP_CPU_AMP inline double fmax(double x, double y) { return is_nan(x) || y > x ? y : x; }
AMP_CPU_AMP inline double fmin(double x, double y) { return is_nan(x) || y < x ? y : x; }
AMP_CPU_AMP inline double fdim(double x, double y) { return x > y ? x - y : x <= y ? 0.0 : x + y; }
AMP_CPU_AMP inline double sqrt(double x) {
#ifdef __NVPTX__
	return __nvvm_sqrt_rn_d(x);
#else
	return __builtin_sqrt(x);
#endif
}
AMP_CPU_AMP inline float sqrtf(float x) {
#ifdef __NVPTX__
	return __nvvm_sqrt_rn_f(x);
#else
	return __builtin_sqrtf(x);
#endif
}

/* 2^n for -1022 <= n <= 1023. */
AMP_CPU_AMP inline double power_of_two(int n) {
	return from_bits(static_cast<unsigned long long>(n + 1023) << 52);
}
AMP_CPU_AMP inline double ldexp(double x, int n) {
	for (int i = 0; n > 1023 && i < 2; i++, n -= 1023)
		x *= power_of_two(1023);
	/* intermediate results stay above 2^-1022, so that only the last step rounds */
	for (int i = 0; n < -969 && i < 2; i++, n += 969)
		x *= power_of_two(-969);
	n = n > 1023 ? 1023 : n < -1022 ? -1022 : n;
	return x * power_of_two(n);
}
AMP_CPU_AMP inline double frexp(double x, int *exponent) {
	*exponent = 0;
	if (x == 0.0 || !is_finite(x))
		return x;
	int subnormal = 0;
	if (fabs(x) < 2.2250738585072014e-308) {
		x *= 18014398509481984.0;
		subnormal = 54;
	}
	const unsigned long long u = to_bits(x);
	*exponent = static_cast<int>(u >> 52 & 0x7ff) - 1022 - subnormal;
	return from_bits((u & 0x800fffffffffffffull) | 0x3fe0000000000000ull);
}
AMP_CPU_AMP inline double modf(double x, double *whole) {
	*whole = trunc(x);
	return copysign(is_finite(x) ? x - *whole : is_nan(x) ? x : 0.0, x);
}
AMP_CPU_AMP inline int ilogb(double x) {
	int e;
	if (x == 0.0 || is_nan(x))
		return -2147483647 - 1;
	if (!is_finite(x))
		return 2147483647;
	frexp(x, &e);
	return e - 1;
}
AMP_CPU_AMP inline double logb(double x) {
	return x == 0.0 ? -infinity() : is_finite(x) ? static_cast<double>(ilogb(x)) : x * x;
}
AMP_CPU_AMP inline double nextafter(double x, double y) {
	if (is_nan(x) || is_nan(y))
		return x + y;
	if (x == y)
		return y;
	if (x == 0.0)
		return copysign(4.9406564584124654e-324, y);
	return from_bits((x < y) == (x > 0.0) ? to_bits(x) + 1 : to_bits(x) - 1);
}

/* ---- Sums of two doubles ----------------------------------------------- */

struct pair {
	double high, low;
};
AMP_CPU_AMP inline pair add_fast(double a, double b) { /* |a| >= |b| */
	pair p;
	p.high = a + b;
	p.low = b - (p.high - a);
	return p;
}
AMP_CPU_AMP inline pair multiply(double a, double b) {
	pair p;
	p.high = a * b;
	p.low = fma(a, b, -p.high);
	return p;
}
AMP_CPU_AMP inline pair multiply(const pair &a, const pair &b) {
	pair p = multiply(a.high, b.high);
	return add_fast(p.high, p.low + (a.high * b.low + a.low * b.high));
}

/* ---- exp, log, pow ----------------------------------------------------- */

AMP_CPU_AMP inline double exp(double x) {
	if (!(x < 709.782712893384))
		return is_nan(x) ? x : infinity();
	if (x < -745.1332191019412)
		return 0.0;
	const double k = rint(x * 1.4426950408889634);
	const double high = fma(k, -0.6931471805598903, x), low = k * 5.497923018708371e-14;
	const double r = high - low, t = r * r;
	const double c = r - t * (1.66666666666666019037e-01 +
	                          t * (-2.77777777770155933842e-03 +
	                               t * (6.61375632143793436117e-05 +
	                                    t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
	return ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), static_cast<int>(k));
}

AMP_CPU_AMP inline double exp(const pair &x) {
	const double e = exp(x.high);
	return is_finite(e) ? e + e * x.low : e;
}

AMP_CPU_AMP inline double expm1(double x) {
	if (fabs(x) > 0.4)
		return exp(x) - 1.0;
	double sum = 1.0 / 17;
	for (int n = 16; n > 1; n--)
		sum = (1.0 + x * sum) / n;
	return x + x * x * sum;
}

/* x = m 2^k with m in [sqrt(1/2), sqrt(2)]. */
AMP_CPU_AMP inline double log_reduce(double x, int *k) {
	double m = frexp(x, k);
	if (m < 0.70710678118654752) {
		m *= 2.0;
		--*k;
	}
	return m;
}

/* The logarithm of finite x > 0, to more than 100 bits except for the last terms of the series: 2 s + 2 s^3 /
 * 3 + 2 s^5 / 5 + … with s = (m-1) / (m+1). */
AMP_CPU_AMP inline pair log_pair(double x) {
	int k;
	const double m = log_reduce(x, &k), f = m - 1.0;
	const pair d = add_fast(m > 1.0 ? m : 1.0, m > 1.0 ? 1.0 : m);
	pair s;
	s.high = f / d.high;
	s.low = (fma(-s.high, d.high, f) - s.high * d.low) / d.high;
	const pair z = multiply(s, s), cube = multiply(z, s);
	const pair two_thirds = {0.6666666666666666, 3.700743415417188e-17};
	const pair second = multiply(cube, two_thirds);
	double tail = 2.0 / 27;
	for (int n = 25; n >= 5; n -= 2)
		tail = tail * z.high + 2.0 / n;
	tail *= z.high * cube.high;
	/* k ln 2 first: it is either 0 or the largest term */
	const double kd = static_cast<double>(k);
	pair sum = add_fast(kd * 0.6931471805598903, 0.0);
	pair t = sum.high == 0.0 ? add_fast(2.0 * s.high, 0.0) : add_fast(sum.high, 2.0 * s.high);
	t.low += 2.0 * s.low;
	const pair u = add_fast(t.high, second.high);
	const double low = u.low + t.low + second.low + tail + kd * 5.497923018708371e-14;
	return add_fast(u.high, low);
}

AMP_CPU_AMP inline double log(double x) {
	if (!(x > 0.0) || !is_finite(x))
		return x == 0.0 ? -infinity() : x > 0.0 ? x : is_nan(x) ? x : not_a_number();
	return log_pair(x).high;
}
AMP_CPU_AMP inline double log2(double x) {
	if (!(x > 0.0) || !is_finite(x))
		return log(x);
	int k;
	const double m = log_reduce(x, &k);
	const pair inverse = {1.4426950408889634, 2.0355273740931033e-17};
	const pair p = multiply(log_pair(m), inverse);
	return static_cast<double>(k) + p.high;
}
AMP_CPU_AMP inline double log10(double x) {
	if (!(x > 0.0) || !is_finite(x))
		return log(x);
	const pair inverse = {0.4342944819032518, 1.098319650216765e-17};
	return multiply(log_pair(x), inverse).high;
}
AMP_CPU_AMP inline double log1p(double x) {
	if (!(x > -1.0) || !is_finite(x))
		return x == -1.0 ? -infinity() : x > 0.0 ? x : not_a_number();
	const double u = 1.0 + x;
	if (u == 1.0)
		return x;
	const pair p = log_pair(u);
	return p.high + (p.low + ((fabs(x) < 1.0 ? x - (u - 1.0) : 1.0 - (u - x)) / u));
}
AMP_CPU_AMP inline double exp2(double x) {
	if (!(fabs(x) < 1100.0))
		return x < 0.0 ? 0.0 : x + x;
	const double k = rint(x);
	return ldexp(exp(multiply(x - k, 0.6931471805599453)), static_cast<int>(k));
}
AMP_CPU_AMP inline double exp10(double x) {
	if (!(fabs(x) < 400.0))
		return x < 0.0 ? 0.0 : x + x;
	const pair ln10 = {2.302585092994046, -2.1707562233822494e-16}, p = {x, 0.0};
	return exp(multiply(p, ln10));
}

AMP_CPU_AMP inline double pow(double x, double y) {
	if (y == 0.0 || x == 1.0)
		return 1.0;
	if (is_nan(x) || is_nan(y))
		return x + y;
	const bool whole = rint(y) == y, odd = whole && fabs(y) < 9007199254740992.0 && rint(y * 0.5) != y * 0.5;
	const double a = fabs(x);
	double result;
	if (!is_finite(y))
		result = a == 1.0 ? 1.0 : (a > 1.0) == (y > 0.0) ? infinity() : 0.0;
	else if (a == 0.0 || !is_finite(a))
		result = (a == 0.0) == (y > 0.0) ? 0.0 : infinity();
	else if (x < 0.0 && !whole)
		return not_a_number();
	else {
		const pair l = log_pair(a);
		pair p = multiply(y, l.high);
		if (!(fabs(p.high) < 800.0))
			result = p.high > 0.0 ? infinity() : 0.0;
		else
			result = exp(add_fast(p.high, p.low + y * l.low));
	}
	return to_bits(x) >> 63 && odd ? -result : result;
}

AMP_CPU_AMP inline double cbrt(double x) {
	if (x == 0.0 || !is_finite(x))
		return x;
	int e;
	const double m = frexp(fabs(x), &e);
	const int third = (e + 3072) / 3 - 1024;
	const double a = ldexp(m, e - 3 * third); /* in [1/2, 4) */
	double y = exp(log(a) * (1.0 / 3.0));
	const double square = y * y;
	y -= (fma(square, y, -a) + fma(y, y, -square) * y) / (3.0 * square);
	return copysign(ldexp(y, third), x);
}
AMP_CPU_AMP inline double rcbrt(double x) {
	const double y = 1.0 / cbrt(x);
	if (x == 0.0 || y == 0.0 || is_nan(y))
		return y;
	return y - y * (x * y * y * y - 1.0) * (1.0 / 3.0);
}
AMP_CPU_AMP inline double rsqrt(double x) { return 1.0 / sqrt(x); }

AMP_CPU_AMP inline double hypot(double x, double y) {
	x = fabs(x);
	y = fabs(y);
	if (x == infinity() || y == infinity())
		return infinity();
	const double most = fmax(x, y), least = fmin(x, y);
	if (!(most > 0.0))
		return x + y;
	int e;
	frexp(most, &e);
	const double a = ldexp(most, -e), b = ldexp(least, -e);
	return ldexp(sqrt(fma(a, a, b * b)), e);
}

/* ---- Trigonometric functions ------------------------------------------- */

/* The first 64 * 19 bits of 2 / pi. */
AMP_CPU_AMP inline unsigned long long two_over_pi(int i) {
	const unsigned long long words[] = {
	    0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
	    0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
	    0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full,
	    0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull,
	    0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull};
	return i < 0 ? 0 : words[i];
}

/* x = quarter * pi / 2 + r, |r| <= pi / 4, for any finite x. */
AMP_CPU_AMP inline pair reduce_large(double x, int *quarter) {
	/* x = m 2^e. Only the bits of 2 / pi from e - 1 on matter, since the others contribute whole turns:
	 * 192 of them, times m, modulo whole turns. */
	const int e = static_cast<int>(to_bits(x) >> 52 & 0x7ff) - 1075;
	const unsigned long long m = (to_bits(x) & 0xfffffffffffffull) | 0x10000000000000ull;
	const int first = e - 2, word = (first + 64) / 64 - 1, shift = first - 64 * word;
	unsigned long long b[3];
	for (int i = 0; i < 3; i++)
		b[i] = shift ? two_over_pi(word + i) << shift | two_over_pi(word + i + 1) >> (64 - shift)
		             : two_over_pi(word + i);
	__extension__ typedef unsigned __int128 u128;
	const u128 p2 = static_cast<u128>(m) * b[2];
	const u128 p1 = static_cast<u128>(m) * b[1] + static_cast<unsigned long long>(p2 >> 64);
	unsigned long long w2 = m * b[0] + static_cast<unsigned long long>(p1 >> 64);
	unsigned long long w1 = static_cast<unsigned long long>(p1), w0 = static_cast<unsigned long long>(p2);
	int q = static_cast<int>(w2 >> 62);
	w2 = w2 << 2 | w1 >> 62;
	w1 = w1 << 2 | w0 >> 62;
	w0 <<= 2;
	/* the fraction, as a signed number from -1/2 to 1/2 */
	const bool negative = w2 >> 63;
	if (negative) {
		q++;
		w0 = ~w0 + 1;
		w1 = ~w1 + (w0 == 0);
		w2 = ~w2 + (w0 == 0 && w1 == 0);
	}
	int scale = -64;
	while (!(w2 >> 63) && scale > -128) {
		w2 = w2 << 1 | w1 >> 63;
		w1 = w1 << 1 | w0 >> 63;
		w0 <<= 1;
		scale--;
	}
	const double high = static_cast<double>(w2 & ~0x7ffull);
	const double low = static_cast<double>(w2 & 0x7ffull) + static_cast<double>(w1) * 5.421010862427522e-20;
	const pair fraction = add_fast(ldexp(high, scale), ldexp(low, scale));
	const pair half_pi = {1.5707963267948966, 6.123233995736766e-17};
	pair r = multiply(fraction, half_pi);
	if (negative != static_cast<bool>(to_bits(x) >> 63)) {
		r.high = -r.high;
		r.low = -r.low;
	}
	*quarter = (to_bits(x) >> 63 ? -q : q) & 3;
	return r;
}

AMP_CPU_AMP inline pair reduce(double x, int *quarter) {
	if (!(fabs(x) < 1.0e5))
		return reduce_large(x, quarter);
	const double k = rint(x * 0.6366197723675814);
	*quarter = static_cast<int>(k) & 3;
	const double t = fma(-k, 1.5707963267948966, x);
	const pair p = multiply(-k, 6.123233995736766e-17);
	const pair r = fabs(t) > fabs(p.high) ? add_fast(t, p.high) : add_fast(p.high, t);
	return add_fast(r.high, r.low + p.low + k * 1.4973849048591698e-33);
}

/* For |x| <= pi / 4. */
AMP_CPU_AMP inline double sin_kernel(const pair &x) {
	const double z = x.high * x.high;
	const double p = 8.33333333332248946124e-03 +
	                 z * (-1.98412698298579493134e-04 +
	                      z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
	const double v = z * x.high;
	return x.high - ((z * (0.5 * x.low - v * p) - x.low) - v * -1.66666666666666324348e-01);
}
AMP_CPU_AMP inline double cos_kernel(const pair &x) {
	const double z = x.high * x.high;
	const double p = z * (4.16666666666666019037e-02 +
	                      z * (-1.38888888888741095749e-03 +
	                           z * (2.48015872894767294178e-05 +
	                                z * (-2.75573143513906633035e-07 +
	                                     z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
	const double half = 0.5 * z, w = 1.0 - half;
	return w + (((1.0 - w) - half) + (z * p - x.high * x.low));
}

AMP_CPU_AMP inline double sin_of(const pair &r, int quarter) {
	const double y = quarter & 1 ? cos_kernel(r) : sin_kernel(r);
	return quarter & 2 ? -y : y;
}
AMP_CPU_AMP inline double sin(double x) {
	if (x == 0.0 || !is_finite(x))
		return x == 0.0 ? x : not_a_number();
	int quarter;
	const pair r = reduce(x, &quarter);
	return sin_of(r, quarter);
}
AMP_CPU_AMP inline double cos(double x) {
	if (!is_finite(x))
		return not_a_number();
	int quarter;
	const pair r = reduce(x, &quarter);
	return sin_of(r, quarter + 1);
}
AMP_CPU_AMP inline void sincos(double x, double *s, double *c) {
	*s = sin(x);
	*c = cos(x);
}
AMP_CPU_AMP inline double tan(double x) {
	if (x == 0.0 || !is_finite(x))
		return x == 0.0 ? x : not_a_number();
	int quarter;
	const pair r = reduce(x, &quarter);
	const double s = sin_kernel(r), c = cos_kernel(r);
	return quarter & 1 ? -c / s : s / c;
}

AMP_CPU_AMP inline double atan(double x) {
	if (is_nan(x))
		return x;
	double a = fabs(x), high = 0.0, low = 0.0;
	if (a >= 2.4375) {
		a = -1.0 / a;
		high = 1.57079632679489655800e+00, low = 6.12323399573676603587e-17;
	} else if (a >= 1.1875) {
		a = (a - 1.5) / (1.0 + 1.5 * a);
		high = 9.82793723247329054082e-01, low = 1.39033110312309984516e-17;
	} else if (a >= 0.6875) {
		a = (a - 1.0) / (a + 1.0);
		high = 7.85398163397448278999e-01, low = 3.06161699786838301793e-17;
	} else if (a >= 0.4375) {
		a = (2.0 * a - 1.0) / (2.0 + a);
		high = 4.63647609000806093515e-01, low = 2.26987774529616870924e-17;
	}
	const double z = a * a;
	const double p =
	    z * (3.33333333333329318027e-01 +
	         z * (-1.99999999998764832476e-01 +
	              z * (1.42857142725034663711e-01 +
	                   z * (-1.11111104054623557880e-01 +
	                        z * (9.09088713343650656196e-02 +
	                             z * (-7.69187620504482999495e-02 +
	                                  z * (6.66107313738753120669e-02 +
	                                       z * (-5.83357013379057348645e-02 +
	                                            z * (4.97687799461593236017e-02 +
	                                                 z * (-3.65315727442169155270e-02 +
	                                                      z * 1.62858201153657823623e-02))))))))));
	return copysign(high - ((a * p - low) - a), x);
}
AMP_CPU_AMP inline double atan2(double y, double x) {
	if (is_nan(x) || is_nan(y))
		return x + y;
	const bool left = to_bits(x) >> 63;
	double a;
	if (y == 0.0)
		a = left ? 3.1415926535897931 : 0.0;
	else if (!is_finite(x))
		a = is_finite(y) ? (left ? 3.1415926535897931 : 0.0) : left ? 2.3561944901923448 : 0.78539816339744831;
	else if (x == 0.0 || !is_finite(y))
		a = 1.5707963267948966;
	else {
		const double q = fabs(y / x);
		a = atan(q);
		if (left)
			a = 3.1415926535897931 - (a - 1.2246467991473532e-16);
	}
	return copysign(a, y);
}
AMP_CPU_AMP inline double asin(double x) {
	if (!(fabs(x) <= 1.0))
		return not_a_number();
	return x == 0.0 ? x : atan2(x, sqrt((1.0 - x) * (1.0 + x)));
}
AMP_CPU_AMP inline double acos(double x) {
	return fabs(x) <= 1.0 ? atan2(sqrt((1.0 - x) * (1.0 + x)), x) : not_a_number();
}

/* ---- Hyperbolic functions ---------------------------------------------- */

AMP_CPU_AMP inline double sinh(double x) {
	const double a = fabs(x);
	double y;
	if (a < 22.0) {
		const double t = expm1(a);
		y = 0.5 * (t + t / (t + 1.0));
	} else if (a < 709.0)
		y = 0.5 * exp(a);
	else {
		const double h = exp(0.5 * a);
		y = 0.5 * h * h;
	}
	return copysign(y, x);
}
AMP_CPU_AMP inline double cosh(double x) {
	const double a = fabs(x);
	if (a < 709.0) {
		const double t = exp(a);
		return 0.5 * t + 0.5 / t;
	}
	const double h = exp(0.5 * a);
	return 0.5 * h * h;
}
AMP_CPU_AMP inline double tanh(double x) {
	const double a = fabs(x);
	double y;
	if (a > 22.0)
		y = 1.0;
	else if (a > 0.5)
		y = 1.0 - 2.0 / (exp(2.0 * a) + 1.0);
	else {
		const double t = expm1(2.0 * a);
		y = t / (t + 2.0);
	}
	return copysign(is_nan(x) ? x : y, x);
}
AMP_CPU_AMP inline double asinh(double x) {
	const double a = fabs(x);
	if (!is_finite(x))
		return x;
	const double y = a > 268435456.0 ? log(a) + 0.6931471805599453
	                 : a > 2.0       ? log(2.0 * a + 1.0 / (sqrt(a * a + 1.0) + a))
	                                 : log1p(a + a * a / (1.0 + sqrt(1.0 + a * a)));
	return copysign(y, x);
}
AMP_CPU_AMP inline double acosh(double x) {
	if (!(x >= 1.0))
		return not_a_number();
	if (x > 268435456.0)
		return log(x) + 0.6931471805599453;
	if (x > 2.0)
		return log(2.0 * x - 1.0 / (x + sqrt(x * x - 1.0)));
	const double t = x - 1.0;
	return log1p(t + sqrt(2.0 * t + t * t));
}
AMP_CPU_AMP inline double atanh(double x) {
	const double a = fabs(x);
	if (!(a < 1.0))
		return a == 1.0 ? copysign(infinity(), x) : not_a_number();
	return copysign(0.5 * log1p(2.0 * a / (1.0 - a)), x);
}

/* ---- The error function and gamma -------------------------------------- */

AMP_CPU_AMP inline double exp_of_minus_square(double x) {
	pair p = multiply(x, x);
	p.high = -p.high;
	p.low = -p.low;
	return exp(p);
}

/* erfc(x) for x >= 0.9: exp(-x^2) / (x + 2) times a polynomial in
 * (x - 2) / (x + 2). */
AMP_CPU_AMP inline double erfc_tail(double x) {
	if (!(x < 28.0))
		return is_nan(x) ? x : 0.0;
	const double c[] = {
	    1.021582705242023, -0.6871606844138106, 0.2794720925560548, -0.03644223150687606,
	    -0.021510661889500307, 0.0064791850675468745, 0.003090612059858701,
	    -0.0008372960564141771, -0.0006630735213836456, 3.437132889617598e-05,
	    0.00014447099953425146, 3.415000106776035e-05, -2.169896883350918e-05,
	    -1.612720914848576e-05, -1.1055007406407554e-06, 3.657973247941717e-06,
	    1.9149230936853414e-06, 3.407528974374116e-08, -3.897187379513461e-07,
	    -5.483194894268307e-07, -6.629463346861523e-08, 3.9976063332409343e-07,
	    -1.270405680306521e-07};
	const double t = (x - 2.0) / (x + 2.0);
	double p = c[22];
	for (int i = 21; i >= 0; i--)
		p = p * t + c[i];
	return exp_of_minus_square(x) * p / (x + 2.0);
}
AMP_CPU_AMP inline double erf(double x) {
	if (fabs(x) >= 1.0)
		return copysign(1.0 - erfc_tail(fabs(x)), x);
	const double c[] = {
	    1.1283791670955126, -0.37612638903183754, 0.1128379167095512, -0.02686617064512984,
	    0.0052239776254232985, -0.000854832702193483, 0.00012055332902888736,
	    -1.4925647567519332e-05, 1.6462045441468418e-06, -1.6364642158167616e-07,
	    1.4792401209404813e-08, -1.216456005728345e-09, 8.709045129053106e-11,
	    -4.230945824295338e-12};
	const double z = x * x;
	double p = c[13];
	for (int i = 12; i >= 0; i--)
		p = p * z + c[i];
	return x * p;
}
AMP_CPU_AMP inline double erfc(double x) {
	if (x < -0.9)
		return 2.0 - erfc_tail(-x);
	return x < 0.9 ? 1.0 - erf(x) : erfc_tail(x);
}

/* log gamma of x >= 16, by Stirling's series. */
AMP_CPU_AMP inline pair lgamma_large(const pair &x) {
	pair r;
	r.high = 1.0 / x.high;
	r.low = fma(-r.high, x.high, 1.0) * r.high;
	const double z = r.high * r.high;
	const pair twelfth = {0.08333333333333333, 4.6259292692714856e-18};
	const pair first = multiply(r, twelfth);
	const double rest =
	    r.high * z *
	    (-2.7777777777777778e-3 +
	     z * (7.9365079365079365e-4 +
	          z * (-5.9523809523809524e-4 +
	               z * (8.4175084175084175e-4 +
	                    z * (-1.9175269175269175e-3 + z * (6.4102564102564103e-3 + z * -2.9550653594771242e-2))))));
	const pair l = log_pair(x.high);
	const pair half = {x.high - 0.5, 0.0};
	const pair p = multiply(half, l);
	const pair d = add_fast(p.high, -x.high);
	const pair e = add_fast(d.high, 0.9189385332046728);
	const pair f = add_fast(e.high, first.high);
	/* the low part of x times the derivative */
	const double low = x.low * (l.high - 0.5 * r.high);
	return add_fast(f.high, f.low + e.low + d.low + p.low + first.low + rest + low - 3.8782941580672414e-17);
}

/* x (x + 1) … up to, but without, the first factor that is 16 or more. */
AMP_CPU_AMP inline pair rising_product(double x, pair *end) {
	pair product = {1.0, 0.0};
	end->high = x;
	end->low = 0.0;
	for (int n = 1; end->high < 16.0; n++) {
		product = multiply(product, *end);
		*end = x > n ? add_fast(x, static_cast<double>(n)) : add_fast(static_cast<double>(n), x);
	}
	return product;
}

/* log gamma of 2 + t for |t| <= 1/2, by its series. */
AMP_CPU_AMP inline double lgamma_near_two(double t) {
	const double c[] = {
	    0.42278433509846713, 0.3224670334241132, -0.0673523010531981, 0.020580808427784546,
	    -0.007385551028673986, 0.0028905103307415234, -0.001192753911703261,
	    0.0005096695247430425, -0.00022315475845357939, 9.945751278180853e-05,
	    -4.492623673813314e-05, 2.050721277567069e-05, -9.439488275268397e-06,
	    4.374866789907488e-06, -2.039215753801366e-06, 9.55141213040742e-07,
	    -4.492469198764566e-07, 2.1207184805554665e-07, -1.0043224823968099e-07,
	    4.7698101693639804e-08, -2.2711094608943164e-08, 1.0838659214896955e-08,
	    -5.183475041970047e-09, 2.4836745438024785e-09, -1.1921401405860912e-09,
	    5.731367241678862e-10, -2.7595228851242334e-10};
	double p = c[26];
	for (int i = 25; i >= 0; i--)
		p = p * t + c[i];
	return p * t;
}
AMP_CPU_AMP inline double sinpi(double x);

AMP_CPU_AMP inline double tgamma(double x) {
	if (is_nan(x) || x == infinity())
		return x;
	if (x <= 0.0 && (floor(x) == x))
		return x == 0.0 ? copysign(infinity(), x) : not_a_number();
	if (x > 172.0)
		return infinity();
	if (x < -190.0)
		return copysign(0.0, sinpi(x));
	if (x < -0.5) {
		const double g = tgamma(1.0 - x);
		return 3.1415926535897931 / (sinpi(x) * g);
	}
	pair end;
	const pair product = rising_product(x, &end);
	const double g = exp(lgamma_large(end));
	const double q = g / product.high;
	return q - q * (product.low / product.high);
}
AMP_CPU_AMP inline double lgamma(double x) {
	if (is_nan(x) || !is_finite(x))
		return x * x;
	if (x <= 0.0 && floor(x) == x)
		return infinity();
	if (x < 0.0)
		return log(fabs(3.1415926535897931 / (x * sinpi(x)))) - lgamma(-x);
	if (x < 0.5)
		return lgamma(1.0 + x) - log(x);
	if (x <= 1.5)
		return lgamma_near_two(x - 1.0) - log1p(x - 1.0);
	if (x <= 2.5)
		return lgamma_near_two(x - 2.0);
	if (x > 1.0e17)
		return x * (log(x) - 1.0);
	pair end;
	const pair product = rising_product(x, &end);
	const pair g = lgamma_large(end), l = log_pair(product.high);
	return (g.high - l.high) + (g.low - l.low - product.low / product.high);
}

/* ---- Of multiples of pi ------------------------------------------------ */

/* x = quarter / 2 + rest, exact. */
AMP_CPU_AMP inline double pi_reduce(double x, int *quarter) {
	const double r = x - 2.0 * rint(0.5 * x), n = rint(2.0 * r);
	*quarter = static_cast<int>(n) & 3;
	return r - 0.5 * n;
}
AMP_CPU_AMP inline double sinpi(double x) {
	if (!is_finite(x))
		return not_a_number();
	int quarter;
	const double r = pi_reduce(x, &quarter);
	if (r == 0.0 && !(quarter & 1))
		return copysign(0.0, x);
	const pair p = {r, 0.0}, pi = {3.1415926535897931, 1.2246467991473532e-16};
	return sin_of(multiply(p, pi), quarter);
}
AMP_CPU_AMP inline double cospi(double x) {
	if (!is_finite(x))
		return not_a_number();
	int quarter;
	const double r = pi_reduce(x, &quarter);
	if (r == 0.0 && (quarter & 1))
		return 0.0;
	const pair p = {r, 0.0}, pi = {3.1415926535897931, 1.2246467991473532e-16};
	return sin_of(multiply(p, pi), quarter + 1);
}

/* ---- Inverses of the error function ------------------------------------ */

/* Inverses by a first guess and Halley's method, as in math_impl.h. */
/* As host_math's. */
AMP_CPU_AMP inline double erfcinv_tail(double y, double w) {
	for (int i = 0; i < 3; i++) {
		const double u = 0.5 / (y * y);
		const double series = u * (-1.0 + u * (3.0 + u * (-15.0 + u * (105.0 + u * (-945.0 + u * 10395.0)))));
		const double f = y * y + log(y) + 0.57236494292470008707 - log1p(series) + log(w);
		y -= f / (2.0 * y + 1.0 / y);
	}
	return y;
}
AMP_CPU_AMP inline double erfcinv_upper(double w) {
	const double t = sqrt(-2.0 * (log(w) - 0.69314718055994530942));
	double y = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
	                   (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
	y *= 0.70710678118654752440;
	if (w < 1e-290)
		return erfcinv_tail(y, w);
	for (int i = 0; i < 3; i++) {
		const double step = (erfc(y) - w) / (1.12837916709551257390 * exp(-y * y));
		y += step / (1.0 + y * step);
	}
	return y;
}
AMP_CPU_AMP inline double erfinv_center(double x) {
	const double z = x * x;
	double y = x * (0.88622692545275801365 + z * (0.23201366653465449 + z * 0.12755617530559793));
	if (fabs(x) < 1e-8)
		return y;
	for (int i = 0; i < 3; i++) {
		const double step = (erf(y) - x) / (1.12837916709551257390 * exp(-y * y));
		y -= step / (1.0 + y * step);
	}
	return y;
}
AMP_CPU_AMP inline double erfinv(double x) {
	const double a = fabs(x);
	if (!(a < 1.0))
		return a == 1.0 ? copysign(infinity(), x) : not_a_number();
	return a <= 0.5 ? erfinv_center(x) : copysign(erfcinv_upper(1.0 - a), x);
}
AMP_CPU_AMP inline double erfcinv(double x) {
	if (!(x > 0.0 && x < 2.0))
		return x == 0.0 || x == 2.0 ? copysign(infinity(), 1.0 - x) : not_a_number();
	if (x >= 0.5 && x <= 1.5)
		return erfinv_center(1.0 - x);
	return x < 1.0 ? erfcinv_upper(x) : -erfcinv_upper(2.0 - x);
}
AMP_CPU_AMP inline double normcdf(double x) {
	const double y = -x * 0.70710678118654752440;
	if (!(fabs(y) < 30.0))
		return 0.5 * erfc(y);
	const double low = fma(-x, 0.70710678118654752440, -y) - x * -4.8336466567264567e-17;
	return 0.5 * (erfc(y) - 1.12837916709551257390 * exp(-y * y) * low);
}
AMP_CPU_AMP inline double normcdfinv(double x) { return -1.41421356237309504880 * erfcinv(2.0 * x); }

/* ---- Remainders, exact ------------------------------------------------- */

/* |x| modulo |y|, and the low bits of the quotient. */
AMP_CPU_AMP inline double long_division(double x, double y, unsigned *quotient) {
	int ex, ey;
	const double mx = frexp(fabs(x), &ex), my = frexp(fabs(y), &ey);
	unsigned long long a = static_cast<unsigned long long>(mx * 9007199254740992.0);
	const unsigned long long b = static_cast<unsigned long long>(my * 9007199254740992.0);
	unsigned q = 0;
	if (ex < ey) {
		*quotient = 0;
		return fabs(x);
	}
	for (int i = ex - ey;; i--) {
		q <<= 1;
		if (a >= b) {
			a -= b;
			q |= 1;
		}
		if (i == 0)
			break;
		a <<= 1;
	}
	*quotient = q;
	return ldexp(static_cast<double>(a), ey - 53);
}
AMP_CPU_AMP inline double fmod(double x, double y) {
	if (is_nan(x) || is_nan(y) || !is_finite(x) || y == 0.0)
		return not_a_number();
	if (!is_finite(y) || x == 0.0)
		return x;
	unsigned q;
	return copysign(long_division(x, y, &q), x);
}
AMP_CPU_AMP inline double remquo(double x, double y, int *quotient) {
	*quotient = 0;
	if (is_nan(x) || is_nan(y) || !is_finite(x) || y == 0.0)
		return not_a_number();
	if (!is_finite(y) || x == 0.0)
		return x;
	unsigned q;
	const double b = fabs(y);
	double r = long_division(x, y, &q);
	/* round to nearest, comparing halves without overflow or underflow */
	const double rest = b - r;
	if (r > rest || (r == rest && (q & 1))) {
		r = -rest;
		q++;
	}
	const bool negative = to_bits(x) >> 63;
	*quotient = static_cast<int>(q & 0x7fffffffu);
	if (negative != static_cast<bool>(to_bits(y) >> 63))
		*quotient = -*quotient;
	return r == 0.0 ? copysign(0.0, x) : negative ? -r : r;
}
AMP_CPU_AMP inline double remainder(double x, double y) {
	int q;
	return remquo(x, y, &q);
}

/* ---- float ------------------------------------------------------------- */

AMP_CPU_AMP inline float fabsf(float x) { return __builtin_fabsf(x); }
AMP_CPU_AMP inline float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
AMP_CPU_AMP inline float nextafterf(float x, float y) {
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	unsigned u;
	if (x == 0.0f) {
		u = 1;
		__builtin_memcpy(&x, &u, sizeof x);
		return y > 0.0f ? x : -x;
	}
	__builtin_memcpy(&u, &x, sizeof u);
	u += (x < y) == (x > 0.0f) ? 1u : ~0u;
	__builtin_memcpy(&x, &u, sizeof x);
	return x;
}

#define AMP_PORTABLE_FLOAT(name) \
	AMP_CPU_AMP inline float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); }
AMP_PORTABLE_FLOAT(acos)
AMP_PORTABLE_FLOAT(acosh)
AMP_PORTABLE_FLOAT(asin)
AMP_PORTABLE_FLOAT(asinh)
AMP_PORTABLE_FLOAT(atan)
AMP_PORTABLE_FLOAT(atanh)
AMP_PORTABLE_FLOAT(cbrt)
AMP_PORTABLE_FLOAT(ceil)
AMP_PORTABLE_FLOAT(cos)
AMP_PORTABLE_FLOAT(cosh)
AMP_PORTABLE_FLOAT(cospi)
AMP_PORTABLE_FLOAT(erf)
AMP_PORTABLE_FLOAT(erfc)
AMP_PORTABLE_FLOAT(erfcinv)
AMP_PORTABLE_FLOAT(erfinv)
AMP_PORTABLE_FLOAT(exp)
AMP_PORTABLE_FLOAT(exp10)
AMP_PORTABLE_FLOAT(exp2)
AMP_PORTABLE_FLOAT(expm1)
AMP_PORTABLE_FLOAT(floor)
AMP_PORTABLE_FLOAT(lgamma)
AMP_PORTABLE_FLOAT(log)
AMP_PORTABLE_FLOAT(log10)
AMP_PORTABLE_FLOAT(log1p)
AMP_PORTABLE_FLOAT(log2)
AMP_PORTABLE_FLOAT(logb)
AMP_PORTABLE_FLOAT(nearbyint)
AMP_PORTABLE_FLOAT(normcdf)
AMP_PORTABLE_FLOAT(normcdfinv)
AMP_PORTABLE_FLOAT(rcbrt)
AMP_PORTABLE_FLOAT(rint)
AMP_PORTABLE_FLOAT(round)
AMP_PORTABLE_FLOAT(rsqrt)
AMP_PORTABLE_FLOAT(sin)
AMP_PORTABLE_FLOAT(sinh)
AMP_PORTABLE_FLOAT(sinpi)
AMP_PORTABLE_FLOAT(tan)
AMP_PORTABLE_FLOAT(tanh)
AMP_PORTABLE_FLOAT(tgamma)
AMP_PORTABLE_FLOAT(trunc)
#undef AMP_PORTABLE_FLOAT

#define AMP_PORTABLE_FLOAT(name) \
	AMP_CPU_AMP inline float name##f(float x, float y) \
	{ \
		return static_cast<float>(name(static_cast<double>(x), static_cast<double>(y))); \
	}
AMP_PORTABLE_FLOAT(atan2)
AMP_PORTABLE_FLOAT(copysign)
AMP_PORTABLE_FLOAT(fdim)
AMP_PORTABLE_FLOAT(fmax)
AMP_PORTABLE_FLOAT(fmin)
AMP_PORTABLE_FLOAT(fmod)
AMP_PORTABLE_FLOAT(hypot)
AMP_PORTABLE_FLOAT(pow)
AMP_PORTABLE_FLOAT(remainder)
#undef AMP_PORTABLE_FLOAT

AMP_CPU_AMP inline int ilogbf(float x) { return ilogb(static_cast<double>(x)); }
AMP_CPU_AMP inline float ldexpf(float x, int n) { return static_cast<float>(ldexp(static_cast<double>(x), n)); }
AMP_CPU_AMP inline float frexpf(float x, int *e) { return static_cast<float>(frexp(static_cast<double>(x), e)); }
AMP_CPU_AMP inline float remquof(float x, float y, int *q) {
	return static_cast<float>(remquo(static_cast<double>(x), static_cast<double>(y), q));
}
AMP_CPU_AMP inline float modff(float x, float *whole) {
	double w;
	const double fraction = modf(static_cast<double>(x), &w);
	*whole = static_cast<float>(w);
	return static_cast<float>(fraction);
}
AMP_CPU_AMP inline void sincosf(float x, float *s, float *c) {
	*s = sinf(x);
	*c = cosf(x);
}

} // namespace portable
} // namespace details
} // namespace Concurrency

/* The C library's names, for unqualified calls after a using-directive: the library's own functions are host
 * functions. */
#ifdef __CUDA__
#define AMP_DEVICE_UNARY(X) \
	X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(erf) \
	X(erfc) X(exp) X(exp2) X(expm1) X(fabs) X(floor) X(log) X(log10) X(log1p) X(log2) X(logb) \
	X(nearbyint) X(rint) X(round) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(tgamma) X(trunc)
#define AMP_DEVICE_BINARY(X) \
	X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) \
	X(remainder)
#define X(name) \
	__device__ inline double name(double x) { return Concurrency::details::portable::name(x); } \
	__device__ inline float name(float x) { return Concurrency::details::portable::name##f(x); } \
	__device__ inline float name##f(float x) { return Concurrency::details::portable::name##f(x); }
AMP_DEVICE_UNARY(X)
#undef X
#define X(name) \
	__device__ inline double name(double x, double y) { return Concurrency::details::portable::name(x, y); } \
	__device__ inline float name(float x, float y) { return Concurrency::details::portable::name##f(x, y); } \
	__device__ inline float name##f(float x, float y) { return Concurrency::details::portable::name##f(x, y); }
AMP_DEVICE_BINARY(X)
#undef X
__device__ inline void sincos(double x, double *s, double *c) { Concurrency::details::portable::sincos(x, s, c); }
__device__ inline void sincosf(float x, float *s, float *c) { Concurrency::details::portable::sincosf(x, s, c); }
__device__ inline double exp10(double x) { return Concurrency::details::portable::exp10(x); }
__device__ inline float exp10f(float x) { return Concurrency::details::portable::exp10f(x); }
__device__ inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
__device__ inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__device__ inline float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
#define X(T, f) \
	__device__ inline T frexp##f(T x, int *e) { return Concurrency::details::portable::frexp##f(x, e); } \
	__device__ inline int ilogb##f(T x) { return Concurrency::details::portable::ilogb##f(x); } \
	__device__ inline T ldexp##f(T x, int n) { return Concurrency::details::portable::ldexp##f(x, n); } \
	__device__ inline T lgamma##f(T x) { return Concurrency::details::portable::lgamma##f(x); } \
	__device__ inline long long llrint##f(T x) { return (long long)rint(x); } \
	__device__ inline long long llround##f(T x) { return (long long)round(x); } \
	__device__ inline long lrint##f(T x) { return (long)rint(x); } \
	__device__ inline long lround##f(T x) { return (long)round(x); } \
	__device__ inline T modf##f(T x, T *whole) { return Concurrency::details::portable::modf##f(x, whole); } \
	__device__ inline T remquo##f(T x, T y, int *q) { return Concurrency::details::portable::remquo##f(x, y, q); } \
	__device__ inline T scalbn##f(T x, int n) { return Concurrency::details::portable::ldexp##f(x, n); }
X(double, )
X(float, f)
#undef X
__device__ inline int abs(int x) { return x < 0 ? -x : x; }
__device__ inline long labs(long x) { return x < 0 ? -x : x; }
__device__ inline long long llabs(long long x) { return x < 0 ? -x : x; }
__device__ inline void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
__device__ inline void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }
#undef AMP_DEVICE_UNARY
#undef AMP_DEVICE_BINARY
#endif

#endif
