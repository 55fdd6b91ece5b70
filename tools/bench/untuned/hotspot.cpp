// Heat in a chip (as in Rodinia): two steps in each launch, by tiles that overlap, with edges clamped by conditions.
#include "pair.h"

using namespace concurrency;

struct coefficients {
	float step_over_cap, rx, ry, rz, ambient;
};

static const int BLOCK = 16, STEPS = 2, INNER = BLOCK - 2 * STEPS;

void twin_hotspot(const float *first, float *a, float *b, const float *power, int rows, int columns,
                  int rounds, coefficients c);

static void steps(const accelerator_view &av, array_view<const float, 2> from, array_view<float, 2> to,
                  array_view<const float, 2> power, coefficients c)
{
	const int rows = from.extent[0], columns = from.extent[1];
	to.discard_data();
	extent<2> domain((rows + INNER - 1) / INNER * BLOCK, (columns + INNER - 1) / INNER * BLOCK);
	parallel_for_each(av, domain.tile<BLOCK, BLOCK>(), [=](tiled_index<BLOCK, BLOCK> t) restrict(amp) {
		tile_static float now[BLOCK][BLOCK], then[BLOCK][BLOCK], heat[BLOCK][BLOCK];
		const int ty = t.local[0], tx = t.local[1];
		const int y = t.tile[0] * INNER + ty - STEPS, x = t.tile[1] * INNER + tx - STEPS;
		const int cy = y < 0 ? 0 : y >= rows ? rows - 1 : y;
		const int cx = x < 0 ? 0 : x >= columns ? columns - 1 : x;
		now[ty][tx] = from(cy, cx);
		heat[ty][tx] = power(cy, cx);
		t.barrier.wait_with_tile_static_memory_fence();
		bool computed = false;
		const int n = ty == 0 ? 0 : ty - 1, s = ty == BLOCK - 1 ? ty : ty + 1,
		          w = tx == 0 ? 0 : tx - 1, e = tx == BLOCK - 1 ? tx : tx + 1;
		for (int i = 0; i < STEPS; i++) {
			computed = false;
			if (ty > i && ty < BLOCK - 1 - i && tx > i && tx < BLOCK - 1 - i && y >= 0 &&
			    y < rows && x >= 0 && x < columns) {
				computed = true;
				const int nn = y == 0 ? ty : n, ss = y == rows - 1 ? ty : s,
				          ww = x == 0 ? tx : w, ee = x == columns - 1 ? tx : e;
				then[ty][tx] = now[ty][tx] +
				               c.step_over_cap *
				                   (heat[ty][tx] +
				                    (now[ss][tx] + now[nn][tx] - 2.0f * now[ty][tx]) * c.ry +
				                    (now[ty][ee] + now[ty][ww] - 2.0f * now[ty][tx]) * c.rx +
				                    (c.ambient - now[ty][tx]) * c.rz);
			}
			t.barrier.wait_with_tile_static_memory_fence();
			if (i == STEPS - 1)
				break;
			if (computed)
				now[ty][tx] = then[ty][tx];
			t.barrier.wait_with_tile_static_memory_fence();
		}
		if (computed)
			to(y, x) = then[ty][tx];
	});
}

BENCHMARK(hotspot)
{
	const int n = size(2048, 1024, 100), rounds = 4;
	std::vector<float> first = bench::random<float>(n * n, 320, 340),
	                   power = bench::random<float>(n * n, 0, 0.01), a(n * n), b(n * n);
	const coefficients c = {0.3f, 0.1f, 0.12f, 0.0001f, 80.f};
	array_view<const float, 2> f(n, n, first), p(n, n, power);
	array_view<float, 2> va(n, n, a), vb(n, n, b);
	bench::memory<float> tf(first), tp(power), ta(a.size()), tb(b.size());
	run_pair("hotspot", [&](const accelerator_view &av) {
		steps(av, f, va, p, c);
		for (int i = 1; i < rounds; i += 2) {
			steps(av, va, vb, p, c);
			if (i + 1 < rounds)
				steps(av, vb, va, p, c);
		}
	}, [&] { twin_hotspot(tf, ta, tb, tp, n, n, rounds, c); }, {out<float>(vb, b, tb)}, 1e-5);
}
