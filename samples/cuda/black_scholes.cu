// ../black_scholes.cpp in CUDA, with what array and copy() do written out.
#include "check.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

struct stock_option {
	float price, strike, years;
};

struct value {
	float call, put;
};

struct market {
	float rate, volatility;
};

__device__ static float normal_cdf(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

__device__ static value value_of(const stock_option &o, market m)
{
	const float deviation = m.volatility * __fsqrt_rn(o.years);
	const float d1 = (__logf(__fdividef(o.price, o.strike)) +
	                  (m.rate + 0.5f * m.volatility * m.volatility) * o.years) /
	                 deviation;
	const float d2 = d1 - deviation;
	const float discounted = o.strike * __expf(-m.rate * o.years);
	value v;
	v.call = o.price * normal_cdf(d1) - discounted * normal_cdf(d2);
	v.put = v.call + discounted - o.price;
	return v;
}

__global__ void evaluate(const stock_option *input, value *output, int count, market m)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		output[i] = value_of(input[i], m);
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

	stock_option *input;
	value *output;
	CHECK(cudaMalloc(&input, count * sizeof(stock_option)));
	CHECK(cudaMalloc(&output, count * sizeof(value)));
	CHECK(cudaMemcpy(input, options.data(), count * sizeof(stock_option), cudaMemcpyHostToDevice));
	evaluate<<<(count + 255) / 256, 256>>>(input, output, count, m);
	CHECK(cudaGetLastError());
	std::vector<value> values(count);
	CHECK(cudaMemcpy(values.data(), output, count * sizeof(value), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(input));
	CHECK(cudaFree(output));

	for (int i = 0; i < 3; i++)
		std::printf("call %.2f, put %.2f\n", values[i].call, values[i].put);
	double worst = 0;
	for (int i = 0; i < count; i++)
		worst = std::max(worst, std::fabs(values[i].call - reference_call(options[i], m)));
	std::printf("%s\n", worst < 1e-3 ? "all right" : "too far off");
}
