// The transpose of a matrix: plain, and through shared memory.
#include "twins.h"

namespace {

const int TILE = 32, ROWS = 8;

__global__ void transpose_kernel(const float *__restrict__ from, float *__restrict__ to, int n)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	to[column * n + row] = from[row * n + column];
}

__global__ void transpose_tiled_kernel(const float *__restrict__ from, float *__restrict__ to, int n)
{
	__shared__ float block[TILE][TILE + 1];
	const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
#pragma unroll
	for (int y = threadIdx.y; y < TILE; y += ROWS)
		block[y][threadIdx.x] = from[(top + y) * n + left + threadIdx.x];
	__syncthreads();
#pragma unroll
	for (int y = threadIdx.y; y < TILE; y += ROWS)
		to[(left + y) * n + top + threadIdx.x] = block[threadIdx.x][y];
}

} // namespace

void cuda_transpose(const float *from, float *to, int n)
{
	const dim3 block(32, 8);
	transpose_kernel<<<dim3(n / block.x, n / block.y), block>>>(from, to, n);
}
void cuda_transpose_tiled(const float *from, float *to, int n)
{
	transpose_tiled_kernel<<<dim3(n / TILE, n / TILE), dim3(TILE, ROWS)>>>(from, to, n);
}
