/* How many iterations each point of the Mandelbrot set's surroundings takes. */
#include "twins.h"

void openmp_mandelbrot(int *restrict iterations, int size, int most)
{
	const float step = 3.0f / size;
#pragma omp parallel for schedule(dynamic)
	for (int row = 0; row < size; row++) {
		for (int column = 0; column < size; column++) {
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
	}
}
