// Speckle reducing diffusion (as in Rodinia): tables of neighbours' indices, and outputs that are read again after they
// were written.
#include "pair.h"

using namespace concurrency;

void twin_srad(const float *first, float *image, float *dn, float *ds, float *dw, float *de, float *c,
               const int *in, const int *is, const int *jw, const int *je, int n, float lambda, float q0);

BENCHMARK(srad)
{
	const int n = size(2048, 512, 64);
	std::vector<float> first = bench::random<float>(n * n, 1, 2), image(n * n), dn(n * n), ds(n * n),
	                   dw(n * n), de(n * n), c(n * n);
	std::vector<int> up(n), down(n), left(n), right(n);
	for (int i = 0; i < n; i++) {
		up[i] = left[i] = i ? i - 1 : 0;
		down[i] = right[i] = i < n - 1 ? i + 1 : i;
	}
	const given<float, 2> vf(extent<2>(n, n), first);
	array_view<float, 2> J(n, n, image), dN(n, n, dn), dS(n, n, ds), dW(n, n, dw), dE(n, n, de),
	    C(n, n, c);
	array_view<const int> iN(up), iS(down), jW(left), jE(right);
	bench::memory<float> tf(first), ti(image.size()), tn(n * n), ts(n * n), tw(n * n), te(n * n),
	    tc(n * n);
	bench::memory<int> tu(up), td(down), tl(left), tr(right);
	const float lambda = 0.5f, q0 = 0.05f;
	run_pair("srad", [&](const accelerator_view &av) {
		copy(vf.at(av), J);
		parallel_for_each(av, J.extent, [=](index<2> idx) restrict(amp) {
			const int i = idx[0], j = idx[1];
			const float Jc = J(i, j);
			dN(i, j) = J(iN[i], j) - Jc;
			dS(i, j) = J(iS[i], j) - Jc;
			dW(i, j) = J(i, jW[j]) - Jc;
			dE(i, j) = J(i, jE[j]) - Jc;
			const float G2 = (dN(i, j) * dN(i, j) + dS(i, j) * dS(i, j) + dW(i, j) * dW(i, j) +
			                  dE(i, j) * dE(i, j)) /
			                 (Jc * Jc);
			const float L = (dN(i, j) + dS(i, j) + dW(i, j) + dE(i, j)) / Jc;
			const float num = (0.5f * G2) - ((1.0f / 16.0f) * (L * L));
			float den = 1 + (.25f * L);
			const float qsqr = num / (den * den);
			den = (qsqr - q0) / (q0 * (1 + q0));
			C(i, j) = 1.0f / (1.0f + den);
			if (C(i, j) < 0)
				C(i, j) = 0;
			else if (C(i, j) > 1)
				C(i, j) = 1;
		});
		parallel_for_each(av, J.extent, [=](index<2> idx) restrict(amp) {
			const int i = idx[0], j = idx[1];
			const float cN = C(i, j), cS = C(iS[i], j), cW = C(i, j), cE = C(i, jE[j]);
			const float D = cN * dN(i, j) + cS * dS(i, j) + cW * dW(i, j) + cE * dE(i, j);
			J(i, j) = J(i, j) + 0.25f * lambda * D;
		});
	}, [&] {
		twin_srad(tf, ti, tn, ts, tw, te, tc, tu, td, tl, tr, n, lambda, q0);
	}, {out<float>(J, image, ti)}, 1e-4);
}
