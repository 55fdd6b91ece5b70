// LU decomposition (as in Rodinia): three kernels for each block, of which the second diverges by half tiles.
#include "pair.h"

using namespace concurrency;

static const int B = 16;

void twin_lud(const float *first, float *m, int n);

static void diagonal(const accelerator_view &av, array_view<float, 2> m, int offset)
{
	parallel_for_each(av, extent<1>(B).tile<B>(), [=](tiled_index<B> t) restrict(amp) {
		tile_static float s[B][B];
		const int tx = t.local[0];
		for (int i = 0; i < B; i++)
			s[i][tx] = m(offset + i, offset + tx);
		t.barrier.wait_with_tile_static_memory_fence();
		for (int i = 0; i < B - 1; i++) {
			if (tx > i) {
				for (int j = 0; j < i; j++)
					s[tx][i] -= s[tx][j] * s[j][i];
				s[tx][i] /= s[i][i];
			}
			t.barrier.wait_with_tile_static_memory_fence();
			if (tx > i)
				for (int j = 0; j < i + 1; j++)
					s[i + 1][tx] -= s[i + 1][j] * s[j][tx];
			t.barrier.wait_with_tile_static_memory_fence();
		}
		for (int i = 1; i < B; i++)
			m(offset + i, offset + tx) = s[i][tx];
	});
}

static void perimeter(const accelerator_view &av, array_view<float, 2> m, int offset, int blocks)
{
	parallel_for_each(av, extent<1>(blocks * 2 * B).tile<2 * B>(),
	                  [=](tiled_index<2 * B> t) restrict(amp) {
		tile_static float dia[B][B], row[B][B], column[B][B];
		const int tx = t.local[0], block = t.tile[0];
		const int i0 = offset + (block + 1) * B;
		if (tx < B) {
			for (int i = 0; i < B / 2; i++)
				dia[i][tx] = m(offset + i, offset + tx);
			for (int i = 0; i < B; i++)
				row[i][tx] = m(offset + i, i0 + tx);
		} else {
			const int x = tx - B;
			for (int i = B / 2; i < B; i++)
				dia[i][x] = m(offset + i, offset + x);
			for (int i = 0; i < B; i++)
				column[i][x] = m(i0 + i, offset + x);
		}
		t.barrier.wait_with_tile_static_memory_fence();
		if (tx < B) {
			for (int i = 1; i < B; i++)
				for (int j = 0; j < i; j++)
					row[i][tx] -= dia[i][j] * row[j][tx];
		} else {
			const int x = tx - B;
			for (int i = 0; i < B; i++) {
				for (int j = 0; j < i; j++)
					column[x][i] -= column[x][j] * dia[j][i];
				column[x][i] /= dia[i][i];
			}
		}
		t.barrier.wait_with_tile_static_memory_fence();
		if (tx < B) {
			for (int i = 1; i < B; i++)
				m(offset + i, i0 + tx) = row[i][tx];
		} else {
			for (int i = 0; i < B; i++)
				m(i0 + i, offset + tx - B) = column[i][tx - B];
		}
	});
}

static void internal(const accelerator_view &av, array_view<float, 2> m, int offset, int blocks)
{
	parallel_for_each(av, extent<2>(blocks * B, blocks * B).tile<B, B>(),
	                  [=](tiled_index<B, B> t) restrict(amp) {
		tile_static float row[B][B], column[B][B];
		const int ty = t.local[0], tx = t.local[1];
		const int y = offset + B + t.global[0], x = offset + B + t.global[1];
		row[ty][tx] = m(offset + ty, x);
		column[ty][tx] = m(y, offset + tx);
		t.barrier.wait_with_tile_static_memory_fence();
		float sum = 0;
		for (int i = 0; i < B; i++)
			sum += column[ty][i] * row[i][tx];
		m(y, x) -= sum;
	});
}

BENCHMARK(lud)
{
	const int n = size(1024, 512, 96);
	std::vector<float> first = bench::random<float>(n * n, 0, 1), m(n * n);
	for (int i = 0; i < n; i++)
		first[i * n + i] += n;
	const given<float, 2> vf(extent<2>(n, n), first);
	array_view<float, 2> vm(n, n, m);
	bench::memory<float> tf(first), tm(m.size());
	run_pair("lud", [&](const accelerator_view &av) {
		copy(vf.at(av), vm);
		int i = 0;
		for (; i < n - B; i += B) {
			diagonal(av, vm, i);
			perimeter(av, vm, i, (n - i) / B - 1);
			internal(av, vm, i, (n - i) / B - 1);
		}
		diagonal(av, vm, i);
	}, [&] { twin_lud(tf, tm, n); }, {out<float>(vm, m, tm)}, 1e-4);
}
