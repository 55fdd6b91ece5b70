// Particles as an array of structures of short vectors, pulled by a few attractors: whole structures are read and
// written.
#include "pair.h"

#include <amp_graphics.h>
#include <amp_math.h>

using namespace concurrency;
using namespace concurrency::graphics;

struct particle {
	float_3 position, velocity;
	float mass, age;
};

void twin_aos(const void *first, void *particles, const void *attractors, int n, int m, float dt);

BENCHMARK(aos)
{
	const int n = size(1 << 20, 1 << 16, 1000), m = 24;
	std::vector<float> f = bench::random<float>(8 * std::size_t(n), -1, 1),
	                   g = bench::random<float>(4 * m, -1, 1);
	std::vector<particle> first(n), particles(n);
	std::vector<float_4> attractors(m);
	for (int i = 0; i < n; i++)
		first[i] = {float_3(f[8 * i], f[8 * i + 1], f[8 * i + 2]),
		            float_3(f[8 * i + 3], f[8 * i + 4], f[8 * i + 5]), f[8 * i + 6] + 2, 0};
	for (int i = 0; i < m; i++)
		attractors[i] = float_4(g[4 * i], g[4 * i + 1], g[4 * i + 2], g[4 * i + 3]);
	array_view<const particle> vf(first);
	array_view<particle> vp(particles);
	array_view<const float_4> va(attractors);
	bench::memory<particle> tf(first), tp(n);
	bench::memory<float_4> ta(attractors);
	run_pair("aos", [&](const accelerator_view &av) {
		const float dt = 0.01f;
		vp.discard_data();
		parallel_for_each(av, vp.extent, [=](index<1> i) restrict(amp) {
			particle p = vf[i];
			float_3 force(0.f);
			for (int k = 0; k < m; k++) {
				const float_4 a = va[k];
				const float_3 d = a.xyz - p.position;
				const float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
				const float inv = fast_math::rsqrtf(r2);
				force += d * (a.w * inv * inv * inv);
			}
			p.velocity += force * (dt / p.mass);
			p.position += p.velocity * dt;
			if (p.position.x < -2 || p.position.x > 2)
				p.velocity.x = -p.velocity.x;
			p.age += dt;
			vp[i] = p;
		});
	}, [&] { twin_aos(tf, tp, ta, n, m, 0.01f); }, {out<float>(vp, particles, tp)}, 1e-4);
}
