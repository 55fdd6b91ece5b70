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

enum { ROWS = 8, COLUMNS = 32, POINTS = 64 };

/* Some columns side by side go through all planes together. */
void openmp_stencil_3d_columns_blocks(const float *restrict from, float *restrict to, int n)
{
#pragma omp parallel for collapse(2)
	for (int y = 1; y < n - 1; y++) {
		for (int first = 1; first < n - 1; first += POINTS) {
			const int last = first + POINTS < n - 1 ? first + POINTS : n - 1;
			for (int z = 1; z < n - 1; z++) {
				for (int x = first; x < last; x++) {
					const int i = (z * n + y) * n + x;
					to[i] = 0.4f * from[i] +
					        0.1f * (from[i - n * n] + from[i + n * n] + from[i - n] + from[i + n] +
					                from[i - 1] + from[i + 1]);
				}
			}
		}
	}
}

/* As the C++ AMP kernel by tiles: each tile goes through all planes, with its part of one, and a border, in
 * memory of its own. */
void openmp_stencil_3d_tiles_blocks(const float *restrict from, float *restrict to, int n)
{
	const size_t area = (size_t)n * n;
#pragma omp parallel for collapse(2)
	for (int top = 0; top < n - 2; top += ROWS) {
		for (int left = 0; left < n - 2; left += COLUMNS) {
			const int rows = n - 2 - top < ROWS ? n - 2 - top : ROWS;
			const int columns = n - 2 - left < COLUMNS ? n - 2 - left : COLUMNS;
			const float *now = from + (size_t)top * n + left; /* the border's corner */
			float plane[ROWS + 2][COLUMNS + 2], below[ROWS][COLUMNS], here[ROWS][COLUMNS];
			for (int y = 0; y < rows; y++) {
				for (int x = 0; x < columns; x++) {
					below[y][x] = now[(y + 1) * n + x + 1];
					here[y][x] = now[area + (y + 1) * n + x + 1];
				}
			}
			for (int z = 1; z < n - 1; z++) {
				now += area;
				for (int x = 0; x < columns; x++) {
					plane[0][x + 1] = now[x + 1];
					plane[rows + 1][x + 1] = now[(rows + 1) * n + x + 1];
				}
				for (int y = 1; y <= rows; y++) {
					plane[y][0] = now[y * n];
					plane[y][columns + 1] = now[y * n + columns + 1];
					for (int x = 0; x < columns; x++)
						plane[y][x + 1] = here[y - 1][x];
				}
				for (int y = 1; y <= rows; y++) {
					const float *above = now + area + y * n + 1;
					float *result = to + z * area + (size_t)(top + y) * n + left + 1;
					for (int x = 0; x < columns; x++) {
						result[x] = 0.4f * here[y - 1][x] +
						            0.1f * (below[y - 1][x] + above[x] + plane[y - 1][x + 1] +
						                    plane[y + 1][x + 1] + plane[y][x] + plane[y][x + 2]);
						below[y - 1][x] = here[y - 1][x];
						here[y - 1][x] = above[x];
					}
				}
			}
		}
	}
}
