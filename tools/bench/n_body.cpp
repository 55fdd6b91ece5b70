// The accelerations of bodies that attract each other, all pairs: each tile
// loads the bodies block by block into tile_static memory.
#include "bench.h"

#include <amp.h>
#include <amp_math.h>

using namespace concurrency;

static const int TILE = 256;

struct body {
	float x, y, z, mass; // of an acceleration: no mass
};

// Added to each squared distance, so that none is zero.
static inline float softening() restrict(cpu, amp) { return 0.01f; }

static void accelerate(array_view<const body, 1> bodies, array_view<body, 1> accelerations)
{
	parallel_for_each(bodies.extent.tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static body block[TILE];
		const body me = bodies[i.global];
		body sum = {0, 0, 0, 0};
		for (int start = 0; start < bodies.extent[0]; start += TILE) {
			block[i.local[0]] = bodies[start + i.local[0]];
			i.barrier.wait_with_tile_static_memory_fence();
			for (int k = 0; k < TILE; k++) {
				const float x = block[k].x - me.x, y = block[k].y - me.y, z = block[k].z - me.z;
				const float inverse = fast_math::rsqrtf(x * x + y * y + z * z + softening());
				const float strength = block[k].mass * inverse * inverse * inverse;
				sum.x += strength * x;
				sum.y += strength * y;
				sum.z += strength * z;
			}
			i.barrier.wait_with_tile_static_memory_fence();
		}
		accelerations[i.global] = sum;
	});
}

BENCHMARK(n_body)
{
	const int n = bench::size(65536, 8192, 768);
	const std::vector<float> bodies = bench::random<float>(4 * n, 0, 1);
	std::vector<float> accelerations = bench::poisoned<float>(4 * n);
	const array_view<const body, 1> bodies_view(n, reinterpret_cast<const body *>(bodies.data()));
	const array_view<body, 1> accelerations_view(n, reinterpret_cast<body *>(accelerations.data()));
	bench::memory<float> twin_bodies(bodies), twin_accelerations(4 * n);
	bench::compare({"n-body", "float", double(n), 20.0 * n * n, "Gflop/s", 1e-4},
	               [&] { accelerate(bodies_view, accelerations_view); },
	               [&] { TWIN_OF(n_body)(twin_bodies, twin_accelerations, n); },
	               [&] {
		               accelerations_view.synchronize();
		               return bench::difference(accelerations, twin_accelerations.read());
	               });
}
