// A step of a stencil, one point a thread, or a column of points, whose planes are read by threads or by blocks.
#include "twins.h"

namespace {

__global__ void step_2d(const float *__restrict__ from, float *__restrict__ to, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	const int i = y * n + x;
	to[i] = 0.5f * from[i] + 0.125f * (from[i - n] + from[i + n] + from[i - 1] + from[i + 1]);
}

__global__ void step_3d(const float *__restrict__ from, float *__restrict__ to, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	const int z = blockIdx.z + 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	const int i = (z * n + y) * n + x;
	to[i] = 0.4f * from[i] + 0.1f * (from[i - n * n] + from[i + n * n] + from[i - n] + from[i + n] +
	                                 from[i - 1] + from[i + 1]);
}

__global__ void columns_3d(const float *__restrict__ from, float *__restrict__ to, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	int i = (n + y) * n + x;
	float below = from[i - n * n], here = from[i];
	for (int z = 1; z < n - 1; z++, i += n * n) {
		const float above = from[i + n * n];
		to[i] = 0.4f * here + 0.1f * (below + above + from[i - n] + from[i + n] + from[i - 1] + from[i + 1]);
		below = here;
		here = above;
	}
}

const int ROWS = 8, COLUMNS = 32;

__global__ void __launch_bounds__(ROWS *COLUMNS)
    tiles_3d(const float *__restrict__ from, float *__restrict__ to, int n)
{
	__shared__ float plane[ROWS + 2][COLUMNS + 2];
	const int row = threadIdx.y + 1, column = threadIdx.x + 1;
	const int y = blockIdx.y * ROWS + row, x = blockIdx.x * COLUMNS + column;
	const bool is_inside = y < n - 1 && x < n - 1;
	int i = (n + min(y, n - 1)) * n + min(x, n - 1);
	float below = from[i - n * n], here = from[i];
	for (int z = 1; z < n - 1; z++, i += n * n) {
		const float above = from[i + n * n];
		__syncthreads();
		plane[row][column] = here;
		if (row == 1)
			plane[0][column] = from[i - n];
		if (row == ROWS && y < n - 1)
			plane[ROWS + 1][column] = from[i + n];
		if (column == 1)
			plane[row][0] = from[i - 1];
		if (column == COLUMNS && x < n - 1)
			plane[row][COLUMNS + 1] = from[i + 1];
		__syncthreads();
		if (is_inside)
			to[i] = 0.4f * here + 0.1f * (below + above + plane[row - 1][column] + plane[row + 1][column] +
			                              plane[row][column - 1] + plane[row][column + 1]);
		below = here;
		here = above;
	}
}

} // namespace

void cuda_stencil_3d_columns(const float *from, float *to, int n)
{
	const dim3 block(64, 4);
	columns_3d<<<dim3((n - 2 + 63) / 64, (n - 2 + 3) / 4), block>>>(from, to, n);
}
void cuda_stencil_3d_tiles(const float *from, float *to, int n)
{
	const dim3 block(COLUMNS, ROWS);
	tiles_3d<<<dim3((n - 2 + COLUMNS - 1) / COLUMNS, (n - 2 + ROWS - 1) / ROWS), block>>>(from, to, n);
}
void cuda_stencil_2d(const float *from, float *to, int n)
{
	const dim3 block(64, 8);
	step_2d<<<dim3((n - 2 + 63) / 64, (n - 2 + 7) / 8), block>>>(from, to, n);
}
void cuda_stencil_3d(const float *from, float *to, int n)
{
	const dim3 block(64, 8);
	step_3d<<<dim3((n - 2 + 63) / 64, (n - 2 + 7) / 8, n - 2), block>>>(from, to, n);
}
