/* The accelerations of bodies that attract each other, all pairs, by blocks. */
#include "twins.h"

#include <math.h>

#define BLOCK 256

struct body {
	float x, y, z, mass;
};

void openmp_n_body(const float *restrict bodies, float *restrict accelerations, int n)
{
	const struct body *const from = (const struct body *)bodies;
	struct body *const to = (struct body *)accelerations;
#pragma omp parallel for
	for (int first = 0; first < n; first += BLOCK) {
		struct body block[BLOCK];
		float sum_x[BLOCK] = {0}, sum_y[BLOCK] = {0}, sum_z[BLOCK] = {0};
		for (int start = 0; start < n; start += BLOCK) {
			for (int i = 0; i < BLOCK; i++)
				block[i] = from[start + i];
			for (int i = 0; i < BLOCK; i++) {
				const struct body me = from[first + i];
				float sx = sum_x[i], sy = sum_y[i], sz = sum_z[i];
#pragma omp simd reduction(+ : sx, sy, sz)
				for (int k = 0; k < BLOCK; k++) {
					const float x = block[k].x - me.x, y = block[k].y - me.y;
					const float z = block[k].z - me.z;
					const float inverse = 1 / sqrtf(x * x + y * y + z * z + 0.01f);
					const float strength = block[k].mass * inverse * inverse * inverse;
					sx += strength * x;
					sy += strength * y;
					sz += strength * z;
				}
				sum_x[i] = sx, sum_y[i] = sy, sum_z[i] = sz;
			}
		}
		for (int i = 0; i < BLOCK; i++)
			to[first + i] = (struct body){sum_x[i], sum_y[i], sum_z[i], 0};
	}
}
