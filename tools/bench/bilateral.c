/* A bilateral filter of 9 x 9 points. */
#include "twins.h"

#include <math.h>

enum { RADIUS = 4 };

static float smooth(const float *at, int wide, float near, float alike)
{
	float sum = 0, weights = 0;
	for (int r = -RADIUS; r <= RADIUS; r++) {
		for (int c = -RADIUS; c <= RADIUS; c++) {
			const float value = at[r * wide + c], apart = value - at[0];
			const float weight = exp2f(near * (float)(r * r + c * c) + alike * apart * apart);
			sum += weight * value;
			weights += weight;
		}
	}
	return sum / weights;
}

void openmp_bilateral(const float *image, float *to, int n, float near, float alike)
{
	const int wide = n + 2 * RADIUS;
#pragma omp parallel for schedule(static)
	for (int row = 0; row < n; row++) {
		for (int column = 0; column < n; column++)
			to[row * n + column] = smooth(image + (row + RADIUS) * wide + column + RADIUS, wide, near, alike);
	}
}
