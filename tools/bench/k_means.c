/* Rounds of k-means over the colours of an image. */
#include "twins.h"

#include <string.h>

enum { COLOURS = 64, PARTS = 4 };

static int nearest_colour(int red, int green, int blue, const int *colours)
{
	int nearest = 0, least = 1 << 30;
	for (int c = 0; c < COLOURS; c++) {
		const int r = red - colours[c], g = green - colours[COLOURS + c], b = blue - colours[2 * COLOURS + c];
		const int distance = r * r + g * g + b * b;
		nearest = distance < least ? c : nearest;
		least = distance < least ? distance : least;
	}
	return nearest;
}

void openmp_k_means(const unsigned *pixels, const int *first, int *colours, unsigned *sums, int n, int rounds)
{
	memcpy(colours, first, 3 * COLOURS * sizeof *colours);
	for (int round = 0; round < rounds; round++) {
		memset(sums, 0, PARTS * COLOURS * sizeof *sums);
#pragma omp parallel for schedule(static) reduction(+ : sums[:PARTS * COLOURS])
		for (int k = 0; k < n; k++) {
			const int red = pixels[k] & 255, green = pixels[k] >> 8 & 255, blue = pixels[k] >> 16 & 255;
			const int c = nearest_colour(red, green, blue, colours);
			sums[c] += (unsigned)red;
			sums[COLOURS + c] += (unsigned)green;
			sums[2 * COLOURS + c] += (unsigned)blue;
			sums[3 * COLOURS + c]++;
		}
		for (int i = 0; i < 3 * COLOURS; i++) {
			const unsigned count = sums[3 * COLOURS + i % COLOURS];
			if (count > 0)
				colours[i] = (int)((sums[i] + count / 2) / count);
		}
	}
}
