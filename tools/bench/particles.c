/* Particles that fly on for a while: four numbers each. */
#include "twins.h"

void openmp_advance(float *restrict positions, const float *restrict velocities, float time, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		if (velocities[4 * (size_t)i + 3] > 0) {
			for (int k = 0; k < 4; k++)
				positions[4 * (size_t)i + k] += velocities[4 * (size_t)i + k] * time;
		}
	}
}
