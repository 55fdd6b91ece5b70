// What a lookup of cross sections consists of, for the twins of xsbench.cpp.
#pragma once
#include "twin.h"

struct grid_point {
	double energy, total, elastic, absorbtion, fission, nu_fission;
};

struct inputs {
	int isotopes, points, lookups, materials;
};

TWIN_FUNCTION double lcg(unsigned &seed)
{
	seed = seed * 1664525u + 1013904223u;
	return seed * (1.0 / 4294967296.0);
}

TWIN_FUNCTION int search(const double *__restrict__ grid, double quarry, int n)
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

TWIN_FUNCTION void micro(double energy, int nuc, const inputs &in, const int *__restrict__ index_grid,
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
