// Prices of European options by the Black-Scholes formula.
#include "bench.h"

#include <amp.h>
#include <amp_math.h>

using namespace concurrency;

static const float RATE = 0.02f, VOLATILITY = 0.30f;

// The normal distribution's cumulative density (Abramowitz and Stegun, 26.2.17).
static float normal_cdf(float d) restrict(amp)
{
	const float k = direct3d::rcp(1.0f + 0.2316419f * fast_math::fabsf(d));
	const float tail =
	    0.39894228f * fast_math::expf(-0.5f * d * d) *
	    (k * (0.31938153f +
	          k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
	return d > 0 ? 1.0f - tail : tail;
}

static void evaluate(array_view<const float, 1> price, array_view<const float, 1> strike,
                     array_view<const float, 1> years, array_view<float, 1> call,
                     array_view<float, 1> put)
{
	parallel_for_each(price.extent, [=](index<1> i) restrict(amp) {
		const float s = price[i], x = strike[i], t = years[i];
		const float deviation = VOLATILITY * fast_math::sqrtf(t);
		const float d1 = (fast_math::logf(s * direct3d::rcp(x)) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t) *
		                 direct3d::rcp(deviation);
		const float d2 = d1 - deviation;
		const float n1 = normal_cdf(d1), n2 = normal_cdf(d2);
		const float discounted = x * fast_math::expf(-RATE * t);
		call[i] = s * n1 - discounted * n2;
		put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
	});
}

BENCHMARK(black_scholes)
{
	const int n = bench::size(1 << 26, 1 << 21, 30011);
	const std::vector<float> price = bench::random<float>(n, 5, 30);
	const std::vector<float> strike = bench::random<float>(n, 1, 100);
	const std::vector<float> years = bench::random<float>(n, 0.25f, 10);
	std::vector<float> call = bench::poisoned<float>(n), put = bench::poisoned<float>(n);
	const array_view<const float, 1> price_view(price), strike_view(strike), years_view(years);
	const array_view<float, 1> call_view(call), put_view(put);
	bench::memory<float> twin_price(price), twin_strike(strike), twin_years(years);
	bench::memory<float> twin_call(n), twin_put(n);
	bench::compare({"Black-Scholes", "float", double(n), double(n), "G/s", 1e-5},
	               [&] { evaluate(price_view, strike_view, years_view, call_view, put_view); },
	               [&] {
		               TWIN_OF(black_scholes)(twin_price, twin_strike, twin_years, twin_call,
		                                      twin_put, n);
	               },
	               [&] {
		               call_view.synchronize();
		               put_view.synchronize();
		               return std::max(bench::difference(call, twin_call.read()),
		                               bench::difference(put, twin_put.read()));
	               });
}
