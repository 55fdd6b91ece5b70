/* Fourier transforms of many rows of 1024 complex numbers, by steps of radix 2 (Stockham). */
#include "twins.h"

#include <math.h>
#include <string.h>

enum { LENGTH = FFT_LENGTH };

static void transform_row(const float *from, float *to, const float *roots)
{
	float re[2][LENGTH], im[2][LENGTH];
	int at = 0;
	for (int i = 0; i < LENGTH; i++)
		re[0][i] = from[2 * i], im[0][i] = from[2 * i + 1];
	for (int done = 1; done < LENGTH; done *= 2, at = 1 - at) {
		for (int i = 0; i < LENGTH / 2; i++) {
			const int place = i % done, first = (i - place) * 2 + place, root = place * (LENGTH / 2 / done);
			const float c = roots[2 * root], s = roots[2 * root + 1];
			const float r = re[at][i + LENGTH / 2] * c - im[at][i + LENGTH / 2] * s;
			const float m = re[at][i + LENGTH / 2] * s + im[at][i + LENGTH / 2] * c;
			re[1 - at][first] = re[at][i] + r, im[1 - at][first] = im[at][i] + m;
			re[1 - at][first + done] = re[at][i] - r, im[1 - at][first + done] = im[at][i] - m;
		}
	}
	for (int i = 0; i < LENGTH; i++)
		to[2 * i] = re[at][i], to[2 * i + 1] = im[at][i];
}

void openmp_fft(const float *from, float *to, int rows)
{
	float roots[LENGTH];
	for (int i = 0; i < LENGTH / 2; i++) {
		roots[2 * i] = (float)cos(-2 * 3.141592653589793 * i / LENGTH);
		roots[2 * i + 1] = (float)sin(-2 * 3.141592653589793 * i / LENGTH);
	}
#pragma omp parallel for schedule(static)
	for (int row = 0; row < rows; row++)
		transform_row(from + 2 * (size_t)row * LENGTH, to + 2 * (size_t)row * LENGTH, roots);
}

enum { TILE = LENGTH / 4 };

/* Five steps of radix 4, with roots that each element computes, as the C++ AMP kernel has them. */
static void transform_block(const float *from, float *to)
{
	float re[LENGTH], im[LENGTH], v[4][TILE], u[4][TILE]; /* real and imaginary parts */
	for (int k = 0; k < 4; k++) {
		for (int me = 0; me < TILE; me++)
			v[k][me] = from[2 * (me + k * TILE)], u[k][me] = from[2 * (me + k * TILE) + 1];
	}
	for (int done = 1; done < LENGTH; done *= 4) {
		for (int me = 0; me < TILE; me++) {
			const float angle = -3.14159265f * ((float)(me % done) / (float)(2 * done));
			const float c1 = cosf(angle), s1 = sinf(angle), c2 = c1 * c1 - s1 * s1, s2 = 2 * c1 * s1;
			const float c3 = c2 * c1 - s2 * s1, s3 = c2 * s1 + s2 * c1;
			const float v1 = v[1][me] * c1 - u[1][me] * s1, u1 = v[1][me] * s1 + u[1][me] * c1;
			const float v2 = v[2][me] * c2 - u[2][me] * s2, u2 = v[2][me] * s2 + u[2][me] * c2;
			const float v3 = v[3][me] * c3 - u[3][me] * s3, u3 = v[3][me] * s3 + u[3][me] * c3;
			const float ar = v[0][me] + v2, ai = u[0][me] + u2, br = v[0][me] - v2, bi = u[0][me] - u2;
			const float cr = v1 + v3, ci = u1 + u3, dr = v1 - v3, di = u1 - u3;
			v[0][me] = ar + cr, u[0][me] = ai + ci;
			v[1][me] = br + di, u[1][me] = bi - dr;
			v[2][me] = ar - cr, u[2][me] = ai - ci;
			v[3][me] = br - di, u[3][me] = bi + dr;
		}
		if (done == LENGTH / 4)
			break;
		for (int me = 0; me < TILE; me++) {
			const int place = me % done, first = (me - place) * 4 + place;
			for (int k = 0; k < 4; k++)
				re[first + k * done] = v[k][me], im[first + k * done] = u[k][me];
		}
		for (int k = 0; k < 4; k++) {
			for (int me = 0; me < TILE; me++)
				v[k][me] = re[me + k * TILE], u[k][me] = im[me + k * TILE];
		}
	}
	for (int k = 0; k < 4; k++) {
		for (int me = 0; me < TILE; me++)
			to[2 * (me + k * TILE)] = v[k][me], to[2 * (me + k * TILE) + 1] = u[k][me];
	}
}

void openmp_fft_blocks(const float *from, float *to, int rows)
{
#pragma omp parallel for schedule(static)
	for (int row = 0; row < rows; row++)
		transform_block(from + 2 * (size_t)row * LENGTH, to + 2 * (size_t)row * LENGTH);
}
