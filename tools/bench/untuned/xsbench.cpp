// Cross sections of neutrons (as in XSBench): a binary search for each thread, structures of doubles read at random,
// and small local arrays passed to a function.
#include "pair.h"

#include <algorithm>

using namespace concurrency;

struct grid_point {
	double energy, total, elastic, absorbtion, fission, nu_fission;
};

struct inputs {
	int isotopes, points, lookups, materials;
};

void twin_xsbench(const double *unionized, const int *index_grid, const grid_point *nuclides, const int *mats,
                  const int *num_nucs, const double *concs, double *results, inputs in, int max_nucs);

static double lcg(unsigned &seed) restrict(amp, cpu)
{
	seed = seed * 1664525u + 1013904223u;
	return seed * (1.0 / 4294967296.0);
}

static int search(array_view<const double> grid, double quarry, int n) restrict(amp)
{
	int lower = 0, upper = n - 1;
	while (upper - lower > 1) {
		const int middle = lower + (upper - lower) / 2;
		if (grid[middle] > quarry)
			upper = middle;
		else
			lower = middle;
	}
	return lower;
}

static void micro(double energy, int nuc, const inputs &in, const array_view<const int> &index_grid,
                  const array_view<const grid_point> &nuclides, int at, double *xs) restrict(amp)
{
	const int i = index_grid[at * in.isotopes + nuc];
	const grid_point low = nuclides[nuc * in.points + (i == in.points - 1 ? i - 1 : i)];
	const grid_point high = nuclides[nuc * in.points + (i == in.points - 1 ? i : i + 1)];
	const double f = (high.energy - energy) / (high.energy - low.energy);
	xs[0] = high.total - f * (high.total - low.total);
	xs[1] = high.elastic - f * (high.elastic - low.elastic);
	xs[2] = high.absorbtion - f * (high.absorbtion - low.absorbtion);
	xs[3] = high.fission - f * (high.fission - low.fission);
	xs[4] = high.nu_fission - f * (high.nu_fission - low.nu_fission);
}

BENCHMARK(xsbench)
{
	const inputs in = {60, size(1024, 256, 64), size(1 << 19, 1 << 14, 1000), 12};
	const int max_nucs = 34, u = in.isotopes * in.points;
	const std::vector<double> random = bench::random<double>(6 * u, 0, 1);
	std::vector<grid_point> nuclides(u);
	for (int k = 0; k < u; k++) {
		const double *const r = &random[6 * k];
		nuclides[k] = {(k % in.points + 0.9 * r[0]) / in.points, r[1], r[2], r[3], r[4], r[5]};
	}
	std::vector<double> unionized(u);
	for (int k = 0; k < u; k++)
		unionized[k] = nuclides[k].energy;
	std::sort(unionized.begin(), unionized.end());
	std::vector<int> index_grid(std::size_t(u) * in.isotopes);
	for (int i = 0; i < in.isotopes; i++)
		for (int k = 0, j = 0; k < u; k++) {
			while (j + 1 < in.points && nuclides[i * in.points + j + 1].energy <= unionized[k])
				j++;
			index_grid[std::size_t(k) * in.isotopes + i] = j;
		}
	std::vector<int> mats = bench::random<int>(in.materials * max_nucs, 0, in.isotopes),
	                 num = bench::random<int>(in.materials, 4, 22);
	num[0] = max_nucs;
	std::vector<double> concs = bench::random<double>(mats.size(), 0, 1),
	                    results(std::size_t(in.lookups) * 5);
	array_view<const double> vu(unionized), vc(concs);
	array_view<const int> vi(index_grid), vm(mats), vn(num);
	array_view<const grid_point> vg(nuclides);
	array_view<double, 2> vr(in.lookups, 5, results);
	bench::memory<double> tu(unionized), tc(concs), tr(results.size());
	bench::memory<int> ti(index_grid), tm(mats), tn(num);
	bench::memory<grid_point> tg(nuclides);
	run_pair("xsbench", [&](const accelerator_view &av) {
		parallel_for_each(av, extent<1>(in.lookups), [=](index<1> idx) restrict(amp) {
			unsigned seed = 1070u + 977u * idx[0];
			const double energy = lcg(seed);
			const int mat = static_cast<int>(lcg(seed) * in.materials);
			double macro[5], xs[5];
			for (int k = 0; k < 5; k++)
				macro[k] = 0;
			const int at = search(vu, energy, in.isotopes * in.points);
			for (int j = 0; j < vn[mat]; j++) {
				const int nuc = vm[mat * max_nucs + j];
				const double conc = vc[mat * max_nucs + j];
				micro(energy, nuc, in, vi, vg, at, xs);
				for (int k = 0; k < 5; k++)
					macro[k] += xs[k] * conc;
			}
			for (int k = 0; k < 5; k++)
				vr(idx[0], k) = macro[k];
		});
	}, [&] {
		twin_xsbench(tu, ti, tg, tm, tn, tc, tr, in, max_nucs);
	}, {out<double>(vr, results, tr)}, 1e-9);
}
