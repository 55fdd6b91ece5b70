/* The shortest ways between all pairs of nodes. */
#include "twins.h"

void openmp_floyd_warshall(int *ways, int n)
{
	for (int k = 0; k < n; k++) {
#pragma omp parallel for schedule(static)
		for (int row = 0; row < n; row++) {
			const int to = ways[row * n + k];
			if (row == k)
				continue;
#pragma omp simd
			for (int column = 0; column < n; column++) {
				const int way = to + ways[k * n + column];
				ways[row * n + column] = way < ways[row * n + column] ? way : ways[row * n + column];
			}
		}
	}
}
