// Rounds of k-means over the colours of an image.
#include "cuda_check.h"
#include "twins.h"

namespace {

const int BLOCK = 256, COLOURS = 64, PARTS = 4;

__global__ void __launch_bounds__(BLOCK)
    add_nearest(const unsigned *__restrict__ pixels, const int *__restrict__ colours, unsigned *__restrict__ sums, int n)
{
	__shared__ int centre[PARTS - 1][COLOURS];
	__shared__ unsigned sum[PARTS][COLOURS];
	const unsigned me = threadIdx.x;
	sum[me / COLOURS][me % COLOURS] = 0;
	if (me < (PARTS - 1) * COLOURS)
		centre[me / COLOURS][me % COLOURS] = colours[me];
	__syncthreads();
	for (int k = blockIdx.x * BLOCK + me; k < n; k += gridDim.x * BLOCK) {
		const unsigned pixel = pixels[k];
		const int red = pixel & 255, green = pixel >> 8 & 255, blue = pixel >> 16 & 255;
		int nearest = 0, least = 1 << 30;
#pragma unroll 16
		for (int c = 0; c < COLOURS; c++) {
			const int r = red - centre[0][c], g = green - centre[1][c], b = blue - centre[2][c];
			const int distance = r * r + g * g + b * b;
			nearest = distance < least ? c : nearest;
			least = min(least, distance);
		}
		atomicAdd(&sum[0][nearest], red);
		atomicAdd(&sum[1][nearest], green);
		atomicAdd(&sum[2][nearest], blue);
		atomicAdd(&sum[3][nearest], 1);
	}
	__syncthreads();
	atomicAdd(&sums[me], sum[me / COLOURS][me % COLOURS]);
}

__global__ void move_colours(const unsigned *sums, int *colours)
{
	const unsigned count = sums[3 * COLOURS + threadIdx.x % COLOURS];
	if (count > 0)
		colours[threadIdx.x] = (sums[threadIdx.x] + count / 2) / count;
}

} // namespace

void cuda_k_means(const unsigned *pixels, const int *first, int *colours, unsigned *sums, int n, int rounds)
{
	cuda_check(cudaMemcpyAsync(colours, first, 3 * COLOURS * sizeof *colours, cudaMemcpyDeviceToDevice));
	for (int round = 0; round < rounds; round++) {
		cuda_check(cudaMemsetAsync(sums, 0, PARTS * COLOURS * sizeof *sums));
		add_nearest<<<BENCH_BLOCKS, BLOCK>>>(pixels, colours, sums, n);
		move_colours<<<1, (PARTS - 1) * COLOURS>>>(sums, colours);
	}
}
