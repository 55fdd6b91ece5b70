// Images: turned about the middle, each point interpolated bilinearly; and blurred,
// each point the mean of the nine around it.
#include "twins.h"

#include <math.h>

static int clamp(int i, int n)
{
	return i < 0 ? 0 : i < n ? i : n - 1;
}

// What n x n points are interpolated from: the offsets of four texels, and the
// shares of the right and of the lower ones.
struct corners {
	size_t upper_left, upper_right, lower_left, lower_right;
	float across, down;
};

static inline struct corners corners_of(int row, int column, int n, float cosine, float sine)
{
	const float step = 1.0f / n;
	const float x = (column + 0.5f) * step - 0.5f, y = (row + 0.5f) * step - 0.5f;
	const float u = (cosine * x - sine * y + 0.5f) * n - 0.5f;
	const float v = (sine * x + cosine * y + 0.5f) * n - 0.5f;
	const float left = floorf(u), top = floorf(v);
	const size_t west = clamp((int)left, n), east = clamp((int)left + 1, n);
	const size_t upper = (size_t)clamp((int)top, n) * n, lower = (size_t)clamp((int)top + 1, n) * n;

	return (struct corners){upper + west, upper + east, lower + west, lower + east, u - left, v - top};
}

#define INTERPOLATED(image, k, c, size)                                                              \
	(((image)[(k).upper_left * size + c] * (1 - (k).across) + (image)[(k).upper_right * size + c] * (k).across) * \
	         (1 - (k).down) +                                                                    \
	 ((image)[(k).lower_left * size + c] * (1 - (k).across) + (image)[(k).lower_right * size + c] * (k).across) * \
	         (k).down)

#define TURN(name, T, size, round)                                                                   \
	void openmp_turn_##name(const T *image, T *to, int n, float cosine, float sine)               \
	{                                                                                            \
		_Pragma("omp parallel for") for (int row = 0; row < n; row++)                         \
			for (int column = 0; column < n; column++) {                                 \
				const struct corners k = corners_of(row, column, n, cosine, sine);    \
				T *texel = to + ((size_t)row * n + column) * size;                   \
                                                                                                     \
				for (int c = 0; c < size; c++)                                       \
					texel[c] = (T)(INTERPOLATED(image, k, c, size) + round);     \
			}                                                                            \
	}

TURN(float, float, 1, 0)
TURN(float_4, float, 4, 0)
TURN(unorm_4, unsigned char, 4, 0.5f)

void openmp_blur(const unsigned char *image, unsigned char *to, int n)
{
#pragma omp parallel for
	for (int row = 0; row < n; row++)
		for (int column = 0; column < n; column++)
			for (int c = 0; c < 4; c++) {
				int sum = 0;

				for (int y = -1; y <= 1; y++)
					for (int x = -1; x <= 1; x++)
						sum += image[((size_t)clamp(row + y, n) * n + clamp(column + x, n)) * 4 + c];
				to[((size_t)row * n + column) * 4 + c] = (unsigned char)(sum / 9.0f + 0.5f);
			}
}
