// Particles that fly on for a while: positions and velocities as short vectors.
#include "bench.h"

#include <amp.h>
#include <amp_short_vectors.h>

using namespace concurrency;
using namespace concurrency::graphics;

static void advance(array_view<float_4, 1> positions, array_view<const float_4, 1> velocities, float time)
{
	parallel_for_each(positions.extent, [=](index<1> i) restrict(amp) {
		float_4 position = positions[i];
		const float_4 velocity = velocities[i];
		if (velocity.w > 0) // else it rests
			position += velocity * time;
		positions[i] = position;
	});
}

BENCHMARK(particles)
{
	const int n = bench::size(1 << 26, 1 << 20, 1000);
	const float time = 0x1p-10f;
	std::vector<float> positions = bench::random<float>(4 * static_cast<std::size_t>(n), -1, 1);
	const std::vector<float> velocities = bench::random<float>(positions.size(), 0, 1);
	bench::memory<float> twin_positions(positions), twin_velocities(velocities);
	const array_view<float_4, 1> positions_view(n, reinterpret_cast<float_4 *>(positions.data()));
	const array_view<const float_4, 1> velocities_view(
	    n, reinterpret_cast<const float_4 *>(velocities.data()));
	// Positions depend on the number of runs: each side runs once before they are compared.
	int amp_runs = 0, twin_runs = 0;
	bench::compare({"particles", "float_4", double(n), 48.0 * n, "GB/s", 1e-5},
	               [&] {
		               advance(positions_view, velocities_view, time);
		               amp_runs++;
	               },
	               [&] {
		               TWIN_OF(advance)(twin_positions, twin_velocities, time, n);
		               twin_runs++;
	               },
	               [&] {
		               for (; amp_runs < twin_runs; amp_runs++)
			               advance(positions_view, velocities_view, time);
		               for (; twin_runs < amp_runs; twin_runs++)
			               TWIN_OF(advance)(twin_positions, twin_velocities, time, n);
		               positions_view.synchronize();
		               return bench::difference(positions, twin_positions.read());
	               });
}
