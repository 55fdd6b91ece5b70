/* The largest error of each function of amp_math.h, in units in the last
 * place, against long double: a table, one line a function.
 *
 *   nvcc -arch=sm_90 -I include tests/gpu/math_accuracy.cu      on the GPU
 *   g++ -x c++ -O2 -I include tests/gpu/math_accuracy.cu        on the CPU
 *
 * A function over its limit makes the exit status 1. Inputs are random: half
 * evenly spread over the range, half with evenly spread exponents. */
#include <amp_math.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#ifdef __CUDACC__
#include <cuda_runtime.h>
#define TEST_HD __host__ __device__
#else
#define TEST_HD
#endif

using namespace Concurrency;

static const int count = 1 << 19;

template <typename F, typename T> TEST_HD void run_one(const T *x, const T *y, T *out, int i)
{
	out[i] = F::run(x[i], y[i]);
}

#ifdef __CUDACC__
template <typename F, typename T> __global__ void run_kernel(const T *x, const T *y, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		run_one<F>(x, y, out, i);
}

static void must(cudaError_t e)
{
	if (e != cudaSuccess) {
		std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
		std::exit(2);
	}
}

template <typename F, typename T>
void run_all(const std::vector<T> &x, const std::vector<T> &y, std::vector<T> &out)
{
	T *d;
	size_t n = x.size();
	must(cudaMalloc(reinterpret_cast<void **>(&d), 3 * n * sizeof(T)));
	must(cudaMemcpy(d, x.data(), n * sizeof(T), cudaMemcpyHostToDevice));
	must(cudaMemcpy(d + n, y.data(), n * sizeof(T), cudaMemcpyHostToDevice));
	run_kernel<F><<<static_cast<unsigned>((n + 255) / 256), 256>>>(d, d + n, d + 2 * n, static_cast<int>(n));
	must(cudaGetLastError());
	must(cudaMemcpy(out.data(), d + 2 * n, n * sizeof(T), cudaMemcpyDeviceToHost));
	must(cudaFree(d));
}
#else
template <typename F, typename T>
void run_all(const std::vector<T> &x, const std::vector<T> &y, std::vector<T> &out)
{
	for (size_t i = 0; i < x.size(); i++)
		run_one<F>(x.data(), y.data(), out.data(), static_cast<int>(i));
}
#endif

static unsigned long long state = 88172645463325252ull;
static double uniform()
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return static_cast<double>(state >> 11) / 9007199254740992.0;
}

template <typename T> T random_in(double low, double high, int i)
{
	if (i & 1)
		return static_cast<T>(low + (high - low) * uniform());
	double least = static_cast<double>(std::numeric_limits<T>::min());
	double sign = low < 0 && (high <= 0 || uniform() < 0.5) ? -1.0 : 1.0;
	double largest = sign < 0 ? -low : high;
	double smallest = low > 0 ? low : high < 0 ? -high : least;
	return static_cast<T>(sign * std::exp(std::log(smallest) + (std::log(largest) - std::log(smallest)) * uniform()));
}

/* Errors beneath a subnormal's last place do not count more than there. */
template <typename T> double ulps(T got, long double want)
{
	T rounded = static_cast<T>(want);
	if (rounded != rounded || got != got)
		return rounded != rounded && got != got ? 0.0 : HUGE_VAL;
	if (std::isinf(rounded) || std::isinf(got))
		return rounded == got ? 0.0 : std::fabs(static_cast<double>(want)) > 0.999 * std::numeric_limits<T>::max() ? 1.0 : HUGE_VAL;
	int e;
	std::frexp(rounded, &e);
	int least = std::numeric_limits<T>::min_exponent;
	long double ulp = std::ldexp(1.0L, (e < least ? least : e) - std::numeric_limits<T>::digits);
	return static_cast<double>(std::fabs((static_cast<long double>(got) - want) / ulp));
}

static int failures;

template <typename F, typename T>
void measure(const char *space, const char *name, double low, double high, double low_y, double high_y, double limit)
{
	const char *type = sizeof(T) == 4 ? "float" : "double";
	std::vector<T> x(count), y(count), out(count);
	for (int i = 0; i < count; i++) {
		x[i] = random_in<T>(low, high, i);
		y[i] = random_in<T>(low_y, high_y, i >> 1);
	}
	run_all<F>(x, y, out);
	double worst = 0;
	int at = 0;
	for (int i = 0; i < count; i++) {
		double u = ulps<T>(out[i], F::reference(x[i], y[i]));
		if (u > worst) {
			worst = u;
			at = i;
		}
	}
	bool bad = !(worst <= limit);
	failures += bad;
	std::printf("%-8s %-6s %-10s [%9.3g, %9.3g]  %10.3f ulp  at %.9g%s%.9g%s\n", space, type, name, low, high, worst,
	            static_cast<double>(x[at]), low_y == high_y ? " " : ", ",
	            low_y == high_y ? 0.0 : static_cast<double>(y[at]), bad ? "  OVER" : "");
}

static const long double pi_l = 3.14159265358979323846264338327950288L;

static long double reference_sinpi(long double x)
{
	long double r = std::remainder(x, 2.0L), n = std::nearbyint(2 * r);
	r -= n / 2;
	int q = static_cast<int>(n) & 3;
	long double s = (q & 1) ? std::cos(pi_l * r) : std::sin(pi_l * r);
	return (q & 2) ? -s : s;
}

static long double reference_cospi(long double x)
{
	long double r = std::remainder(x, 2.0L), n = std::nearbyint(2 * r);
	r -= n / 2;
	int q = static_cast<int>(n) & 3;
	long double c = (q & 1) ? std::sin(pi_l * r) : std::cos(pi_l * r);
	return q == 1 || q == 2 ? -c : c;
}

static long double reference_erfcinv(long double w)
{
	if (w > 1)
		return -reference_erfcinv(2 - w);
	long double y = static_cast<long double>(details::host_math::erfcinv(static_cast<double>(w)));
	for (int i = 0; i < 4; i++)
		y += w < 0.5L ? (std::erfc(y) - w) * 0.886226925452758013649L * std::exp(y * y)
		              : ((1 - w) - std::erf(y)) * 0.886226925452758013649L * std::exp(y * y);
	return y;
}

static long double reference_erfinv(long double x)
{
	long double a = std::fabs(x), y;
	if (a > 0.5L)
		y = reference_erfcinv(1 - a);
	else {
		y = 0.886226925452758013649L * a;
		for (int i = 0; i < 6; i++)
			y += (a - std::erf(y)) * 0.886226925452758013649L * std::exp(y * y);
	}
	return x < 0 ? -y : y;
}

#define FUNCTION(space, name, expression, expected) \
	struct space##_##name { \
		template <typename T> static TEST_HD T run(T x, T y) \
		{ \
			(void)y; \
			return expression; \
		} \
		static long double reference(long double x, long double y) \
		{ \
			(void)y; \
			return expected; \
		} \
	};
#define UNARY(name, expected) \
	FUNCTION(precise, name, precise_math::name(x), expected) FUNCTION(fast, name, fast_math::name(x), expected)
#define PRECISE(name, expected) FUNCTION(precise, name, precise_math::name(x), expected)

UNARY(acos, std::acos(x))
UNARY(asin, std::asin(x))
UNARY(atan, std::atan(x))
UNARY(ceil, std::ceil(x))
UNARY(cos, std::cos(x))
UNARY(cosh, std::cosh(x))
UNARY(exp, std::exp(x))
UNARY(exp2, std::exp2(x))
UNARY(fabs, std::fabs(x))
UNARY(floor, std::floor(x))
UNARY(log, std::log(x))
UNARY(log10, std::log10(x))
UNARY(log2, std::log2(x))
UNARY(round, std::round(x))
UNARY(rsqrt, 1 / std::sqrt(x))
UNARY(sin, std::sin(x))
UNARY(sinh, std::sinh(x))
UNARY(sqrt, std::sqrt(x))
UNARY(tan, std::tan(x))
UNARY(tanh, std::tanh(x))
UNARY(trunc, std::trunc(x))
PRECISE(acosh, std::acosh(x))
PRECISE(asinh, std::asinh(x))
PRECISE(atanh, std::atanh(x))
PRECISE(cbrt, std::cbrt(x))
PRECISE(cospi, reference_cospi(x))
PRECISE(erf, std::erf(x))
PRECISE(erfc, std::erfc(x))
PRECISE(erfinv, reference_erfinv(x))
PRECISE(erfcinv, reference_erfcinv(x))
PRECISE(exp10, std::pow(10.0L, x))
PRECISE(expm1, std::expm1(x))
PRECISE(log1p, std::log1p(x))
PRECISE(logb, std::logb(x))
PRECISE(nearbyint, std::nearbyint(x))
PRECISE(rint, std::rint(x))
PRECISE(phi, std::erfc(-x * 0.707106781186547524400844362104849039L) / 2)
PRECISE(probit, -1.41421356237309504880168872420969808L * reference_erfcinv(2 * x))
PRECISE(rcbrt, 1 / std::cbrt(x))
PRECISE(sinpi, reference_sinpi(x))
PRECISE(tanpi, reference_sinpi(x) / reference_cospi(x))
PRECISE(tgamma, std::tgamma(x))
template <typename T> TEST_HD T lgamma_of(T x)
{
	int sign;
	return precise_math::lgamma(x, &sign);
}
FUNCTION(precise, lgamma, lgamma_of(x), std::lgamma(x))
FUNCTION(precise, atan2, precise_math::atan2(x, y), std::atan2(x, y))
FUNCTION(precise, fdim, precise_math::fdim(x, y), std::fdim(x, y))
FUNCTION(precise, fma, precise_math::fma(x, y, x), std::fma(x, y, x))
FUNCTION(precise, fmod, precise_math::fmod(x, y), std::fmod(x, y))
FUNCTION(precise, hypot, precise_math::hypot(x, y), std::hypot(x, y))
FUNCTION(precise, pow, precise_math::pow(x, y), std::pow(x, y))
FUNCTION(precise, remainder, precise_math::remainder(x, y), std::remainder(x, y))
FUNCTION(fast, atan2, fast_math::atan2(x, y), std::atan2(x, y))
FUNCTION(fast, fmod, fast_math::fmod(x, y), std::fmod(x, y))
FUNCTION(fast, pow, fast_math::pow(x, y), std::pow(x, y))

int main()
{
	const double big_f = 3e38, tiny_f = 1.2e-38, tiny_d = 2.3e-308;
#define FAST(name, low, high, limit) measure<fast_##name, float>("fast", #name, low, high, 0, 0, limit)
#define BOTH(name, low_f, high_f, limit_f, low_d, high_d, limit_d) \
	measure<precise_##name, float>("precise", #name, low_f, high_f, 0, 0, limit_f); \
	measure<precise_##name, double>("precise", #name, low_d, high_d, 0, 0, limit_d)
#define BOTH2(name, low, high, low_y, high_y, limit_f, limit_d) \
	measure<precise_##name, float>("precise", #name, low, high, low_y, high_y, limit_f); \
	measure<precise_##name, double>("precise", #name, low, high, low_y, high_y, limit_d)

	FAST(acos, -1, 1, 4);
	FAST(asin, -1, 1, 4);
	FAST(atan, -1e6, 1e6, 4);
	FAST(ceil, -1e9, 1e9, 0);
	FAST(cos, -1, 1, 4);
	FAST(cosh, -88, 88, 4);
	FAST(exp, -103, 88.7, 4);
	FAST(exp2, -149, 127.9, 4);
	FAST(fabs, -big_f, big_f, 0);
	FAST(floor, -1e9, 1e9, 0);
	FAST(log, tiny_f, big_f, 4);
	FAST(log, 0.5, 2, 4);
	FAST(log10, tiny_f, big_f, 4);
	FAST(log2, tiny_f, big_f, 4);
	FAST(round, -1e9, 1e9, 0);
	FAST(rsqrt, tiny_f, big_f, 4);
	FAST(sin, -1, 1, 4);
	FAST(sin, -300, 300, 4);
	FAST(cos, -300, 300, 4);
	FAST(tan, -1.5, 1.5, 8);
	FAST(tan, -300, 300, 8);
	FAST(sinh, -88, 88, 4);
	FAST(sqrt, tiny_f, big_f, 1);
	FAST(tanh, -20, 20, 4);
	FAST(trunc, -1e9, 1e9, 0);
	measure<fast_atan2, float>("fast", "atan2", -1e6, 1e6, -1e6, 1e6, 4);
	measure<fast_fmod, float>("fast", "fmod", -1e6, 1e6, 1e-3, 1e3, 0);
	measure<fast_pow, float>("fast", "pow", 1e-6, 1e6, -6, 6, 8);

	BOTH(acos, -1, 1, 4, -1, 1, 4);
	BOTH(acosh, 1, big_f, 4, 1, 1e300, 4);
	BOTH(asin, -1, 1, 4, -1, 1, 4);
	BOTH(asinh, -1e30, 1e30, 4, -1e300, 1e300, 4);
	BOTH(atan, -1e6, 1e6, 4, -1e6, 1e6, 4);
	BOTH(atanh, -0.9999, 0.9999, 4, -0.999999, 0.999999, 4);
	BOTH(cbrt, -big_f, big_f, 4, -1e300, 1e300, 4);
	BOTH(ceil, -1e9, 1e9, 0, -1e17, 1e17, 0);
	BOTH(cos, -1e5, 1e5, 4, -1e5, 1e5, 4);
	BOTH(cosh, -88, 88, 4, -709, 709, 4);
	BOTH(cospi, -1e5, 1e5, 4, -1e5, 1e5, 4);
	BOTH(erf, -6, 6, 4, -6, 6, 4);
	BOTH(erfc, -5, 9, 8, -5, 26, 8);
	BOTH(erfinv, -0.99999, 0.99999, 8, -0.99999999, 0.99999999, 8);
	BOTH(erfcinv, 1e-30, 1.9999, 8, 1e-290, 1.9999999, 8);
	BOTH(exp, -103, 88.7, 4, -740, 709, 4);
	BOTH(exp10, -44, 38.5, 4, -322, 308, 4);
	BOTH(exp2, -149, 127.9, 4, -1070, 1023.9, 4);
	BOTH(expm1, -50, 88.7, 4, -50, 709, 4);
	BOTH(fabs, -big_f, big_f, 0, -1e300, 1e300, 0);
	BOTH(floor, -1e9, 1e9, 0, -1e17, 1e17, 0);
	BOTH(lgamma, 0.01, 1e6, 8, 0.01, 1e6, 8);
	BOTH(log, tiny_f, big_f, 4, tiny_d, 1e308, 4);
	BOTH(log, 0.5, 2, 4, 0.5, 2, 4);
	BOTH(log10, tiny_f, big_f, 4, tiny_d, 1e308, 4);
	BOTH(log1p, -0.9999, 1e6, 4, -0.9999, 1e6, 4);
	BOTH(log2, tiny_f, big_f, 4, tiny_d, 1e308, 4);
	BOTH(logb, tiny_f, big_f, 0, tiny_d, 1e308, 0);
	BOTH(nearbyint, -1e9, 1e9, 0, -1e17, 1e17, 0);
	BOTH(phi, -12, 8, 8, -36, 8, 8);
	BOTH(probit, 1e-30, 0.9999, 8, 1e-290, 0.9999999, 8);
	BOTH(rcbrt, tiny_f, big_f, 4, tiny_d, 1e308, 4);
	BOTH(rint, -1e9, 1e9, 0, -1e17, 1e17, 0);
	BOTH(round, -1e9, 1e9, 0, -1e17, 1e17, 0);
	BOTH(rsqrt, tiny_f, big_f, 4, tiny_d, 1e308, 4);
	BOTH(sin, -1e5, 1e5, 4, -1e5, 1e5, 4);
	BOTH(sin, -1e30, 1e30, 4, -1e15, 1e15, 4);
	BOTH(sinh, -88, 88, 4, -709, 709, 4);
	BOTH(sinpi, -1e5, 1e5, 4, -1e5, 1e5, 4);
	BOTH(sqrt, tiny_f, big_f, 0.51, tiny_d, 1e308, 0.51);
	BOTH(tan, -1e5, 1e5, 4, -1e5, 1e5, 4);
	BOTH(tanh, -20, 20, 4, -20, 20, 4);
	BOTH(tanpi, -1e4, 1e4, 6, -1e4, 1e4, 6);
	BOTH(tgamma, 0.01, 34, 12, 0.01, 170, 12);
	BOTH(trunc, -1e9, 1e9, 0, -1e17, 1e17, 0);
	BOTH2(atan2, -1e6, 1e6, -1e6, 1e6, 4, 4);
	BOTH2(fdim, -1e6, 1e6, -1e6, 1e6, 0.51, 0.51);
	BOTH2(fma, -1e6, 1e6, -1e6, 1e6, 0.51, 0.51);
	BOTH2(fmod, -1e6, 1e6, 1e-3, 1e3, 0, 0);
	BOTH2(hypot, -1e6, 1e6, -1e6, 1e6, 4, 4);
	BOTH2(remainder, -1e6, 1e6, 1e-3, 1e3, 0, 0);
	BOTH2(pow, 1e-6, 1e6, -6, 6, 8, 4);
	measure<precise_pow, double>("precise", "pow", 1e-6, 1e6, -50, 50, 4);
	std::printf("%d over the limit\n", failures);
	return failures != 0;
}
