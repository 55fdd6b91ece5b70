// The twin of xsbench.cpp in CUDA.
struct grid_point {
	double energy, total, elastic, absorbtion, fission, nu_fission;
};

struct inputs {
	int isotopes, points, lookups, materials;
};

__device__ double lcg(unsigned &seed)
{
	seed = seed * 1664525u + 1013904223u;
	return seed * (1.0 / 4294967296.0);
}

__device__ int search(const double *__restrict__ grid, double quarry, int n)
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

__device__ void micro(double energy, int nuc, const inputs &in, const int *__restrict__ index_grid,
                      const grid_point *__restrict__ nuclides, int at, double *xs)
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

__global__ void __launch_bounds__(256)
    lookup(const double *__restrict__ unionized, const int *__restrict__ index_grid,
           const grid_point *__restrict__ nuclides, const int *__restrict__ mats,
           const int *__restrict__ num_nucs, const double *__restrict__ concs, double *__restrict__ results,
           inputs in, int max_nucs)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= in.lookups)
		return;
	unsigned seed = 1070u + 977u * i;
	const double energy = lcg(seed);
	const int mat = static_cast<int>(lcg(seed) * in.materials);
	double macro[5], xs[5];
	for (int k = 0; k < 5; k++)
		macro[k] = 0;
	const int at = search(unionized, energy, in.isotopes * in.points);
	for (int j = 0; j < num_nucs[mat]; j++) {
		const int nuc = mats[mat * max_nucs + j];
		const double conc = concs[mat * max_nucs + j];
		micro(energy, nuc, in, index_grid, nuclides, at, xs);
		for (int k = 0; k < 5; k++)
			macro[k] += xs[k] * conc;
	}
	for (int k = 0; k < 5; k++)
		results[i * 5 + k] = macro[k];
}

void twin_xsbench(const double *unionized, const int *index_grid, const grid_point *nuclides, const int *mats,
                  const int *num_nucs, const double *concs, double *results, inputs in, int max_nucs)
{
	lookup<<<(in.lookups + 255) / 256, 256>>>(unionized, index_grid, nuclides, mats, num_nucs, concs,
	                                          results, in, max_nucs);
}
