/* A step of a lattice Boltzmann method (D3Q19) in a periodic box. */
#include "twins.h"

enum { DIRECTIONS = BENCH_DIRECTIONS };

static void collide(const float *from, float *to, int n, int plane, int row, int column, float relaxation)
{
	static const int dx[DIRECTIONS] = BENCH_DIRECTIONS_X, dy[DIRECTIONS] = BENCH_DIRECTIONS_Y, dz[DIRECTIONS] = BENCH_DIRECTIONS_Z;
	const size_t cells = (size_t)n * (size_t)n * (size_t)n;
	float f[DIRECTIONS], density = 0, x = 0, y = 0, z = 0;
	for (int d = 0; d < DIRECTIONS; d++) {
		const int from_plane = (plane - dz[d] + n) % n, from_row = (row - dy[d] + n) % n;
		f[d] = from[(size_t)d * cells + (size_t)((from_plane * n + from_row) * n + (column - dx[d] + n) % n)];
		density += f[d];
		x += (float)dx[d] * f[d];
		y += (float)dy[d] * f[d];
		z += (float)dz[d] * f[d];
	}
	x /= density;
	y /= density;
	z /= density;
	const float still = 1 - 1.5f * (x * x + y * y + z * z);
	for (int d = 0; d < DIRECTIONS; d++) {
		const int axes = dx[d] * dx[d] + dy[d] * dy[d] + dz[d] * dz[d];
		const float weight = axes == 0 ? 1.0f / 3 : axes == 1 ? 1.0f / 18 : 1.0f / 36;
		const float along = (float)dx[d] * x + (float)dy[d] * y + (float)dz[d] * z;
		const float rest = weight * density * (still + 3 * along + 4.5f * along * along);
		to[(size_t)d * cells + (size_t)((plane * n + row) * n + column)] = f[d] + relaxation * (rest - f[d]);
	}
}

void openmp_lattice_boltzmann(const float *from, float *to, int n, float relaxation)
{
#pragma omp parallel for collapse(2) schedule(static)
	for (int plane = 0; plane < n; plane++) {
		for (int row = 0; row < n; row++) {
			for (int column = 0; column < n; column++)
				collide(from, to, n, plane, row, column, relaxation);
		}
	}
}
