// The product of two matrices, untiled and tiled as the CUDA samples have it.
#include "twins.h"

namespace {

__global__ void multiply_kernel(const float *__restrict__ a, const float *__restrict__ b,
                                float *__restrict__ product, int n)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];
	product[row * n + column] = sum;
}

template <int TILE>
__global__ void __launch_bounds__(TILE *TILE)
    multiply_tiled_kernel(const float *__restrict__ a, const float *__restrict__ b,
                          float *__restrict__ product, int n)
{
	__shared__ float a_block[TILE][TILE];
	__shared__ float b_block[TILE][TILE];
	const int x = threadIdx.x, y = threadIdx.y;
	const int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
	float sum = 0;
	for (int k = 0; k < n; k += TILE) {
		a_block[y][x] = a[row * n + k + x];
		b_block[y][x] = b[(k + y) * n + column];
		__syncthreads();
#pragma unroll
		for (int j = 0; j < TILE; j++)
			sum += a_block[y][j] * b_block[j][x];
		__syncthreads();
	}
	product[row * n + column] = sum;
}

} // namespace

void cuda_multiply(const float *a, const float *b, float *product, int n)
{
	const dim3 block(32, 8);
	multiply_kernel<<<dim3(n / block.x, n / block.y), block>>>(a, b, product, n);
}
void cuda_multiply_tiled_16(const float *a, const float *b, float *product, int n)
{
	multiply_tiled_kernel<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, product, n);
}
void cuda_multiply_tiled_32(const float *a, const float *b, float *product, int n)
{
	multiply_tiled_kernel<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, product, n);
}
