/* The transpose of a matrix: row by row, and by blocks. */
#include "twins.h"

void openmp_transpose(const float *restrict from, float *restrict to, int n)
{
#pragma omp parallel for
	for (int row = 0; row < n; row++)
		for (int column = 0; column < n; column++)
			to[column * n + row] = from[row * n + column];
}

#define TILE 32

void openmp_transpose_tiled(const float *restrict from, float *restrict to, int n)
{
#pragma omp parallel for collapse(2)
	for (int top = 0; top < n; top += TILE) {
		for (int left = 0; left < n; left += TILE) {
			float block[TILE][TILE + 1];
			for (int y = 0; y < TILE; y++)
				for (int x = 0; x < TILE; x++)
					block[y][x] = from[(top + y) * n + left + x];
			for (int y = 0; y < TILE; y++)
				for (int x = 0; x < TILE; x++)
					to[(left + y) * n + top + x] = block[x][y];
		}
	}
}
