// Particles in boxes and their neighbours (as in Rodinia): structures in tile_static memory, more threads than
// particles, and a list in a structure in a view.
#include "pair.h"

#include <amp_math.h>

using namespace concurrency;

static const int PER_BOX = 100, THREADS = 128;

struct body {
	float v, x, y, z;
};

struct box {
	int first, neighbours;
	int list[26];
};

void twin_lavamd(const box *boxes, const body *positions, const float *charges, body *forces, int n_boxes,
                 float a2);

struct parameters {
	float alpha;
	int n_boxes;
};

static float dot(const body &a, const body &b) restrict(amp, cpu)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

BENCHMARK(lavamd)
{
	const int d = size(16, 5, 3), n_boxes = d * d * d, n = n_boxes * PER_BOX;
	std::vector<box> boxes(n_boxes);
	for (int z = 0, k = 0; z < d; z++)
		for (int y = 0; y < d; y++)
			for (int x = 0; x < d; x++, k++) {
				boxes[k].first = k * PER_BOX;
				boxes[k].neighbours = 0;
				for (int c = -1; c <= 1; c++)
					for (int b = -1; b <= 1; b++)
						for (int a = -1; a <= 1; a++)
							if ((a || b || c) && x + a >= 0 && x + a < d &&
							    y + b >= 0 && y + b < d && z + c >= 0 &&
							    z + c < d)
								boxes[k].list[boxes[k].neighbours++] =
								    ((z + c) * d + y + b) * d + x + a;
			}
	std::vector<float> f = bench::random<float>(4 * n, 0.1, 1), q = bench::random<float>(n, 0.1, 1);
	std::vector<body> positions(n), forces(n);
	for (int i = 0; i < n; i++)
		positions[i] = {f[4 * i], f[4 * i + 1], f[4 * i + 2], f[4 * i + 3]};
	array_view<const box> vb(boxes);
	array_view<const body> vp(positions);
	array_view<const float> vq(q);
	array_view<body> vf(forces);
	bench::memory<box> tb(boxes);
	bench::memory<body> tp(positions), tf(forces.size());
	bench::memory<float> tq(q);
	run_pair("lavamd", [&](const accelerator_view &av) {
		parameters par = {0.5f, n_boxes};
		parallel_for_each(av, extent<1>(n_boxes * THREADS).tile<THREADS>(),
		                  [=](tiled_index<THREADS> t) restrict(amp) {
			tile_static body a[PER_BOX], b[PER_BOX];
			tile_static float qb[PER_BOX];
			const float a2 = 2.0f * par.alpha * par.alpha;
			const int home = t.tile[0], first = vb[home].first;
			for (int i = t.local[0]; i < PER_BOX; i += THREADS)
				a[i] = vp[first + i];
			t.barrier.wait_with_tile_static_memory_fence();
			body sum = {0, 0, 0, 0};
			for (int k = 0; k < 1 + vb[home].neighbours; k++) {
				const int other = k == 0 ? home : vb[home].list[k - 1];
				const int second = vb[other].first;
				for (int i = t.local[0]; i < PER_BOX; i += THREADS) {
					b[i] = vp[second + i];
					qb[i] = vq[second + i];
				}
				t.barrier.wait_with_tile_static_memory_fence();
				if (t.local[0] < PER_BOX) {
					const body me = a[t.local[0]];
					for (int j = 0; j < PER_BOX; j++) {
						const float r2 = me.v + b[j].v - dot(me, b[j]);
						const float vij = fast_math::expf(-a2 * r2), fs = 2 * vij;
						body by = {0, me.x - b[j].x, me.y - b[j].y, me.z - b[j].z};
						sum.v += qb[j] * vij;
						sum.x += qb[j] * (fs * by.x);
						sum.y += qb[j] * (fs * by.y);
						sum.z += qb[j] * (fs * by.z);
					}
				}
				t.barrier.wait_with_tile_static_memory_fence();
			}
			if (t.local[0] < PER_BOX)
				vf[first + t.local[0]] = sum;
		});
	}, [&] { twin_lavamd(tb, tp, tq, tf, n_boxes, 0.5f); }, {out<float>(vf, forces, tf)}, 1e-3);
}
