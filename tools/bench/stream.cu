// BabelStream's kernels as its CUDA model has them: one element a thread.
#include "twins.h"

namespace {

const int BLOCK = 256;

template <typename T> __global__ void copy_kernel(const T *a, T *c)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	c[i] = a[i];
}
template <typename T> __global__ void mul_kernel(T *b, const T *c)
{
	const T scalar = static_cast<T>(0.4);
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	b[i] = scalar * c[i];
}
template <typename T> __global__ void add_kernel(const T *a, const T *b, T *c)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	c[i] = a[i] + b[i];
}
template <typename T> __global__ void triad_kernel(T *a, const T *b, const T *c)
{
	const T scalar = static_cast<T>(0.4);
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	a[i] = b[i] + scalar * c[i];
}
template <typename T> __global__ void dot_kernel(const T *a, const T *b, T *sums, int n)
{
	__shared__ T shared[BLOCK];
	const int local = threadIdx.x;
	T sum = 0;
	for (int i = blockDim.x * blockIdx.x + local; i < n; i += blockDim.x * gridDim.x)
		sum += a[i] * b[i];
	shared[local] = sum;
	for (int offset = blockDim.x / 2; offset > 0; offset /= 2) {
		__syncthreads();
		if (local < offset)
			shared[local] += shared[local + offset];
	}
	if (local == 0)
		sums[blockIdx.x] = shared[0];
}

} // namespace

#define STREAM(T)                                                                                  \
	void cuda_copy_##T(const T *a, T *c, size_t n) { copy_kernel<<<n / BLOCK, BLOCK>>>(a, c); }    \
	void cuda_mul_##T(T *b, const T *c, size_t n) { mul_kernel<<<n / BLOCK, BLOCK>>>(b, c); }      \
	void cuda_add_##T(const T *a, const T *b, T *c, size_t n)                                      \
	{                                                                                              \
		add_kernel<<<n / BLOCK, BLOCK>>>(a, b, c);                                                 \
	}                                                                                              \
	void cuda_triad_##T(T *a, const T *b, const T *c, size_t n)                                    \
	{                                                                                              \
		triad_kernel<<<n / BLOCK, BLOCK>>>(a, b, c);                                               \
	}                                                                                              \
	void cuda_dot_##T(const T *a, const T *b, T *sums, size_t n)                                   \
	{                                                                                              \
		dot_kernel<<<BENCH_BLOCKS, BLOCK>>>(a, b, sums, static_cast<int>(n));                      \
	}

STREAM(float)
STREAM(double)
