// The LU and the Cholesky decomposition by blocks of 32 x 32 elements, whose factors are inverted.
#include "twins.h"

namespace {

const int BLOCK = 32, ROWS = 8;

__device__ float inverse[BLOCK][BLOCK];

__global__ void __launch_bounds__(BLOCK *BLOCK) factor_block(float *a, int n, int at)
{
	__shared__ float block[BLOCK][BLOCK], inverted[BLOCK][BLOCK];
	const int row = threadIdx.y, column = threadIdx.x;
	float *const mine = a + (at + row) * n + at + column;
	block[row][column] = *mine;
	inverted[row][column] = row == column;
	__syncthreads();
	for (int k = 0; k < BLOCK; k++) {
		if (column == k) {
			if (row > k)
				block[row][k] /= block[k][k];
			else
				inverted[row][k] /= block[k][k];
		}
		__syncthreads();
		if (row > k && column > k)
			block[row][column] -= block[row][k] * block[k][column];
		else if (column > k)
			inverted[row][column] -= inverted[row][k] * block[k][column];
		else if (row > k)
			inverted[row][column] = column == k ? -block[row][k] : inverted[row][column] - block[row][k] * inverted[k][column];
		__syncthreads();
	}
	*mine = block[row][column];
	inverse[row][column] = inverted[row][column];
}

__global__ void __launch_bounds__(BLOCK *BLOCK) factor_block_symmetric(float *a, int n, int at)
{
	__shared__ float block[BLOCK][BLOCK], inverted[BLOCK][BLOCK + 1];
	const int row = threadIdx.y, column = threadIdx.x;
	float *const mine = a + (at + row) * n + at + column;
	block[row][column] = *mine;
	inverted[row][column] = row == column;
	__syncthreads();
	for (int k = 0; k < BLOCK; k++) {
		if (row == k && column == k)
			block[k][k] = sqrtf(block[k][k]);
		__syncthreads();
		if (row > k && column == k)
			block[row][k] /= block[k][k];
		if (row == k && column <= k)
			inverted[k][column] /= block[k][k];
		__syncthreads();
		if (column > k && row >= column)
			block[row][column] -= block[row][k] * block[column][k];
		if (row > k && column <= k)
			inverted[row][column] -= block[row][k] * inverted[k][column];
		__syncthreads();
	}
	if (row >= column)
		*mine = block[row][column];
	inverse[row][column] = inverted[column][row];
}

__global__ void __launch_bounds__(BLOCK *BLOCK) solve_panels(float *a, int n, int at)
{
	__shared__ float left[BLOCK][BLOCK], right[BLOCK][BLOCK];
	const int row = threadIdx.y, column = threadIdx.x, first = at + BLOCK + blockIdx.x * BLOCK;
	const bool is_below = blockIdx.y == 0;
	float *const mine = a + ((is_below ? first : at) + row) * n + (is_below ? at : first) + column;
	const float own = *mine, factor = inverse[row][column];
	left[row][column] = is_below ? own : row > column ? factor : row == column;
	right[row][column] = !is_below ? own : row <= column ? factor : 0;
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < BLOCK; k++)
		sum += left[row][k] * right[k][column];
	*mine = sum;
}

__global__ void __launch_bounds__(BLOCK *ROWS) update(float *a, int n, int at, bool is_symmetric)
{
	__shared__ float below[BLOCK][BLOCK], beside[BLOCK][BLOCK + 1];
	const int row = threadIdx.y, column = threadIdx.x;
	const int top = at + BLOCK + blockIdx.y * BLOCK, left = at + BLOCK + blockIdx.x * BLOCK;
	if (is_symmetric && left > top)
		return;
	for (int r = row; r < BLOCK; r += ROWS) {
		below[r][column] = a[(top + r) * n + at + column];
		if (is_symmetric)
			beside[column][r] = a[(left + r) * n + at + column];
		else
			beside[r][column] = a[(at + r) * n + left + column];
	}
	__syncthreads();
	float sums[BLOCK / ROWS];
	for (int r = 0; r < BLOCK / ROWS; r++)
		sums[r] = a[(top + row + r * ROWS) * n + left + column];
	for (int k = 0; k < BLOCK; k++) {
		const float other = beside[k][column];
		for (int r = 0; r < BLOCK / ROWS; r++)
			sums[r] -= below[row + r * ROWS][k] * other;
	}
	for (int r = 0; r < BLOCK / ROWS; r++)
		a[(top + row + r * ROWS) * n + left + column] = sums[r];
}

void decompose(float *a, int n, bool is_symmetric)
{
	const dim3 square(BLOCK, BLOCK), part(BLOCK, ROWS);
	for (int at = 0; at < n; at += BLOCK) {
		const int blocks = (n - at) / BLOCK - 1;
		if (is_symmetric)
			factor_block_symmetric<<<1, square>>>(a, n, at);
		else
			factor_block<<<1, square>>>(a, n, at);
		if (!blocks)
			break;
		solve_panels<<<dim3(blocks, is_symmetric ? 1 : 2), square>>>(a, n, at);
		update<<<dim3(blocks, blocks), part>>>(a, n, at, is_symmetric);
	}
}

} // namespace

void cuda_lu(float *a, int n)
{
	decompose(a, n, false);
}
void cuda_cholesky(float *a, int n)
{
	decompose(a, n, true);
}
