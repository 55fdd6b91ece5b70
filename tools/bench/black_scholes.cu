// Prices of European options by the Black-Scholes formula, with the intrinsics
// that the CUDA samples use.
#include "twins.h"

namespace {

const float RATE = 0.02f, VOLATILITY = 0.30f;

__device__ inline float normal_cdf(float d)
{
	const float k = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
	const float tail =
	    0.39894228f * __expf(-0.5f * d * d) *
	    (k * (0.31938153f +
	          k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
	return d > 0 ? 1.0f - tail : tail;
}

__global__ void __launch_bounds__(256)
    evaluate(const float *__restrict__ price, const float *__restrict__ strike,
             const float *__restrict__ years, float *__restrict__ call, float *__restrict__ put,
             int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float s = price[i], x = strike[i], t = years[i];
	const float deviation = VOLATILITY * __fsqrt_rn(t);
	const float d1 =
	    __fdividef(__logf(__fdividef(s, x)) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t, deviation);
	const float d2 = d1 - deviation;
	const float n1 = normal_cdf(d1), n2 = normal_cdf(d2);
	const float discounted = x * __expf(-RATE * t);
	call[i] = s * n1 - discounted * n2;
	put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

} // namespace

void cuda_black_scholes(const float *price, const float *strike, const float *years, float *call,
                        float *put, int n)
{
	evaluate<<<(n + 255) / 256, 256>>>(price, strike, years, call, put, n);
}
