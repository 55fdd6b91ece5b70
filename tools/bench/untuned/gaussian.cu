// The twin of gaussian.cpp in CUDA.
#include "../cuda_check.h"

__global__ void fan1(const float *__restrict__ A, float *__restrict__ M, int n, int t)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n - 1 - t)
		return;
	M[(i + t + 1) * n + t] = A[(i + t + 1) * n + t] / A[t * n + t];
}

__global__ void fan2(float *A, float *__restrict__ B, const float *__restrict__ M, int n, int t)
{
	const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= n - 1 - t || j >= n - t)
		return;
	const int x = i + 1 + t, y = j + t;
	A[x * n + y] -= M[x * n + t] * A[t * n + y];
	if (j == 0)
		B[x] -= M[x * n + t] * B[t];
}

void twin_gaussian(const float *fa, const float *fb, float *a, float *b, float *m, int n)
{
	cuda_check(cudaMemcpyAsync(a, fa, sizeof(float) * n * n, cudaMemcpyDeviceToDevice));
	cuda_check(cudaMemcpyAsync(b, fb, sizeof(float) * n, cudaMemcpyDeviceToDevice));
	for (int t = 0; t < n - 1; t++) {
		fan1<<<(n - 1 - t + 255) / 256, 256>>>(a, m, n, t);
		fan2<<<dim3((n - t + 63) / 64, (n - 1 - t + 3) / 4), dim3(64, 4)>>>(a, b, m, n, t);
	}
}
