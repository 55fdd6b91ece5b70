/* The prices of European options after Black and Scholes. */
#include "twins.h"

#include <math.h>

#define RATE 0.02f
#define VOLATILITY 0.30f

static inline float normal_cdf(float d)
{
	const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
	const float tail =
	    0.39894228f * expf(-0.5f * d * d) *
	    (k * (0.31938153f +
	          k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
	return d > 0 ? 1.0f - tail : tail;
}

void openmp_black_scholes(const float *restrict price, const float *restrict strike,
                          const float *restrict years, float *restrict call, float *restrict put,
                          int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		const float s = price[i], x = strike[i], t = years[i];
		const float deviation = VOLATILITY * sqrtf(t);
		const float d1 =
		    (logf(s / x) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t) / deviation;
		const float d2 = d1 - deviation;
		const float n1 = normal_cdf(d1), n2 = normal_cdf(d2);
		const float discounted = x * expf(-RATE * t);
		call[i] = s * n1 - discounted * n2;
		put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
	}
}
