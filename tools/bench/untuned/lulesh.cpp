// Kinematics of hexahedra (as in LULESH), in double precision: local arrays passed to functions by pointers, indices
// in a view, and fifteen captured views; also with the views in a structure.
#include "pair.h"

#include <amp_math.h>
#include <memory>

using namespace concurrency;

void twin_lulesh(const int *nodes, double *const *v, int elements, double dt);

static double volume(const double *x, const double *y, const double *z) restrict(amp, cpu)
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

static void derivatives(const double *x, const double *y, const double *z, double b[][8],
                        double &vol) restrict(amp, cpu)
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

static void gather(const array_view<const double> &from, const int *to_node, double *to) restrict(amp)
{
	for (int n = 0; n < 8; n++)
		to[n] = from[to_node[n]];
}

static double gradient(const double *b, const double *v, double inv) restrict(amp, cpu)
{
	return inv *
	       (b[0] * (v[0] - v[6]) + b[1] * (v[1] - v[7]) + b[2] * (v[2] - v[4]) + b[3] * (v[3] - v[5]));
}

struct mesh {
	array_view<const double> x, y, z, xd, yd, zd;
};

BENCHMARK(lulesh)
{
	const int e = size(80, 24, 8), n = e + 1, elements = e * e * e, nn = n * n * n;
	std::vector<double> h[15]; // coordinates, velocities, volumes, and what is computed
	for (int k = 0; k < 3; k++)
		h[k] = bench::random<double>(nn, -.1, .1);
	for (int i = 0; i < nn; i++) {
		h[0][i] += i % n;
		h[1][i] += i / n % n;
		h[2][i] += i / n / n;
	}
	for (int k = 3; k < 6; k++)
		h[k] = bench::random<double>(nn, -1, 1);
	for (int k = 6; k < 8; k++)
		h[k] = bench::random<double>(elements, .9, 1.1);
	for (int k = 8; k < 15; k++)
		h[k].resize(elements);
	std::vector<int> nodes(8 * elements);
	for (int i = 0; i < elements; i++) {
		const int at = i / e / e * n * n + i / e % e * n + i % e,
		          l[8] = {at,         at + 1,         at + n + 1,         at + n,
		                  at + n * n, at + n * n + 1, at + n * n + n + 1, at + n * n + n};
		for (int k = 0; k < 8; k++)
			nodes[8 * i + k] = l[k];
	}
	std::vector<std::unique_ptr<bench::memory<double>>> t;
	double *pointers[15];
	for (int k = 0; k < 15; k++) {
		t.emplace_back(new bench::memory<double>(h[k]));
		pointers[k] = *t[k];
	}
	bench::memory<int> tn(nodes);
	array_view<const int, 2> vn(elements, 8, nodes);
	array_view<const double> x(h[0]), y(h[1]), z(h[2]), xd(h[3]), yd(h[4]), zd(h[5]), vol0(h[6]),
	    volo(h[7]);
	array_view<double> v(h[8]), delv(h[9]), vdov(h[10]), arealg(h[11]), dxx(h[12]), dyy(h[13]),
	    dzz(h[14]);
	const std::vector<output> outputs = {out<double>(v, h[8], *t[8]), out<double>(delv, h[9], *t[9]),
		out<double>(vdov, h[10], *t[10]), out<double>(dxx, h[12], *t[12])};
	run_pair("lulesh", [&](const accelerator_view &av) {
		const double dt = 1e-3;
		parallel_for_each(av, extent<1>(elements), [=](index<1> idx) restrict(amp) {
			const int k = idx[0];
			double b[3][8], xl[8], yl[8], zl[8], xdl[8], ydl[8], zdl[8], det;
			int node[8];
			for (int n = 0; n < 8; n++)
				node[n] = vn(k, n);
			gather(x, node, xl);
			gather(y, node, yl);
			gather(z, node, zl);
			const double relative = volume(xl, yl, zl) / vol0[k];
			v[k] = relative;
			delv[k] = relative - volo[k];
			arealg[k] = precise_math::sqrt(precise_math::fabs(relative));
			gather(xd, node, xdl);
			gather(yd, node, ydl);
			gather(zd, node, zdl);
			for (int n = 0; n < 8; n++) {
				xl[n] -= 0.5 * dt * xdl[n];
				yl[n] -= 0.5 * dt * ydl[n];
				zl[n] -= 0.5 * dt * zdl[n];
			}
			derivatives(xl, yl, zl, b, det);
			const double inv = 1.0 / det;
			dxx[k] = gradient(b[0], xdl, inv);
			dyy[k] = gradient(b[1], ydl, inv);
			dzz[k] = gradient(b[2], zdl, inv);
			const double third = (dxx[k] + dyy[k] + dzz[k]) / 3.0;
			vdov[k] = third * 3.0;
			dxx[k] -= third;
			dyy[k] -= third;
			dzz[k] -= third;
		});
	}, [&] { twin_lulesh(tn, pointers, elements, 1e-3); }, outputs, 1e-9);
	// The kernel above, with its coordinates and velocities in a structure of views.
	run_pair("lulesh_struct", [&](const accelerator_view &av) {
		const double dt = 1e-3;
		const mesh m = {x, y, z, xd, yd, zd};
		parallel_for_each(av, extent<1>(elements), [=](index<1> idx) restrict(amp) {
			const int k = idx[0];
			double b[3][8], xl[8], yl[8], zl[8], xdl[8], ydl[8], zdl[8], det;
			int node[8];
			for (int n = 0; n < 8; n++)
				node[n] = vn(k, n);
			gather(m.x, node, xl);
			gather(m.y, node, yl);
			gather(m.z, node, zl);
			const double relative = volume(xl, yl, zl) / vol0[k];
			v[k] = relative;
			delv[k] = relative - volo[k];
			arealg[k] = precise_math::sqrt(precise_math::fabs(relative));
			gather(m.xd, node, xdl);
			gather(m.yd, node, ydl);
			gather(m.zd, node, zdl);
			for (int n = 0; n < 8; n++) {
				xl[n] -= 0.5 * dt * xdl[n];
				yl[n] -= 0.5 * dt * ydl[n];
				zl[n] -= 0.5 * dt * zdl[n];
			}
			derivatives(xl, yl, zl, b, det);
			const double inv = 1.0 / det;
			dxx[k] = gradient(b[0], xdl, inv);
			dyy[k] = gradient(b[1], ydl, inv);
			dzz[k] = gradient(b[2], zdl, inv);
			const double third = (dxx[k] + dyy[k] + dzz[k]) / 3.0;
			vdov[k] = third * 3.0;
			dxx[k] -= third;
			dyy[k] -= third;
			dzz[k] -= third;
		});
	}, [&] { twin_lulesh(tn, pointers, elements, 1e-3); }, outputs, 1e-9);
}
