// Loops of launches on the host: views made by a function for each step, which synchronize when they end; sections of
// one view; a flag that the host reads after each launch; and many captured views.
#include "pair.h"

#include <memory>

using namespace concurrency;

void twin_heat(const float *first, float *a, float *b, int n, int rounds);
void twin_heat_back(const float *first, float *a, float *b, float *ha, float *hb, int n, int rounds);
void twin_levels(const int *begin, const int *neighbours, int *level, int *changed, int n);
void twin_many(float *const *v, int n, int rounds);

// A small grid, many launches, views made over vectors by a function for each step.
static void heat_step(const accelerator_view &av, const std::vector<float> &from, std::vector<float> &to,
                      int n)
{
	array_view<const float, 2> f(n, n, from);
	array_view<float, 2> t(n, n, to);
	t.discard_data();
	parallel_for_each(av, t.extent, [=](index<2> i) restrict(amp) {
		const int y = i[0], x = i[1];
		const float c = f(y, x);
		t[i] = c + 0.1f * (f(y > 0 ? y - 1 : y, x) + f(y < n - 1 ? y + 1 : y, x) +
		                   f(y, x > 0 ? x - 1 : x) + f(y, x < n - 1 ? x + 1 : x) - 4 * c);
	});
}

BENCHMARK(loop_views)
{
	const int n = size(256, 256, 32), rounds = size(100, 10, 4);
	std::vector<float> first = bench::random<float>(n * n, 0, 1), a(n * n), b(n * n), twin_a(n * n),
	                   twin_b(n * n);
	const given<float, 2> vf(extent<2>(n, n), first);
	array_view<float, 2> va(n, n, a), vb(n, n, b);
	bench::memory<float> tf(first), ta(n * n), tb(n * n);
	run_pair("loop_views", [&](const accelerator_view &av) {
		copy(vf.at(av), va);
		for (int k = 0; k < rounds; k++)
			heat_step(av, k % 2 ? b : a, k % 2 ? a : b, n);
	}, [&] {
		twin_heat_back(tf, ta, tb, twin_a.data(), twin_b.data(), n, rounds);
	}, {out<float>(va, a, ta)}, 1e-5);
}

BENCHMARK(loop_sections)
{
	const int n = size(256, 256, 32), rounds = size(100, 10, 4);
	std::vector<float> first = bench::random<float>(n * n, 0, 1), both(2 * n * n);
	const given<float, 2> vf(extent<2>(n, n), first);
	array_view<float, 3> v(2, n, n, both);
	bench::memory<float> tf(first), t(2 * n * n);
	run_pair("loop_sections", [&](const accelerator_view &av) {
		copy(vf.at(av), v[0]);
		for (int k = 0; k < rounds; k++) {
			array_view<const float, 2> f = v[k % 2];
			array_view<float, 2> t = v[1 - k % 2];
			parallel_for_each(av, t.extent, [=](index<2> i) restrict(amp) {
				const int y = i[0], x = i[1];
				const float c = f(y, x);
				t[i] = c +
				       0.1f * (f(y > 0 ? y - 1 : y, x) + f(y < n - 1 ? y + 1 : y, x) +
				               f(y, x > 0 ? x - 1 : x) + f(y, x < n - 1 ? x + 1 : x) - 4 * c);
			});
		}
	}, [&] { twin_heat(tf, t, t + n * n, n, rounds); }, {out<float>(v, both, t)}, 1e-5);
}

BENCHMARK(levels)
{
	const int n = size(1 << 16, 1 << 14, 1000), degree = 6;
	std::vector<int> begin(n + 1), neighbours = bench::random<int>(n * degree, 0, 3000), level(n),
	                               changed(1);
	for (int k = 0; k < n * degree; k++)
		neighbours[k] = (k / degree + neighbours[k]) % n;
	for (int i = 0; i < n; i++)
		begin[i + 1] = (i + 1) * degree;
	array_view<const int> vb(begin), vn(neighbours);
	array_view<int> vl(level), vc(changed);
	bench::memory<int> tb(begin), tn(neighbours), tl(n), tc(1);
	run_pair("levels", [&](const accelerator_view &av) {
		parallel_for_each(av, vl.extent,
		                  [=](index<1> i) restrict(amp) { vl[i] = i[0] == 0 ? 0 : -1; });
		for (int depth = 0;; depth++) {
			vc[0] = 0;
			parallel_for_each(av, vl.extent, [=](index<1> i) restrict(amp) {
				if (vl[i] == depth)
					for (int k = vb[i[0]]; k < vb[i[0] + 1]; k++)
						if (vl[vn[k]] < 0) {
							vl[vn[k]] = depth + 1;
							vc[0] = 1;
						}
			});
			if (vc[0] == 0)
				break;
		}
	}, [&] { twin_levels(tb, tn, tl, tc, n); }, {out<int>(vl, level, tl)}, 0);
}

// Launches that capture 14 views.
BENCHMARK(many_views)
{
	const int n = size(1 << 12, 1 << 12, 1000), rounds = 100;
	std::vector<float> h[14]; // the last two are outputs
	std::vector<std::unique_ptr<bench::memory<float>>> t;
	float *p[14];
	for (int k = 0; k < 14; k++) {
		h[k] = bench::random<float>(n, -1, 1);
		t.emplace_back(new bench::memory<float>(h[k]));
		p[k] = *t[k];
	}
	array_view<const float> a(h[0]), b(h[1]), c(h[2]), d(h[3]), e(h[4]), f(h[5]), g(h[6]), i_(h[7]),
	    j(h[8]), k(h[9]), l(h[10]), m(h[11]);
	array_view<float> x(h[12]), y(h[13]);
	run_pair("many_views", [&](const accelerator_view &av) {
		for (int round = 0; round < rounds; round++) {
			const float s = 1.0f / (1 + round);
			parallel_for_each(av, x.extent, [=](index<1> i) restrict(amp) {
				x[i] = s * (a[i] * b[i] + c[i] * d[i] + e[i] * f[i]);
				y[i] = s * (g[i] * i_[i] + j[i] * k[i] + l[i] * m[i]);
			});
		}
	}, [&] {
		twin_many(p, n, rounds);
	}, {out<float>(x, h[12], *t[12]), out<float>(y, h[13], *t[13])}, 1e-5);
}
