// The twin of loops.cpp in CUDA.
#include "../cuda_check.h"

__global__ void __launch_bounds__(256) heat(const float *__restrict__ f, float *__restrict__ t, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= n || y >= n)
		return;
	const float c = f[y * n + x];
	t[y * n + x] =
	    c + 0.1f * (f[(y > 0 ? y - 1 : y) * n + x] + f[(y < n - 1 ? y + 1 : y) * n + x] +
	                f[y * n + (x > 0 ? x - 1 : x)] + f[y * n + (x < n - 1 ? x + 1 : x)] - 4 * c);
}

void twin_heat(const float *first, float *a, float *b, int n, int rounds)
{
	cuda_check(cudaMemcpyAsync(a, first, sizeof(float) * n * n, cudaMemcpyDeviceToDevice));
	for (int k = 0; k < rounds; k++)
		heat<<<dim3((n + 63) / 64, (n + 3) / 4), dim3(64, 4)>>>(k % 2 ? b : a, k % 2 ? a : b, n);
}

// The result of each step is on the host when the step ends.
void twin_heat_back(const float *first, float *a, float *b, float *ha, float *hb, int n, int rounds)
{
	cuda_check(cudaMemcpyAsync(a, first, sizeof(float) * n * n, cudaMemcpyDeviceToDevice));
	for (int k = 0; k < rounds; k++) {
		heat<<<dim3((n + 63) / 64, (n + 3) / 4), dim3(64, 4)>>>(k % 2 ? b : a, k % 2 ? a : b, n);
		cuda_check(cudaMemcpy(k % 2 ? ha : hb, k % 2 ? a : b, sizeof(float) * n * n,
		                      cudaMemcpyDeviceToHost));
	}
}

__global__ void __launch_bounds__(256) start(int *level, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		level[i] = i == 0 ? 0 : -1;
}

__global__ void __launch_bounds__(256)
    visit(const int *__restrict__ begin, const int *__restrict__ neighbours, int *level, int *changed, int n,
          int depth)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && level[i] == depth)
		for (int k = begin[i]; k < begin[i + 1]; k++)
			if (level[neighbours[k]] < 0) {
				level[neighbours[k]] = depth + 1;
				*changed = 1;
			}
}

void twin_levels(const int *begin, const int *neighbours, int *level, int *changed, int n)
{
	start<<<(n + 255) / 256, 256>>>(level, n);
	for (int depth = 0;; depth++) {
		int flag = 0;
		cuda_check(cudaMemcpy(changed, &flag, 4, cudaMemcpyHostToDevice));
		visit<<<(n + 255) / 256, 256>>>(begin, neighbours, level, changed, n, depth);
		cuda_check(cudaMemcpy(&flag, changed, 4, cudaMemcpyDeviceToHost));
		if (!flag)
			break;
	}
}

struct pointers {
	const float *in[12];
	float *x, *y;
};

__global__ void __launch_bounds__(256) many(pointers p, int n, float s)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	p.x[i] = s * (p.in[0][i] * p.in[1][i] + p.in[2][i] * p.in[3][i] + p.in[4][i] * p.in[5][i]);
	p.y[i] = s * (p.in[6][i] * p.in[7][i] + p.in[8][i] * p.in[9][i] + p.in[10][i] * p.in[11][i]);
}

void twin_many(float *const *v, int n, int rounds)
{
	pointers p;
	for (int k = 0; k < 12; k++)
		p.in[k] = v[k];
	p.x = v[12], p.y = v[13];
	for (int round = 0; round < rounds; round++)
		many<<<(n + 255) / 256, 256>>>(p, n, 1.0f / (1 + round));
}
