// Conjugate gradients, whose sums stay on the GPU; those of blocks are added up by shuffles.
#include "twins.h"

namespace {

const int ROWS = 8, COLUMNS = 32, THREADS = ROWS * COLUMNS, EACH = 4;
enum { SQUARE, LAST_SQUARE, CURVATURE };

// Returns to a block's first thread the sum of the threads' values.
__device__ float sum_of_block(float mine)
{
	__shared__ float warps[THREADS / 32];
	const int me = threadIdx.y * blockDim.x + threadIdx.x;
	for (int n = 16; n > 0; n /= 2)
		mine += __shfl_down_sync(0xffffffff, mine, n);
	if (me % 32 == 0)
		warps[me / 32] = mine;
	__syncthreads();
	float sum = 0;
	for (int w = 0; me == 0 && w < THREADS / 32; w++)
		sum += warps[w];
	return sum;
}

__device__ void add_part(float mine, float *parts)
{
	const float sum = sum_of_block(mine);
	if (threadIdx.x == 0 && threadIdx.y == 0)
		parts[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}

__global__ void __launch_bounds__(THREADS)
    start(const float *__restrict__ b, float *__restrict__ x, float *__restrict__ r, float *__restrict__ p,
          float *__restrict__ parts)
{
	float mine = 0;
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		const int at = (blockIdx.x * EACH + k) * THREADS + threadIdx.x;
		const float here = b[at];
		x[at] = 0;
		r[at] = p[at] = here;
		mine += here * here;
	}
	add_part(mine, parts);
}

__global__ void __launch_bounds__(THREADS)
    apply(const float *__restrict__ p, float *__restrict__ q, float *__restrict__ parts, int n)
{
	const int x = blockIdx.x * COLUMNS + threadIdx.x;
	float mine = 0;
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		const int y = (blockIdx.y * EACH + k) * ROWS + threadIdx.y, at = y * n + x;
		const float here = p[at];
		const float above = y > 0 ? p[at - n] : 0, below = y + 1 < n ? p[at + n] : 0;
		const float left = x > 0 ? p[at - 1] : 0, right = x + 1 < n ? p[at + 1] : 0;
		const float there = 5 * here - (above + below + left + right);
		q[at] = there;
		mine += here * there;
	}
	add_part(mine, parts);
}

__global__ void __launch_bounds__(THREADS)
    step(const float *__restrict__ p, const float *__restrict__ q, float *__restrict__ x, float *__restrict__ r,
         const float *__restrict__ sums, float *__restrict__ parts)
{
	const float length = sums[SQUARE] / sums[CURVATURE];
	float mine = 0;
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		const int at = (blockIdx.x * EACH + k) * THREADS + threadIdx.x;
		const float rest = r[at] - length * q[at];
		x[at] += length * p[at];
		r[at] = rest;
		mine += rest * rest;
	}
	add_part(mine, parts);
}

// Four elements a thread.
__global__ void turn(const float4 *__restrict__ r, const float *__restrict__ sums, float4 *__restrict__ p, int n)
{
	const int at = blockIdx.x * blockDim.x + threadIdx.x;
	const float factor = sums[SQUARE] / sums[LAST_SQUARE];
	if (at >= n)
		return;
	const float4 rest = r[at], old = p[at];
	p[at] = make_float4(rest.x + factor * old.x, rest.y + factor * old.y, rest.z + factor * old.z,
	                    rest.w + factor * old.w);
}

__global__ void __launch_bounds__(THREADS)
    add_up(const float *__restrict__ parts, float *__restrict__ sums, int which, int n)
{
	float mine = 0;
	for (int k = threadIdx.x; k < n; k += THREADS)
		mine += parts[k];
	const float sum = sum_of_block(mine);
	if (threadIdx.x == 0) {
		if (which == SQUARE)
			sums[LAST_SQUARE] = sums[SQUARE];
		sums[which] = sum;
	}
}

} // namespace

void cuda_conjugate_gradient(const float *b, float *x, float *work, int n, int rounds)
{
	const dim3 block(COLUMNS, ROWS), grid(n / COLUMNS, n / ROWS / EACH);
	const int elements = n * n, tiles = elements / THREADS / EACH;
	float *const r = work, *const p = r + elements, *const q = p + elements, *const parts = q + elements,
	             *const sums = parts + tiles;
	start<<<tiles, THREADS>>>(b, x, r, p, parts);
	add_up<<<1, THREADS>>>(parts, sums, SQUARE, tiles);
	for (int round = 0; round < rounds; round++) {
		apply<<<grid, block>>>(p, q, parts, n);
		add_up<<<1, THREADS>>>(parts, sums, CURVATURE, tiles);
		step<<<tiles, THREADS>>>(p, q, x, r, sums, parts);
		add_up<<<1, THREADS>>>(parts, sums, SQUARE, tiles);
		turn<<<elements / 4 / 256, 256>>>(reinterpret_cast<const float4 *>(r), sums, reinterpret_cast<float4 *>(p),
		                                  elements / 4);
	}
}
