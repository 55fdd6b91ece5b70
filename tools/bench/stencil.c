/* A step of a stencil, row by row. */
#include "twins.h"

void openmp_stencil_2d(const float *restrict from, float *restrict to, int n)
{
#pragma omp parallel for
	for (int y = 1; y < n - 1; y++) {
		for (int x = 1; x < n - 1; x++) {
			const int i = y * n + x;
			to[i] = 0.5f * from[i] +
			        0.125f * (from[i - n] + from[i + n] + from[i - 1] + from[i + 1]);
		}
	}
}

void openmp_stencil_3d(const float *restrict from, float *restrict to, int n)
{
#pragma omp parallel for collapse(2)
	for (int z = 1; z < n - 1; z++) {
		for (int y = 1; y < n - 1; y++) {
			for (int x = 1; x < n - 1; x++) {
				const int i = (z * n + y) * n + x;
				to[i] = 0.4f * from[i] +
				        0.1f * (from[i - n * n] + from[i + n * n] + from[i - n] + from[i + n] +
				                from[i - 1] + from[i + 1]);
			}
		}
	}
}

/* Row by row is the best here, whatever a GPU's threads do. */
void openmp_stencil_3d_columns(const float *restrict from, float *restrict to, int n)
{
	openmp_stencil_3d(from, to, n);
}

void openmp_stencil_3d_tiles(const float *restrict from, float *restrict to, int n)
{
	openmp_stencil_3d(from, to, n);
}
