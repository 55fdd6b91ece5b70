// How many iterations each point of the Mandelbrot set's surroundings takes.
#include "twins.h"

namespace {

__global__ void mandelbrot_kernel(int *__restrict__ iterations, int size, int most)
{
	const int column = blockIdx.x * blockDim.x + threadIdx.x;
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (column >= size || row >= size)
		return;
	const float step = 3.0f / size;
	const float cx = -2.25f + step * column, cy = -1.5f + step * row;
	float x = 0, y = 0;
	int n = 0;
	while (n < most && x * x + y * y <= 4.0f) {
		const float next = x * x - y * y + cx;
		y = 2.0f * x * y + cy;
		x = next;
		n++;
	}
	iterations[row * size + column] = n;
}

} // namespace

void cuda_mandelbrot(int *iterations, int n, int most)
{
	const dim3 block(16, 16); // square, so that a warp's points are close
	mandelbrot_kernel<<<dim3((n + 15) / 16, (n + 15) / 16), block>>>(iterations, n, most);
}
