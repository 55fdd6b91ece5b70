// Launches by cuLaunchKernel, with nothing around them, on this thread's
// stream.
#include "cuda_check.h"
#include "twins.h"

#include <cuda.h>

namespace {

const int SIZE = 256; // elements of an array

__global__ void add_kernel(const float *a, const float *b, float *c, int n)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

template <int COUNT> struct pointers {
	float *array[COUNT];
};
template <int COUNT> __global__ void __launch_bounds__(SIZE) write_kernel(const pointers<COUNT> p)
{
#pragma unroll
	for (int i = 0; i < COUNT; i++)
		p.array[i][threadIdx.x] = 1;
}

void launch(const void *kernel, int blocks, void **parameters, int times)
{
	cudaFunction_t function;
	void *entry;
	cudaDriverEntryPointQueryResult found;
	cuda_check(cudaFree(nullptr)); // the context becomes this thread's
	cuda_check(cudaGetFuncBySymbol(&function, kernel));
	cuda_check(cudaGetDriverEntryPointByVersion("cuLaunchKernel", &entry, 12000, cudaEnableDefault,
	                                            &found));
	const auto cu_launch_kernel = reinterpret_cast<decltype(&cuLaunchKernel)>(entry);
	for (int i = 0; i < times; i++) {
		if (cu_launch_kernel(reinterpret_cast<CUfunction>(function), blocks, 1, 1, SIZE, 1, 1, 0,
		                     cudaStreamPerThread, parameters, nullptr) != CUDA_SUCCESS) {
			std::fprintf(stderr, "cuLaunchKernel failed\n");
			std::exit(1);
		}
	}
}

template <int COUNT> void launch_writes(float *arrays, int times)
{
	pointers<COUNT> p;
	for (int i = 0; i < COUNT; i++)
		p.array[i] = arrays + i * SIZE;
	void *parameters[] = {&p};
	launch(reinterpret_cast<const void *>(write_kernel<COUNT>), 1, parameters, times);
}

} // namespace

void cuda_launches(const float *a, const float *b, float *c, int n, int times)
{
	void *parameters[] = {&a, &b, &c, &n};
	launch(reinterpret_cast<const void *>(add_kernel), (n + SIZE - 1) / SIZE, parameters, times);
	cuda_check(cudaStreamSynchronize(cudaStreamPerThread));
}

void cuda_launches_of(float *arrays, int count, int times)
{
	switch (count) {
	case 1:
		return launch_writes<1>(arrays, times);
	case 2:
		return launch_writes<2>(arrays, times);
	case 4:
		return launch_writes<4>(arrays, times);
	case 8:
		return launch_writes<8>(arrays, times);
	case 16:
		return launch_writes<16>(arrays, times);
	}
}
