// BabelStream's kernels as its CUDA model has them: one element a thread.
#include "stream.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

void check(cudaError_t e)
{
	if (e != cudaSuccess) {
		std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e));
		std::exit(1);
	}
}

const int block = 256;

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
	__shared__ T shared[block];
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

template <typename T> stream_cuda<T>::stream_cuda(const T *host, int n) : n_(n)
{
	for (T **p : {&a_, &b_, &c_}) {
		check(cudaMalloc(p, n * sizeof(T)));
		check(cudaMemcpy(*p, host, n * sizeof(T), cudaMemcpyHostToDevice));
	}
	check(cudaMalloc(&sums_, stream_dot_blocks * sizeof(T)));
}
template <typename T> stream_cuda<T>::~stream_cuda()
{
	for (T *p : {a_, b_, c_, sums_})
		check(cudaFree(p));
}
template <typename T> void stream_cuda<T>::copy()
{
	copy_kernel<<<n_ / block, block>>>(a_, c_);
	check(cudaDeviceSynchronize());
}
template <typename T> void stream_cuda<T>::mul()
{
	mul_kernel<<<n_ / block, block>>>(b_, c_);
	check(cudaDeviceSynchronize());
}
template <typename T> void stream_cuda<T>::add()
{
	add_kernel<<<n_ / block, block>>>(a_, b_, c_);
	check(cudaDeviceSynchronize());
}
template <typename T> void stream_cuda<T>::triad()
{
	triad_kernel<<<n_ / block, block>>>(a_, b_, c_);
	check(cudaDeviceSynchronize());
}
template <typename T> double stream_cuda<T>::dot()
{
	static std::vector<T> partial(stream_dot_blocks);
	dot_kernel<<<stream_dot_blocks, block>>>(a_, b_, sums_, n_);
	check(cudaMemcpy(partial.data(), sums_, partial.size() * sizeof(T), cudaMemcpyDeviceToHost));
	double sum = 0;
	for (T x : partial)
		sum += x;
	return sum;
}
template <typename T> std::vector<T> stream_cuda<T>::result() const
{
	std::vector<T> host(n_);
	check(cudaMemcpy(host.data(), a_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
	return host;
}
template class stream_cuda<float>;
template class stream_cuda<double>;

double stream_cuda_launches(int n)
{
	float *p;
	check(cudaMalloc(&p, 3 * 256 * sizeof(float)));
	const auto start = std::chrono::steady_clock::now();
	for (int i = 0; i < n; i++)
		add_kernel<<<1, 256>>>(p, p + 256, p + 512);
	check(cudaDeviceSynchronize());
	const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
	check(cudaFree(p));
	return s;
}
