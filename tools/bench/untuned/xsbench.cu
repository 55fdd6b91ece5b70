// The twin of xsbench.cpp in CUDA.
#include "xsbench_twin.h"

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
