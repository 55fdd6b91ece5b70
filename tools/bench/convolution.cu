// A convolution with 5 x 5 weights, in constant memory as parameters are.
#include "twins.h"

namespace {

const int RADIUS = 2, DIAMETER = 2 * RADIUS + 1, ROWS = 8, COLUMNS = 32;

struct filter {
	float weight[DIAMETER][DIAMETER];
};

__global__ void __launch_bounds__(ROWS *COLUMNS)
    convolve_kernel(const float *__restrict__ from, float *__restrict__ to, int n, const filter f)
{
	__shared__ float block[ROWS + 2 * RADIUS][COLUMNS + 2 * RADIUS];
	const int row = threadIdx.y, column = threadIdx.x;
	const int top = blockIdx.y * ROWS, left = blockIdx.x * COLUMNS;
#pragma unroll
	for (int y = row; y < ROWS + 2 * RADIUS; y += ROWS)
#pragma unroll
		for (int x = column; x < COLUMNS + 2 * RADIUS; x += COLUMNS)
			block[y][x] = from[(top + y) * n + left + x];
	__syncthreads();
	float sum = 0;
#pragma unroll
	for (int y = 0; y < DIAMETER; y++)
#pragma unroll
		for (int x = 0; x < DIAMETER; x++)
			sum += f.weight[y][x] * block[row + y][column + x];
	to[(top + row + RADIUS) * n + left + column + RADIUS] = sum;
}

} // namespace

void cuda_convolve(const float *from, float *to, int n, const float *weights)
{
	filter f;
	for (int i = 0; i < DIAMETER * DIAMETER; i++)
		f.weight[i / DIAMETER][i % DIAMETER] = weights[i];
	const int inner = n - 2 * RADIUS;
	convolve_kernel<<<dim3(inner / COLUMNS, inner / ROWS), dim3(COLUMNS, ROWS)>>>(from, to, n, f);
}
