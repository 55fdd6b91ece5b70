// How often each byte occurs, counted in shared memory, sixteen bytes a load.
#include "twins.h"

namespace {

const int BINS = 256, BLOCK = 256;

__device__ void count_word(unsigned *count, unsigned word)
{
	atomicAdd(&count[word & 255], 1);
	atomicAdd(&count[word >> 8 & 255], 1);
	atomicAdd(&count[word >> 16 & 255], 1);
	atomicAdd(&count[word >> 24], 1);
}

__global__ void __launch_bounds__(BLOCK) histogram_kernel(const unsigned *__restrict__ words,
                                                          unsigned *__restrict__ bins, int n)
{
	__shared__ unsigned count[BINS];
	count[threadIdx.x] = 0;
	__syncthreads();
	const uint4 *const fours = reinterpret_cast<const uint4 *>(words);
	const int first = blockIdx.x * BLOCK + threadIdx.x, stride = gridDim.x * BLOCK;
	for (int i = first; i < n / 4; i += stride) {
		const uint4 v = fours[i];
		count_word(count, v.x);
		count_word(count, v.y);
		count_word(count, v.z);
		count_word(count, v.w);
	}
	for (int i = n / 4 * 4 + first; i < n; i += stride)
		count_word(count, words[i]);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], count[threadIdx.x]);
}

} // namespace

void cuda_histogram(const unsigned *words, unsigned *bins, int n)
{
	cudaMemsetAsync(bins, 0, BINS * sizeof *bins);
	histogram_kernel<<<BENCH_BLOCKS, BLOCK>>>(words, bins, n);
}
