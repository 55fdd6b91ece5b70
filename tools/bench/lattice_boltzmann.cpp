// A step of a lattice Boltzmann method (D3Q19, one relaxation time) in a periodic box: each cell collects the
// densities that move to it, lets them collide, and writes them. Densities of one direction are beside each other.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int DIRECTIONS = BENCH_DIRECTIONS;

static int wrapped(int at, int n) restrict(amp)
{
	return at < 0 ? at + n : at >= n ? at - n : at;
}

// from, to: the densities of direction d in cell (z, y, x) are at (d, (z * n + y) * n + x).
static void advance(array_view<const float, 2> from, array_view<float, 2> to, int n, float relaxation)
{
	to.discard_data();
	parallel_for_each(extent<3>(n, n, n), [=](index<3> i) restrict(amp) {
		// the way of each direction, and its share at rest
		const int dx[DIRECTIONS] = BENCH_DIRECTIONS_X, dy[DIRECTIONS] = BENCH_DIRECTIONS_Y, dz[DIRECTIONS] = BENCH_DIRECTIONS_Z;
		float f[DIRECTIONS], density = 0, x = 0, y = 0, z = 0;
#pragma unroll
		for (int d = 0; d < DIRECTIONS; d++) {
			const int plane = dz[d] ? wrapped(i[0] - dz[d], n) : i[0], row = dy[d] ? wrapped(i[1] - dy[d], n) : i[1];
			const int column = dx[d] ? wrapped(i[2] - dx[d], n) : i[2];
			f[d] = from(d, (plane * n + row) * n + column);
			density += f[d];
			x += static_cast<float>(dx[d]) * f[d];
			y += static_cast<float>(dy[d]) * f[d];
			z += static_cast<float>(dz[d]) * f[d];
		}
		x /= density;
		y /= density;
		z /= density;
		const float still = 1 - 1.5f * (x * x + y * y + z * z);
#pragma unroll
		for (int d = 0; d < DIRECTIONS; d++) {
			const int axes = dx[d] * dx[d] + dy[d] * dy[d] + dz[d] * dz[d];
			const float weight = axes == 0 ? 1.0f / 3 : axes == 1 ? 1.0f / 18 : 1.0f / 36;
			const float along = static_cast<float>(dx[d]) * x + static_cast<float>(dy[d]) * y + static_cast<float>(dz[d]) * z;
			const float rest = weight * density * (still + 3 * along + 4.5f * along * along);
			to(d, (i[0] * n + i[1]) * n + i[2]) = f[d] + relaxation * (rest - f[d]);
		}
	});
}

BENCHMARK_WITHOUT_OPENCL(lattice_boltzmann)
{
	const int n = bench::size(192, 64, 17), cells = n * n * n;
	const std::vector<float> densities = bench::random<float>(static_cast<std::size_t>(cells) * DIRECTIONS, 0.9f, 1.1f);
	std::vector<float> results = bench::poisoned<float>(densities.size());
	const array_view<const float, 2> from(DIRECTIONS, cells, densities);
	const array_view<float, 2> to(DIRECTIONS, cells, results);
	bench::memory<float> twin_from(densities), twin_to(densities.size());
	bench::compare({"lattice Boltzmann", "float", double(n), 2 * sizeof(float) * double(densities.size()), "GB/s", 1e-5},
	               [&] { advance(from, to, n, 0.6f); }, [&] { TWIN_OF(lattice_boltzmann)(twin_from, twin_to, n, 0.6f); },
	               [&] {
		               to.synchronize();
		               return bench::difference(results, twin_to.read());
	               });
}
