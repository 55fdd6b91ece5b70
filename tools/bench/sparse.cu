// The product of a sparse matrix and a vector: eight threads per row, whose sums are added up by shuffles.
#include "twins.h"

namespace {

const int BLOCK = 1024, EACH_ROW = 8;

__global__ void __launch_bounds__(BLOCK)
    multiply(const int *__restrict__ begins, const int *__restrict__ columns, const float *__restrict__ values,
             const float *__restrict__ x, float *__restrict__ product)
{
	const int lane = threadIdx.x % EACH_ROW, row = (blockIdx.x * BLOCK + threadIdx.x) / EACH_ROW;
	const int end = begins[row + 1];
	float sum = 0;
	for (int k = begins[row] + lane; k < end; k += EACH_ROW)
		sum += values[k] * x[columns[k]];
	for (int offset = EACH_ROW / 2; offset > 0; offset /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, offset, EACH_ROW);
	if (lane == 0)
		product[row] = sum;
}

} // namespace

void cuda_multiply_sparse(const int *begins, const int *columns, const float *values, const float *x, float *product,
                          int rows)
{
	multiply<<<rows / (BLOCK / EACH_ROW), BLOCK>>>(begins, columns, values, x, product);
}
