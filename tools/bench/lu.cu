// The LU and the Cholesky decomposition by blocks of 32 x 32 elements.
#include "twins.h"

namespace {

const int BLOCK = 32, PANEL = 128;

__global__ void __launch_bounds__(BLOCK *BLOCK) factor_block(float *a, int n, int at)
{
	__shared__ float block[BLOCK][BLOCK];
	const int row = threadIdx.y, column = threadIdx.x;
	float *const mine = a + (at + row) * n + at + column;
	block[row][column] = *mine;
	__syncthreads();
	for (int k = 0; k + 1 < BLOCK; k++) {
		if (row > k && column == k)
			block[row][k] /= block[k][k];
		__syncthreads();
		if (row > k && column > k)
			block[row][column] -= block[row][k] * block[k][column];
		__syncthreads();
	}
	*mine = block[row][column];
}

__global__ void __launch_bounds__(BLOCK *BLOCK) factor_block_symmetric(float *a, int n, int at)
{
	__shared__ float block[BLOCK][BLOCK];
	const int row = threadIdx.y, column = threadIdx.x;
	float *const mine = a + (at + row) * n + at + column;
	block[row][column] = *mine;
	__syncthreads();
	for (int k = 0; k < BLOCK; k++) {
		if (row == k && column == k)
			block[k][k] = sqrtf(block[k][k]);
		__syncthreads();
		if (row > k && column == k)
			block[row][k] /= block[k][k];
		__syncthreads();
		if (column > k && row >= column)
			block[row][column] -= block[row][k] * block[column][k];
		__syncthreads();
	}
	if (row >= column)
		*mine = block[row][column];
}

__global__ void __launch_bounds__(PANEL) solve_column(float *a, int n, int at, bool is_symmetric)
{
	__shared__ float block[BLOCK][BLOCK], panel[PANEL][BLOCK + 1];
	const int me = threadIdx.x, lane = me % BLOCK, first = at + BLOCK + blockIdx.x * PANEL;
	for (int r = me / BLOCK; r < BLOCK; r += PANEL / BLOCK)
		block[r][lane] = is_symmetric ? a[(at + lane) * n + at + r] : a[(at + r) * n + at + lane];
	for (int r = me / BLOCK; r < PANEL; r += PANEL / BLOCK) {
		if (first + r < n)
			panel[r][lane] = a[(first + r) * n + at + lane];
	}
	__syncthreads();
	float row[BLOCK];
#pragma unroll
	for (int c = 0; c < BLOCK; c++)
		row[c] = panel[me][c];
#pragma unroll
	for (int c = 0; c < BLOCK; c++) {
		row[c] /= block[c][c];
#pragma unroll
		for (int k = c + 1; k < BLOCK; k++)
			row[k] -= row[c] * block[c][k];
	}
#pragma unroll
	for (int c = 0; c < BLOCK; c++)
		panel[me][c] = row[c];
	__syncthreads();
	for (int r = me / BLOCK; r < PANEL; r += PANEL / BLOCK) {
		if (first + r < n)
			a[(first + r) * n + at + lane] = panel[r][lane];
	}
}

__global__ void __launch_bounds__(PANEL) solve_row(float *a, int n, int at)
{
	__shared__ float block[BLOCK][BLOCK];
	const int me = threadIdx.x, column = at + BLOCK + blockIdx.x * PANEL + me;
	for (int r = me / BLOCK; r < BLOCK; r += PANEL / BLOCK)
		block[r][me % BLOCK] = a[(at + r) * n + at + me % BLOCK];
	__syncthreads();
	if (column >= n)
		return;
	float x[BLOCK];
#pragma unroll
	for (int r = 0; r < BLOCK; r++)
		x[r] = a[(at + r) * n + column];
#pragma unroll
	for (int r = 0; r < BLOCK; r++) {
#pragma unroll
		for (int k = r + 1; k < BLOCK; k++)
			x[k] -= block[k][r] * x[r];
	}
#pragma unroll
	for (int r = 0; r < BLOCK; r++)
		a[(at + r) * n + column] = x[r];
}

__global__ void __launch_bounds__(BLOCK *BLOCK) update(float *a, int n, int at, bool is_symmetric)
{
	__shared__ float below[BLOCK][BLOCK], beside[BLOCK][BLOCK + 1];
	const int row = threadIdx.y, column = threadIdx.x, begin = at + BLOCK;
	if (is_symmetric && blockIdx.x > blockIdx.y)
		return;
	const int y = begin + blockIdx.y * BLOCK + row, x = begin + blockIdx.x * BLOCK + column;
	below[row][column] = a[y * n + at + column];
	if (is_symmetric)
		beside[column][row] = a[(begin + blockIdx.x * BLOCK + row) * n + at + column];
	else
		beside[row][column] = a[(at + row) * n + x];
	__syncthreads();
	float sum = a[y * n + x];
	for (int k = 0; k < BLOCK; k++)
		sum -= below[row][k] * beside[k][column];
	a[y * n + x] = sum;
}

void decompose(float *a, int n, bool is_symmetric)
{
	const dim3 square(BLOCK, BLOCK);
	for (int at = 0; at < n; at += BLOCK) {
		const int rest = n - at - BLOCK, panels = (rest + PANEL - 1) / PANEL;
		if (is_symmetric)
			factor_block_symmetric<<<1, square>>>(a, n, at);
		else
			factor_block<<<1, square>>>(a, n, at);
		if (!rest)
			break;
		solve_column<<<panels, PANEL>>>(a, n, at, is_symmetric);
		if (!is_symmetric)
			solve_row<<<panels, PANEL>>>(a, n, at);
		update<<<dim3(rest / BLOCK, rest / BLOCK), square>>>(a, n, at, is_symmetric);
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
