// The libraries that a user of CUDA calls instead of writing a kernel. cuBLAS and cuFFT are loaded at their first call.
#include "cuda_check.h"
#include "twins.h"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cublas_v2.h>
#include <cufft.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace {

// Calls a function of CUB's with memory that is kept for the next call.
template <typename Call> void with_memory(Call call)
{
	static void *memory;
	static size_t capacity;
	size_t bytes = 0;
	cuda_check(call(nullptr, bytes));
	if (bytes > capacity) {
		cuda_check(cudaFree(memory));
		cuda_check(cudaMalloc(&memory, capacity = bytes));
	}
	cuda_check(call(memory, bytes));
}

template <typename Function> Function *library_function(const char *library, const char *name)
{
	void *const loaded = dlopen(library, RTLD_NOW);
	void *const found = loaded ? dlsym(loaded, name) : nullptr;
	if (!found) {
		std::fprintf(stderr, "bench: %s\n", dlerror());
		std::exit(1);
	}
	return reinterpret_cast<Function *>(found);
}

cublasHandle_t create_cublas()
{
	cublasHandle_t handle;
	if (library_function<decltype(cublasCreate)>("libcublas.so.13", "cublasCreate_v2")(&handle) !=
	    CUBLAS_STATUS_SUCCESS)
		std::abort();
	return handle;
}

cufftHandle create_plan(int rows)
{
	cufftHandle plan;
	if (library_function<decltype(cufftPlan1d)>("libcufft.so.12", "cufftPlan1d")(&plan, FFT_LENGTH, CUFFT_C2C, rows) !=
	    CUFFT_SUCCESS)
		std::abort();
	return plan;
}

} // namespace

void cub_reduce(const float *values, float *, float *sum, int n)
{
	with_memory([&](void *memory, size_t &bytes) { return cub::DeviceReduce::Sum(memory, bytes, values, sum, n); });
}

void cub_scan(const int *values, int *sums, int *, int n)
{
	with_memory(
	    [&](void *memory, size_t &bytes) { return cub::DeviceScan::InclusiveSum(memory, bytes, values, sums, n); });
}

void cub_sort(const unsigned *keys, unsigned *sorted, int n)
{
	with_memory(
	    [&](void *memory, size_t &bytes) { return cub::DeviceRadixSort::SortKeys(memory, bytes, keys, sorted, n); });
}

void cub_histogram(const unsigned *words, unsigned *bins, int n)
{
	with_memory([&](void *memory, size_t &bytes) {
		return cub::DeviceHistogram::HistogramEven(memory, bytes, reinterpret_cast<const unsigned char *>(words), bins,
		                                           257, 0, 256, 4 * n);
	});
}

// In floats, without tensor cores. Its matrices are column by column: it sees the transposes of all three.
void cublas_multiply(const float *a, const float *b, float *product, int n)
{
	static const cublasHandle_t handle = create_cublas();
	static const auto multiply = library_function<decltype(cublasSgemm)>("libcublas.so.13", "cublasSgemm_v2");
	const float one = 1, zero = 0;
	if (multiply(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, product, n) !=
	    CUBLAS_STATUS_SUCCESS)
		std::abort();
}

void cufft_fft(const float *from, float *to, int rows)
{
	static const cufftHandle plan = create_plan(rows); // each benchmark has one number of rows
	static const auto transform = library_function<decltype(cufftExecC2C)>("libcufft.so.12", "cufftExecC2C");
	if (transform(plan, reinterpret_cast<cufftComplex *>(const_cast<float *>(from)), reinterpret_cast<cufftComplex *>(to),
	              CUFFT_FORWARD) != CUFFT_SUCCESS)
		std::abort();
}
