// Many inversions of small matrices, one a thread: a structure that holds an array, a local matrix with fixed loops
// around it, and a function that returns one result and writes the other through a reference.
#include "pair.h"

using namespace concurrency;

struct matrix4 {
	float m[4][4];
};

void twin_batched(const void *in, void *out, float *dets, int n);

static float invert(const matrix4 &from, matrix4 &to) restrict(amp, cpu)
{
	float a[4][8], det = 1;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			a[i][j] = from.m[i][j];
			a[i][j + 4] = i == j ? 1.0f : 0.0f;
		}
	for (int k = 0; k < 4; k++) {
		const float pivot = a[k][k];
		det *= pivot;
		for (int j = 0; j < 8; j++)
			a[k][j] /= pivot;
		for (int i = 0; i < 4; i++) {
			if (i == k)
				continue;
			const float f = a[i][k];
			for (int j = 0; j < 8; j++)
				a[i][j] -= f * a[k][j];
		}
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			to.m[i][j] = a[i][j + 4];
	return det;
}

BENCHMARK(batched)
{
	const int n = size(1 << 19, 1 << 15, 1000);
	std::vector<float> f = bench::random<float>(16 * std::size_t(n), 0, 1), dets(n);
	std::vector<matrix4> in(n), result(n);
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < 4; j++)
				in[k].m[i][j] = f[16 * k + 4 * i + j] + (i == j ? 4 : 0);
	array_view<const matrix4> vi(in);
	array_view<matrix4> vo(result);
	array_view<float> vd(dets);
	bench::memory<matrix4> ti(in), to(n);
	bench::memory<float> td(n);
	run_pair("batched", [&](const accelerator_view &av) {
		vo.discard_data();
		parallel_for_each(av, vo.extent, [=](index<1> i) restrict(amp) {
			matrix4 inverse;
			vd[i] = invert(vi[i], inverse);
			vo[i] = inverse;
		});
	}, [&] {
		twin_batched(ti, to, td, n);
	}, {out<float>(vo, result, to), out<float>(vd, dets, td)}, 1e-4);
}
