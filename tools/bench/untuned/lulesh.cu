// The twin of lulesh.cpp in CUDA.
#include "lulesh_twin.h"

__global__ void __launch_bounds__(256)
    kinematics(const int *__restrict__ nodes, const double *__restrict__ x, const double *__restrict__ y,
               const double *__restrict__ z, const double *__restrict__ xd, const double *__restrict__ yd,
               const double *__restrict__ zd, const double *__restrict__ vol0,
               const double *__restrict__ volo, double *__restrict__ v, double *__restrict__ delv,
               double *__restrict__ vdov, double *__restrict__ arealg, double *__restrict__ dxx,
               double *__restrict__ dyy, double *__restrict__ dzz, int elements, double dt)
{
	const int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= elements)
		return;
	double b[3][8], xl[8], yl[8], zl[8], xdl[8], ydl[8], zdl[8], det;
	int node[8];
	for (int n = 0; n < 8; n++)
		node[n] = nodes[k * 8 + n];
	gather(x, node, xl);
	gather(y, node, yl);
	gather(z, node, zl);
	const double relative = volume(xl, yl, zl) / vol0[k];
	v[k] = relative;
	delv[k] = relative - volo[k];
	arealg[k] = sqrt(fabs(relative));
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
}

// v: x y z xd yd zd, vol0 volo v delv vdov arealg dxx dyy dzz.
void twin_lulesh(const int *nodes, double *const *v, int elements, double dt)
{
	kinematics<<<(elements + 255) / 256, 256>>>(nodes, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7],
	                                            v[8], v[9], v[10], v[11], v[12], v[13], v[14], elements,
	                                            dt);
}
