// The twin of lud.cpp in CUDA.
#include "../cuda_check.h"

#define B 16

__global__ void __launch_bounds__(B) diagonal(float *m, int n, int offset)
{
	__shared__ float s[B][B];
	const int tx = threadIdx.x;
	for (int i = 0; i < B; i++)
		s[i][tx] = m[(offset + i) * n + offset + tx];
	__syncthreads();
	for (int i = 0; i < B - 1; i++) {
		if (tx > i) {
			for (int j = 0; j < i; j++)
				s[tx][i] -= s[tx][j] * s[j][i];
			s[tx][i] /= s[i][i];
		}
		__syncthreads();
		if (tx > i)
			for (int j = 0; j < i + 1; j++)
				s[i + 1][tx] -= s[i + 1][j] * s[j][tx];
		__syncthreads();
	}
	for (int i = 1; i < B; i++)
		m[(offset + i) * n + offset + tx] = s[i][tx];
}

__global__ void __launch_bounds__(2 * B) perimeter(float *m, int n, int offset)
{
	__shared__ float dia[B][B], row[B][B], column[B][B];
	const int tx = threadIdx.x, block = blockIdx.x;
	const int i0 = offset + (block + 1) * B;
	if (tx < B) {
		for (int i = 0; i < B / 2; i++)
			dia[i][tx] = m[(offset + i) * n + offset + tx];
		for (int i = 0; i < B; i++)
			row[i][tx] = m[(offset + i) * n + i0 + tx];
	} else {
		const int x = tx - B;
		for (int i = B / 2; i < B; i++)
			dia[i][x] = m[(offset + i) * n + offset + x];
		for (int i = 0; i < B; i++)
			column[i][x] = m[(i0 + i) * n + offset + x];
	}
	__syncthreads();
	if (tx < B) {
		for (int i = 1; i < B; i++)
			for (int j = 0; j < i; j++)
				row[i][tx] -= dia[i][j] * row[j][tx];
	} else {
		const int x = tx - B;
		for (int i = 0; i < B; i++) {
			for (int j = 0; j < i; j++)
				column[x][i] -= column[x][j] * dia[j][i];
			column[x][i] /= dia[i][i];
		}
	}
	__syncthreads();
	if (tx < B) {
		for (int i = 1; i < B; i++)
			m[(offset + i) * n + i0 + tx] = row[i][tx];
	} else {
		for (int i = 0; i < B; i++)
			m[(i0 + i) * n + offset + tx - B] = column[i][tx - B];
	}
}

__global__ void __launch_bounds__(B *B) internal(float *m, int n, int offset)
{
	__shared__ float row[B][B], column[B][B];
	const int ty = threadIdx.y, tx = threadIdx.x;
	const int y = offset + B + blockIdx.y * B + ty, x = offset + B + blockIdx.x * B + tx;
	row[ty][tx] = m[(offset + ty) * n + x];
	column[ty][tx] = m[y * n + offset + tx];
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < B; i++)
		sum += column[ty][i] * row[i][tx];
	m[y * n + x] -= sum;
}

void twin_lud(const float *first, float *m, int n)
{
	cuda_check(cudaMemcpyAsync(m, first, sizeof(float) * n * n, cudaMemcpyDeviceToDevice));
	int i = 0;
	for (; i < n - B; i += B) {
		const int blocks = (n - i) / B - 1;
		diagonal<<<1, B>>>(m, n, i);
		perimeter<<<blocks, 2 * B>>>(m, n, i);
		internal<<<dim3(blocks, blocks), dim3(B, B)>>>(m, n, i);
	}
	diagonal<<<1, B>>>(m, n, i);
}
