// Forces between neighbours (as in SHOC's md): float_4 elements, lists of neighbours column by column, and a loop whose
// bound is an element of a view.
#include "pair.h"

#include <amp_graphics.h>

using namespace concurrency;
using namespace concurrency::graphics;

void twin_md(const void *positions, const int *neighbours, const int *counts, void *forces, int n);

BENCHMARK(md)
{
	const int n = size(1 << 17, 1 << 13, 1024), most = 128;
	const std::vector<float> p = bench::random<float>(4 * n, 0, 20);
	std::vector<float_4> positions(n), forces(n);
	for (int i = 0; i < n; i++)
		positions[i] = float_4(p[4 * i], p[4 * i + 1], p[4 * i + 2], p[4 * i + 3]);
	std::vector<int> neighbours = bench::random<int>(n * most, 1, 513),
	                 counts = bench::random<int>(n, 96, 128);
	for (int k = 0; k < n * most; k++)
		neighbours[k] = (k % n + neighbours[k]) % n;
	array_view<const float_4> vp(positions);
	array_view<float_4> vf(forces);
	array_view<const int, 2> vn(most, n, neighbours);
	array_view<const int> vc(counts);
	bench::memory<float_4> tp(positions), tf(n);
	bench::memory<int> tn(neighbours), tc(counts);
	run_pair("md", [&](const accelerator_view &av) {
		const float cutoff = 100.f, lj1 = 1.5f, lj2 = 2.0f;
		vf.discard_data();
		parallel_for_each(av, vf.extent.tile<128>(), [=](tiled_index<128> t) restrict(amp) {
			const index<1> i = t.global;
			const float_4 me = vp[i];
			float_4 force(0, 0, 0, 0);
			for (int k = 0; k < vc[i]; k++) {
				const int j = vn(k, i[0]);
				const float_4 other = vp[j];
				const float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z;
				float r2 = dx * dx + dy * dy + dz * dz;
				if (r2 < cutoff) {
					r2 = 1.0f / (r2 + 0.5f);
					const float r6 = r2 * r2 * r2;
					const float f = r2 * r6 * (lj1 * r6 - lj2);
					force.x += dx * f;
					force.y += dy * f;
					force.z += dz * f;
				}
			}
			vf[i] = force;
		});
	}, [&] { twin_md(tp, tn, tc, tf, n); }, {out<float>(vf, forces, tf)}, 1e-3);
}
