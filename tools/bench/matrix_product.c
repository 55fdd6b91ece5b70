/* The product of two matrices: an element at a time, and by blocks. */
#include "twins.h"

void openmp_multiply(const float *restrict a, const float *restrict b, float *restrict product, int n)
{
#pragma omp parallel for collapse(2)
	for (int row = 0; row < n; row++) {
		for (int column = 0; column < n; column++) {
			float sum = 0;
			for (int k = 0; k < n; k++)
				sum += a[row * n + k] * b[k * n + column];
			product[row * n + column] = sum;
		}
	}
}

/* A function for each size of a block, so that it is a constant. */
#define MULTIPLY_TILED(TILE)                                                                 \
	void openmp_multiply_tiled_##TILE(const float *restrict a, const float *restrict b,      \
	                                  float *restrict product, int n)                        \
	{                                                                                        \
		_Pragma("omp parallel for collapse(2)") for (int top = 0; top < n; top += TILE)      \
		{                                                                                    \
			for (int left = 0; left < n; left += TILE) {                                     \
				float a_block[TILE][TILE], b_block[TILE][TILE], sum[TILE][TILE] = {{0}};     \
				for (int k = 0; k < n; k += TILE) {                                          \
					for (int y = 0; y < TILE; y++) {                                         \
						for (int x = 0; x < TILE; x++) {                                     \
							a_block[y][x] = a[(top + y) * n + k + x];                        \
							b_block[y][x] = b[(k + y) * n + left + x];                       \
						}                                                                    \
					}                                                                        \
					for (int y = 0; y < TILE; y++)                                           \
						for (int j = 0; j < TILE; j++)                                       \
							for (int x = 0; x < TILE; x++)                                   \
								sum[y][x] += a_block[y][j] * b_block[j][x];                  \
				}                                                                            \
				for (int y = 0; y < TILE; y++)                                               \
					for (int x = 0; x < TILE; x++)                                           \
						product[(top + y) * n + left + x] = sum[y][x];                       \
			}                                                                                \
		}                                                                                    \
	}

MULTIPLY_TILED(16)
MULTIPLY_TILED(32)
