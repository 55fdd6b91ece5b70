// The twin of mcpi.cpp in CUDA.
#include "../cuda_check.h"

struct xorshift {
	unsigned x, y, z, w;

	__device__ explicit xorshift(unsigned seed)
	    : x(seed * 747796405u + 2891336453u), y(362436069u), z(521288629u), w(88675123u)
	{}

	__device__ unsigned next()
	{
		const unsigned t = x ^ (x << 11);
		x = y;
		y = z;
		z = w;
		return w = w ^ (w >> 19) ^ t ^ (t >> 8);
	}

	__device__ float next_float() { return (next() >> 8) * (1.0f / 16777216.0f); }
};

__global__ void __launch_bounds__(256) mcpi(unsigned *hits, int threads, int each)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= threads)
		return;
	xorshift random(i);
	unsigned count = 0;
	for (int k = 0; k < each; k++) {
		const float x = random.next_float(), y = random.next_float();
		if (x * x + y * y <= 1.0f)
			count++;
	}
	atomicAdd(hits, count);
}

void twin_mcpi(unsigned *hits, int threads, int each)
{
	cuda_check(cudaMemsetAsync(hits, 0, 4));
	mcpi<<<(threads + 255) / 256, 256>>>(hits, threads, each);
}
