// The twin of functor.cpp in CUDA.
struct options {
	float strike, rate, sigma;
	int steps;
};

__global__ void __launch_bounds__(256)
    transform(const float *__restrict__ from, float *__restrict__ to, int n, float a, float b, int each)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n / each)
		return;
	for (int k = 0; k < each; k++) {
		const int at = k * (n / each) + i;
		to[at] = sqrtf(a * from[at] + b);
	}
}

void twin_functor(const float *in, float *out, int n)
{
	transform<<<(n / 16 + 255) / 256, 256>>>(in, out, n, 2, 1, 16);
}

__global__ void __launch_bounds__(256)
    start(const float *__restrict__ first, float *__restrict__ x, float *__restrict__ v, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		x[i] = first[i];
		v[i] = 0;
	}
}

__device__ float at(const float *__restrict__ p, int m, int k)
{
	return p[k < 0 ? 0 : k >= m ? m - 1 : k];
}

__device__ void step(const float *__restrict__ p, int m, float &x, float &v, const options &o)
{
	const int k = static_cast<int>(x);
	const float f = at(p, m, k) - at(p, m, k + 1);
	v += f * o.rate;
	x += v * o.rate;
}

__global__ void __launch_bounds__(256) integrate(const float *__restrict__ p, int m, float *__restrict__ x,
                                                 float *__restrict__ v, int n, options o)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	for (int k = 0; k < o.steps; k++)
		step(p, m, x[i], v[i], o);
}

void twin_member(const float *potential, const float *first, float *x, float *v, int n, int m, options o)
{
	start<<<(n + 255) / 256, 256>>>(first, x, v, n);
	integrate<<<(n + 255) / 256, 256>>>(potential, m, x, v, n, o);
}
