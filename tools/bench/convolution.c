/* A convolution with 5 x 5 weights, by blocks with a border around them. */
#include "twins.h"

#include <string.h>

#define RADIUS 2
#define DIAMETER (2 * RADIUS + 1)
#define ROWS 8
#define COLUMNS 32

void openmp_convolve(const float *restrict from, float *restrict to, int n, const float *weights)
{
	float weight[DIAMETER][DIAMETER];
	memcpy(weight, weights, sizeof weight);
#pragma omp parallel for collapse(2)
	for (int top = 0; top < n - 2 * RADIUS; top += ROWS) {
		for (int left = 0; left < n - 2 * RADIUS; left += COLUMNS) {
			float block[ROWS + 2 * RADIUS][COLUMNS + 2 * RADIUS];
			for (int y = 0; y < ROWS + 2 * RADIUS; y++)
				for (int x = 0; x < COLUMNS + 2 * RADIUS; x++)
					block[y][x] = from[(top + y) * n + left + x];
			for (int row = 0; row < ROWS; row++) {
				for (int column = 0; column < COLUMNS; column++) {
					float sum = 0;
					for (int y = 0; y < DIAMETER; y++)
						for (int x = 0; x < DIAMETER; x++)
							sum += weight[y][x] * block[row + y][column + x];
					to[(top + row + RADIUS) * n + left + column + RADIUS] = sum;
				}
			}
		}
	}
}
