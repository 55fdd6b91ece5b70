// Inclusive prefix sums in three launches, by shuffles; a thread has eight
// elements that follow each other, and reads and writes them by fours.
#include "twins.h"

namespace {

const int BLOCK = 256, EACH = SCAN_CHUNK / BLOCK;

__device__ int warp_scan(int sum)
{
	for (int distance = 1; distance < 32; distance *= 2) {
		const int other = __shfl_up_sync(0xffffffff, sum, distance);
		if (threadIdx.x % 32 >= distance)
			sum += other;
	}
	return sum;
}

template <int SIZE> __device__ int block_scan(int value)
{
	__shared__ int warps[32];
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int sum = warp_scan(value);
	if (lane == 31)
		warps[warp] = sum;
	__syncthreads();
	if (warp == 0)
		warps[lane] = warp_scan(lane < SIZE / 32 ? warps[lane] : 0);
	__syncthreads();
	return warp > 0 ? sum + warps[warp - 1] : sum;
}

__device__ void load(const int *values, int (&mine)[EACH])
{
	const int4 *const fours = reinterpret_cast<const int4 *>(values) + threadIdx.x * (EACH / 4);
#pragma unroll
	for (int k = 0; k < EACH / 4; k++) {
		const int4 v = fours[k];
		mine[4 * k] = v.x, mine[4 * k + 1] = v.y, mine[4 * k + 2] = v.z, mine[4 * k + 3] = v.w;
	}
}

__global__ void __launch_bounds__(BLOCK) add_chunks(const int *__restrict__ values,
                                                    int *__restrict__ totals)
{
	__shared__ int warps[BLOCK / 32];
	int mine[EACH], sum = 0;
	load(values + blockIdx.x * SCAN_CHUNK, mine);
#pragma unroll
	for (int k = 0; k < EACH; k++)
		sum += mine[k];
	sum = __reduce_add_sync(0xffffffff, sum);
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int k = 1; k < BLOCK / 32; k++)
			sum += warps[k];
		totals[blockIdx.x] = sum;
	}
}

__global__ void __launch_bounds__(1024) scan_totals(int *totals, int count)
{
	const int each = (count + 1023) / 1024;
	const int begin = threadIdx.x * each, end = min(begin + each, count);
	int sum = 0;
	for (int k = begin; k < end; k++)
		sum += totals[k];
	int before = block_scan<1024>(sum) - sum;
	for (int k = begin; k < end; k++) {
		before += totals[k];
		totals[k] = before;
	}
}

__global__ void __launch_bounds__(BLOCK) scan_chunks(const int *__restrict__ values,
                                                     const int *__restrict__ totals,
                                                     int *__restrict__ sums)
{
	int mine[EACH];
	load(values + blockIdx.x * SCAN_CHUNK, mine);
#pragma unroll
	for (int k = 1; k < EACH; k++)
		mine[k] += mine[k - 1];
	int before = block_scan<BLOCK>(mine[EACH - 1]) - mine[EACH - 1];
	if (blockIdx.x > 0)
		before += totals[blockIdx.x - 1];
	int4 *const fours =
	    reinterpret_cast<int4 *>(sums + blockIdx.x * SCAN_CHUNK) + threadIdx.x * (EACH / 4);
#pragma unroll
	for (int k = 0; k < EACH; k += 4)
		fours[k / 4] = make_int4(mine[k] + before, mine[k + 1] + before, mine[k + 2] + before,
		                         mine[k + 3] + before);
}

} // namespace

void cuda_scan(const int *values, int *sums, int *totals, int n)
{
	const int chunks = n / SCAN_CHUNK;
	add_chunks<<<chunks, BLOCK>>>(values, totals);
	scan_totals<<<1, 1024>>>(totals, chunks);
	scan_chunks<<<chunks, BLOCK>>>(values, totals, sums);
}
