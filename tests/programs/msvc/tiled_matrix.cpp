// options: --amp-msvc
#include "stdafx.h"
#define TILE 16
#ifndef max
#define max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#ifndef min
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif
#include <limits>
#include <random>
using namespace concurrency;

template <int N> struct Matrix
{
	std::vector<float> data;
	Matrix::Matrix() : data(N * N) {}
	float &At(int r, int c) { return data[r * N + c]; }
	array_view<float, 2> Matrix::View() { return array_view<float, 2>(N, N, data); }
	static const int size = N;
};

template <int N> void Multiply(array_view<float, 2> &a, array_view<float, 2> &b, array_view<float, 2> &c)
{
	c.discard_data();
	parallel_for_each(c.extent.tile<TILE, TILE>(), [=](tiled_index<TILE, TILE> t) restrict(amp) {
		tile_static float sa[TILE][TILE], sb[TILE][TILE];
		const int row = t.local[0], column = t.local[1];
		float sum = 0;
		for (int k = 0; k < N; k += TILE) {
			sa[row][column] = a(t.global[0], column + k);
			sb[row][column] = b(row + k, t.global[1]);
			t.barrier.wait();
			for (int i = 0; i < TILE; i++)
				sum += sa[row][i] * sb[i][column];
			t.barrier.wait();
		}
		c[t.global] = Clamp(sum);
	});
	c.synchronize();
}

inline float Clamp(float x) restrict(amp, cpu) { return min(max(x, -100.0f), 1.0e6f); }

void main()
{
	Matrix<64> a, b, c;
	for (int r = 0; r < 64; r++)
		for (int k = 0; k < 64; k++) {
			a.At(r, k) = (float)((r * 3 + k) % 5) - 2;
			b.At(r, k) = (float)((r + 2 * k) % 7) - 3;
		}
	Multiply<64>(a.View(), b.View(), c.View());
	float worst = -(std::numeric_limits<float>::max)();
	for (int r = 0; r < 64; r++)
		for (int k = 0; k < 64; k++) {
			float sum = 0;
			for (int i = 0; i < 64; i++)
				sum += a.At(r, i) * b.At(i, k);
			worst = max(worst, max(sum, -100.0f) - c.At(r, k));
		}
	std::cout << "worst " << worst << ", " << Matrix<64>::size << std::endl;
}
