// Gaussian elimination (as in Rodinia): two small launches for each row, of a domain that shrinks.
#include "pair.h"

using namespace concurrency;

void twin_gaussian(const float *fa, const float *fb, float *a, float *b, float *m, int n);

BENCHMARK(gaussian)
{
	const int n = size(512, 256, 48);
	std::vector<float> fa = bench::random<float>(n * n, 0, 1), fb = bench::random<float>(n, 0, 1),
	                   a(n * n), b(n), m(n * n);
	for (int i = 0; i < n; i++)
		fa[i * n + i] += n;
	const given<float, 2> vfa(extent<2>(n, n), fa);
	const given<float, 1> vfb(extent<1>(n), fb);
	array_view<float, 2> A(n, n, a), M(n, n, m);
	array_view<float> Bv(b);
	bench::memory<float> tfa(fa), tfb(fb), ta(a.size()), tb(b.size()), tm(m);
	run_pair("gaussian", [&](const accelerator_view &av) {
		copy(vfa.at(av), A);
		copy(vfb.at(av), Bv);
		for (int t = 0; t < n - 1; t++) {
			parallel_for_each(av, extent<1>(n - 1 - t), [=](index<1> i) restrict(amp) {
				M(i[0] + t + 1, t) = A(i[0] + t + 1, t) / A(t, t);
			});
			parallel_for_each(av, extent<2>(n - 1 - t, n - t), [=](index<2> i) restrict(amp) {
				const int x = i[0] + 1 + t, y = i[1] + t;
				A(x, y) -= M(x, t) * A(t, y);
				if (i[1] == 0)
					Bv[x] -= M(x, t) * Bv[t];
			});
		}
	}, [&] {
		twin_gaussian(tfa, tfb, ta, tb, tm, n);
	}, {out<float>(A, a, ta), out<float>(Bv, b, tb)}, 1e-4);
}
