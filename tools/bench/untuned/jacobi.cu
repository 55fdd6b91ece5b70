// The twin of jacobi.cpp in CUDA.
#include "../cuda_check.h"

#include <utility>

__global__ void __launch_bounds__(256) jacobi(const double *__restrict__ from, double *__restrict__ to, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 1,
	          y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	to[y * n + x] = 0.25 * (from[(y - 1) * n + x] + from[(y + 1) * n + x] + from[y * n + x - 1] +
	                        from[y * n + x + 1]);
}

void twin_jacobi(const double *first, double *a, double *b, double *result, int n, int rounds)
{
	cuda_check(cudaMemcpyAsync(a, first, sizeof(double) * n * n, cudaMemcpyDeviceToDevice));
	cuda_check(cudaMemcpyAsync(b, first, sizeof(double) * n * n, cudaMemcpyDeviceToDevice));
	double *from = a, *to = b;
	for (int k = 0; k < rounds; k++) {
		jacobi<<<dim3((n - 2 + 63) / 64, (n - 2 + 3) / 4), dim3(64, 4)>>>(from, to, n);
		std::swap(from, to);
	}
	cuda_check(cudaMemcpyAsync(result, from, sizeof(double) * n * n, cudaMemcpyDeviceToDevice));
}
