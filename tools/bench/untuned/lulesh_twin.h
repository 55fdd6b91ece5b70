// What a hexahedron's kinematics consist of, for the twins of lulesh.cpp.
#pragma once
#include "twin.h"

TWIN_FUNCTION double volume(const double *x, const double *y, const double *z)
{
	const double a = x[6] - x[1], b = y[6] - y[1], c = z[6] - z[1];
	const double d = x[7] - x[0], e = y[7] - y[0], f = z[7] - z[0];
	const double g = x[6] - x[3], h = y[6] - y[3], i = z[6] - z[3];
	const double j = x[2] - x[0], k = y[2] - y[0], l = z[2] - z[0];
	const double m = x[4] - x[3], n = y[4] - y[3], o = z[4] - z[3];
	const double p = x[5] - x[0], q = y[5] - y[0], r = z[5] - z[0];
	const double A = (a + d) * (h * l - i * k) + (b + e) * (i * j - g * l) + (c + f) * (g * k - h * j);
	const double B = (d + g) * (n * r - o * q) + (e + h) * (o * p - m * r) + (f + i) * (m * q - n * p);
	return (A + B) / 12.0;
}

TWIN_FUNCTION void derivatives(const double *x, const double *y, const double *z, double b[][8], double &vol)
{
	const double xi0 = .125 * ((x[6] - x[0]) + (x[5] - x[3]) - (x[7] - x[1]) - (x[4] - x[2]));
	const double xi1 = .125 * ((x[6] - x[0]) - (x[5] - x[3]) + (x[7] - x[1]) - (x[4] - x[2]));
	const double xi2 = .125 * ((x[6] - x[0]) + (x[5] - x[3]) + (x[7] - x[1]) + (x[4] - x[2]));
	const double et0 = .125 * ((y[6] - y[0]) + (y[5] - y[3]) - (y[7] - y[1]) - (y[4] - y[2]));
	const double et1 = .125 * ((y[6] - y[0]) - (y[5] - y[3]) + (y[7] - y[1]) - (y[4] - y[2]));
	const double et2 = .125 * ((y[6] - y[0]) + (y[5] - y[3]) + (y[7] - y[1]) + (y[4] - y[2]));
	const double ze0 = .125 * ((z[6] - z[0]) + (z[5] - z[3]) - (z[7] - z[1]) - (z[4] - z[2]));
	const double ze1 = .125 * ((z[6] - z[0]) - (z[5] - z[3]) + (z[7] - z[1]) - (z[4] - z[2]));
	const double ze2 = .125 * ((z[6] - z[0]) + (z[5] - z[3]) + (z[7] - z[1]) + (z[4] - z[2]));
	const double cxi[3] = {et1 * ze2 - ze1 * et2, -(xi1 * ze2) + ze1 * xi2, xi1 * et2 - et1 * xi2};
	const double cet[3] = {-(et0 * ze2) + ze0 * et2, xi0 * ze2 - ze0 * xi2, -(xi0 * et2) + et0 * xi2};
	const double cze[3] = {et0 * ze1 - ze0 * et1, -(xi0 * ze1) + ze0 * xi1, xi0 * et1 - et0 * xi1};
	for (int d = 0; d < 3; d++) {
		b[d][0] = -cxi[d] - cet[d] - cze[d];
		b[d][1] = cxi[d] - cet[d] - cze[d];
		b[d][2] = cxi[d] + cet[d] - cze[d];
		b[d][3] = -cxi[d] + cet[d] - cze[d];
		b[d][4] = -b[d][2];
		b[d][5] = -b[d][3];
		b[d][6] = -b[d][0];
		b[d][7] = -b[d][1];
	}
	vol = 8. * (xi0 * cxi[0] + et0 * cxi[1] + ze0 * cxi[2] + xi1 * cet[0] + et1 * cet[1] + ze1 * cet[2]) +
	      1.;
}

TWIN_FUNCTION void gather(const double *__restrict__ from, const int *to_node, double *to)
{
	for (int n = 0; n < 8; n++)
		to[n] = from[to_node[n]];
}

TWIN_FUNCTION double gradient(const double *b, const double *v, double inv)
{
	return inv *
	       (b[0] * (v[0] - v[6]) + b[1] * (v[1] - v[7]) + b[2] * (v[2] - v[4]) + b[3] * (v[3] - v[5]));
}
