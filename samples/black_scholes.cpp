// Prices of European options by the Black-Scholes formula: functions of
// amp_math.h, a struct as the element type, and an array that is filled by
// copy().
//
// Prints: three prices, and whether all agree with a computation in double on
// the host.
#include <amp.h>
#include <amp_math.h>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

using namespace concurrency;

struct stock_option {
	float price, strike, years;
};

struct value {
	float call, put;
};

struct market {
	float rate, volatility;
};

static float normal_cdf(float x) restrict(amp)
{
	return 0.5f * precise_math::erfcf(-x * 0.70710678f);
}

static value value_of(const stock_option &o, market m) restrict(amp)
{
	const float deviation = m.volatility * fast_math::sqrtf(o.years);
	const float d1 = (fast_math::logf(o.price / o.strike) +
	                  (m.rate + 0.5f * m.volatility * m.volatility) * o.years) /
	                 deviation;
	const float d2 = d1 - deviation;
	const float discounted = o.strike * fast_math::expf(-m.rate * o.years);
	value v;
	v.call = o.price * normal_cdf(d1) - discounted * normal_cdf(d2);
	v.put = v.call + discounted - o.price;
	return v;
}

static double reference_call(const stock_option &o, market m)
{
	const double deviation = m.volatility * std::sqrt(o.years);
	const double d1 = (std::log(double(o.price) / o.strike) +
	                   (m.rate + 0.5 * double(m.volatility) * m.volatility) * o.years) /
	                  deviation;
	const double d2 = d1 - deviation;
	return o.price * 0.5 * std::erfc(-d1 * std::sqrt(0.5)) -
	       o.strike * std::exp(-double(m.rate) * o.years) * 0.5 * std::erfc(-d2 * std::sqrt(0.5));
}

int main()
{
	const int count = 100000;
	const market m = {0.02f, 0.30f};
	std::mt19937 random(1973);
	std::vector<stock_option> options(count);
	for (stock_option &o : options) {
		o.price = 5 + random() % 2500 * 0.01f;
		o.strike = 1 + random() % 9900 * 0.01f;
		o.years = 0.25f + random() % 975 * 0.01f;
	}
	options[0] = {100, 100, 1};
	options[1] = {100, 110, 1};
	options[2] = {100, 90, 0.5f};

	array<stock_option, 1> input(count);
	copy(options.begin(), options.end(), input);
	array<value, 1> output(count);
	parallel_for_each(input.extent, [=, &input, &output](index<1> i) restrict(amp) {
		output[i] = value_of(input[i], m);
	});
	std::vector<value> values(count);
	copy(output, values.begin());

	for (int i = 0; i < 3; i++)
		std::printf("call %.2f, put %.2f\n", values[i].call, values[i].put);
	double worst = 0;
	for (int i = 0; i < count; i++)
		worst = std::max(worst, std::fabs(values[i].call - reference_call(options[i], m)));
	std::printf("%s\n", worst < 1e-3 ? "all right" : "too far off");
}
