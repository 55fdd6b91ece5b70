// The sum of many numbers: four at a time, then by shuffles in each warp.
#include "twins.h"

namespace {

const int BLOCK = 256;

__device__ float block_sum(float sum)
{
	__shared__ float warps[BLOCK / 32];
	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, offset);
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x < 32) {
		sum = threadIdx.x < BLOCK / 32 ? warps[threadIdx.x] : 0;
		for (int offset = BLOCK / 64; offset > 0; offset /= 2)
			sum += __shfl_down_sync(0xffffffff, sum, offset);
	}
	return sum; // of thread 0
}

__global__ void __launch_bounds__(BLOCK) reduce_kernel(const float *__restrict__ values,
                                                       float *__restrict__ sums, int n)
{
	float sum = 0;
	const float4 *const fours = reinterpret_cast<const float4 *>(values);
	const int stride = gridDim.x * BLOCK, first = blockIdx.x * BLOCK + threadIdx.x;
	for (int i = first; i < n / 4; i += stride) {
		const float4 v = fours[i];
		sum += (v.x + v.y) + (v.z + v.w);
	}
	for (int i = n / 4 * 4 + first; i < n; i += stride)
		sum += values[i];
	sum = block_sum(sum);
	if (threadIdx.x == 0)
		sums[blockIdx.x] = sum;
}

} // namespace

void cuda_reduce(const float *values, float *partial, float *sum, int n)
{
	reduce_kernel<<<BENCH_BLOCKS, BLOCK>>>(values, partial, n);
	reduce_kernel<<<1, BLOCK>>>(partial, sum, BENCH_BLOCKS);
}
