// The twin of backprop.cpp in CUDA.
#include "../cuda_check.h"

#define T 16
#define HIDDEN 16

__global__ void __launch_bounds__(256)
    forward(const float *__restrict__ in, float *__restrict__ w, float *__restrict__ p)
{
	__shared__ float node[T];
	__shared__ float matrix[T][HIDDEN];
	const int ty = threadIdx.y, tx = threadIdx.x, row = blockIdx.y * T + ty + 1,
	          at = row * (HIDDEN + 1) + tx + 1;
	if (tx == 0)
		node[ty] = in[row];
	__syncthreads();
	matrix[ty][tx] = w[at];
	__syncthreads();
	matrix[ty][tx] = matrix[ty][tx] * node[ty];
	__syncthreads();
	for (int i = 1; i <= 4; i++) {
		const int power = 1 << i;
		if (ty % power == 0)
			matrix[ty][tx] = matrix[ty][tx] + matrix[ty + power / 2][tx];
		__syncthreads();
	}
	w[at] = matrix[ty][tx];
	__syncthreads();
	if (tx == 0)
		p[blockIdx.y * HIDDEN + ty] = matrix[tx][ty];
}

__global__ void __launch_bounds__(256) adjust(const float *__restrict__ in, const float *__restrict__ d,
                                              float *__restrict__ w, float *__restrict__ o)
{
	const int row = blockIdx.y * T + threadIdx.y + 1, column = threadIdx.x + 1,
	          at = row * (HIDDEN + 1) + column;
	const float eta = 0.3f, momentum = 0.3f;
	w[at] += (eta * d[column] * in[row]) + (momentum * o[at]);
	o[at] = (eta * d[column] * in[row]) + (momentum * o[at]);
}

void twin_backprop(const float *input, const float *first, float *weights, float *old, float *partial,
                   const float *delta, int n)
{
	cuda_check(cudaMemcpyAsync(weights, first, sizeof(float) * (n + 1) * (HIDDEN + 1),
	                           cudaMemcpyDeviceToDevice));
	cuda_check(
	    cudaMemcpyAsync(old, first, sizeof(float) * (n + 1) * (HIDDEN + 1), cudaMemcpyDeviceToDevice));
	forward<<<dim3(1, n / T), dim3(HIDDEN, T)>>>(input, weights, partial);
	adjust<<<dim3(1, n / T), dim3(HIDDEN, T)>>>(input, delta, weights, old);
}
