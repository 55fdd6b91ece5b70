// A step of a lattice Boltzmann method (D3Q19) in a periodic box.
#include "twins.h"

namespace {

const int DIRECTIONS = BENCH_DIRECTIONS, BLOCK = 256;

__device__ int wrapped(int at, int n)
{
	return at < 0 ? at + n : at >= n ? at - n : at;
}

__global__ void __launch_bounds__(BLOCK)
    advance(const float *__restrict__ from, float *__restrict__ to, int n, int cells, float relaxation)
{
	constexpr int dx[DIRECTIONS] = BENCH_DIRECTIONS_X, dy[DIRECTIONS] = BENCH_DIRECTIONS_Y, dz[DIRECTIONS] = BENCH_DIRECTIONS_Z;
	const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, plane = blockIdx.z;
	if (column >= n || row >= n)
		return;
	float f[DIRECTIONS], density = 0, x = 0, y = 0, z = 0;
#pragma unroll
	for (int d = 0; d < DIRECTIONS; d++) {
		const int from_plane = dz[d] ? wrapped(plane - dz[d], n) : plane, from_row = dy[d] ? wrapped(row - dy[d], n) : row;
		const int from_column = dx[d] ? wrapped(column - dx[d], n) : column;
		f[d] = from[size_t(d) * cells + (from_plane * n + from_row) * n + from_column];
		density += f[d];
		x += dx[d] * f[d];
		y += dy[d] * f[d];
		z += dz[d] * f[d];
	}
	x /= density;
	y /= density;
	z /= density;
	const float still = 1 - 1.5f * (x * x + y * y + z * z);
#pragma unroll
	for (int d = 0; d < DIRECTIONS; d++) {
		const int axes = dx[d] * dx[d] + dy[d] * dy[d] + dz[d] * dz[d];
		const float weight = axes == 0 ? 1.0f / 3 : axes == 1 ? 1.0f / 18 : 1.0f / 36;
		const float along = dx[d] * x + dy[d] * y + dz[d] * z;
		const float rest = weight * density * (still + 3 * along + 4.5f * along * along);
		to[size_t(d) * cells + (plane * n + row) * n + column] = f[d] + relaxation * (rest - f[d]);
	}
}

} // namespace

void cuda_lattice_boltzmann(const float *from, float *to, int n, float relaxation)
{
	const dim3 block(64, 4);
	advance<<<dim3((n + 63) / 64, (n + 3) / 4, n), block>>>(from, to, n, n * n * n, relaxation);
}
