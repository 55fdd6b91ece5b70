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
