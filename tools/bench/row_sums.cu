// The sums of the rows of a matrix, each by one thread.
#include "twins.h"

namespace {

const int BLOCK = 256;

__global__ void __launch_bounds__(BLOCK) sum_rows(const float *__restrict__ matrix,
                                                  float *__restrict__ sums, int n)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += matrix[i * n + k];
	sums[i] = sum;
}

} // namespace

void cuda_sum_rows(const float *matrix, float *sums, int n)
{
	sum_rows<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(matrix, sums, n);
}
