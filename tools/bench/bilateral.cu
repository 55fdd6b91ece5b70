// A bilateral filter of 9 x 9 points.
#include "twins.h"

namespace {

const int RADIUS = 4, ROWS = 16, COLUMNS = 32, TILE_ROWS = ROWS + 2 * RADIUS, TILE_COLUMNS = COLUMNS + 2 * RADIUS;

__global__ void __launch_bounds__(ROWS *COLUMNS)
    smooth(const float *__restrict__ image, float *__restrict__ to, int n, float near, float alike)
{
	__shared__ float points[TILE_ROWS][TILE_COLUMNS];
	const int row = threadIdx.y, column = threadIdx.x, wide = n + 2 * RADIUS;
	for (int r = row; r < TILE_ROWS; r += ROWS) {
		for (int c = column; c < TILE_COLUMNS; c += COLUMNS)
			points[r][c] = image[(blockIdx.y * ROWS + r) * wide + blockIdx.x * COLUMNS + c];
	}
	__syncthreads();
	const float here = points[row + RADIUS][column + RADIUS];
	float sum = 0, weights = 0;
#pragma unroll
	for (int r = -RADIUS; r <= RADIUS; r++) {
#pragma unroll
		for (int c = -RADIUS; c <= RADIUS; c++) {
			const float value = points[row + RADIUS + r][column + RADIUS + c], apart = value - here;
			const float weight = exp2f(near * (r * r + c * c) + alike * apart * apart);
			sum += weight * value;
			weights += weight;
		}
	}
	to[(blockIdx.y * ROWS + row) * n + blockIdx.x * COLUMNS + column] = sum / weights;
}

} // namespace

void cuda_bilateral(const float *image, float *to, int n, float near, float alike)
{
	smooth<<<dim3(n / COLUMNS, n / ROWS), dim3(COLUMNS, ROWS)>>>(image, to, n, near, alike);
}
