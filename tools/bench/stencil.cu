// A step of a stencil, one point a thread.
#include "twins.h"

namespace {

__global__ void step_2d(const float *__restrict__ from, float *__restrict__ to, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	const int i = y * n + x;
	to[i] = 0.5f * from[i] + 0.125f * (from[i - n] + from[i + n] + from[i - 1] + from[i + 1]);
}

__global__ void step_3d(const float *__restrict__ from, float *__restrict__ to, int n)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	const int z = blockIdx.z + 1;
	if (x >= n - 1 || y >= n - 1)
		return;
	const int i = (z * n + y) * n + x;
	to[i] = 0.4f * from[i] + 0.1f * (from[i - n * n] + from[i + n * n] + from[i - n] + from[i + n] +
	                                 from[i - 1] + from[i + 1]);
}

} // namespace

void cuda_stencil_2d(const float *from, float *to, int n)
{
	const dim3 block(64, 8);
	step_2d<<<dim3((n - 2 + 63) / 64, (n - 2 + 7) / 8), block>>>(from, to, n);
}
void cuda_stencil_3d(const float *from, float *to, int n)
{
	const dim3 block(64, 8);
	step_3d<<<dim3((n - 2 + 63) / 64, (n - 2 + 7) / 8, n - 2), block>>>(from, to, n);
}
