// The prices of European options after Black and Scholes.

#define RATE 0.02f
#define VOLATILITY 0.30f

static float normal_cdf(float d)
{
	const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
	const float tail =
	    0.39894228f * native_exp(-0.5f * d * d) *
	    (k * (0.31938153f +
	          k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
	return d > 0 ? 1.0f - tail : tail;
}

kernel void evaluate(global const float *restrict price, global const float *restrict strike,
                     global const float *restrict years, global float *restrict call,
                     global float *restrict put)
{
	const size_t i = get_global_id(0);
	const float s = price[i], x = strike[i], t = years[i];
	const float deviation = VOLATILITY * native_sqrt(t);
	const float d1 = (native_log(s / x) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t) / deviation;
	const float d2 = d1 - deviation;
	const float n1 = normal_cdf(d1), n2 = normal_cdf(d2);
	const float discounted = x * native_exp(-RATE * t);
	call[i] = s * n1 - discounted * n2;
	put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
