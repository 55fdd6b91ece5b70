// The sum of a matrix: each step adds the four quarters of one buffer into the
// other.
#include "twins.h"

namespace {

__global__ void add_quarters(const float *__restrict__ from, float *__restrict__ to, int n)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column >= n || row >= n)
		return;
	const float *const top = from + row * 2 * n + column;
	const float *const bottom = top + 2 * n * n;
	to[row * n + column] = top[0] + top[n] + bottom[0] + bottom[n];
}

} // namespace

void cuda_section_reduce(const float *matrix, float *scratch, float *sum, int n)
{
	float *buffers[] = {scratch, scratch + static_cast<size_t>(n / 2) * (n / 2)};
	const float *from = matrix;
	for (int half = n / 2, step = 0; half > 0; half /= 2, step++) {
		float *const to = half == 1 ? sum : buffers[step % 2];
		const dim3 block(32, 8);
		add_quarters<<<dim3((half + 31) / 32, (half + 7) / 8), block>>>(from, to, half);
		from = to;
	}
}
