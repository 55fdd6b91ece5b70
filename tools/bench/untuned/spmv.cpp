// Sparse matrix by vector in double precision: ELLPACK, a thread a row; CSR, 32 threads a row and a tree of sums.
#include "pair.h"

using namespace concurrency;

void twin_ell(const double *values, const int *columns, const double *x, double *y, int rows, int width);
void twin_csr(const double *values, const int *columns, const int *begin, const double *x, double *y,
              int rows);

BENCHMARK(spmv_ell)
{
	const int n = size(1 << 20, 1 << 16, 1000), width = 16;
	std::vector<double> values = bench::random<double>(std::size_t(n) * width, -1, 1),
	                    x = bench::random<double>(n, -1, 1), y(n);
	std::vector<int> columns = bench::random<int>(values.size(), 0, 2000);
	for (int k = 0; k < n * width; k++)
		columns[k] = k / n < 14 ? (k % n + columns[k]) % n : -1;
	array_view<const double, 2> vv(width, n, values);
	array_view<const int, 2> vc(width, n, columns);
	array_view<const double> vx(x);
	array_view<double> vy(y);
	bench::memory<double> tv(values), tx(x), ty(n);
	bench::memory<int> tc(columns);
	run_pair("spmv_ell", [&](const accelerator_view &av) {
		vy.discard_data();
		parallel_for_each(av, vy.extent, [=](index<1> row) restrict(amp) {
			double sum = 0;
			for (int k = 0; k < width; k++) {
				const int column = vc(k, row[0]);
				if (column >= 0)
					sum += vv(k, row[0]) * vx[column];
			}
			vy[row] = sum;
		});
	}, [&] { twin_ell(tv, tc, tx, ty, n, width); }, {out<double>(vy, y, ty)}, 1e-12);
}

BENCHMARK(spmv_csr)
{
	const int n = size(1 << 17, 1 << 14, 1000), T = 256, W = 32;
	const std::vector<int> lengths = bench::random<int>(n, 64, 128);
	std::vector<int> begin(n + 1);
	for (int i = 0; i < n; i++)
		begin[i + 1] = begin[i] + lengths[i];
	std::vector<int> columns = bench::random<int>(begin[n], 0, n);
	std::vector<double> values = bench::random<double>(columns.size(), -1, 1),
	                    x = bench::random<double>(n, -1, 1), y(n);
	array_view<const double> vv(values), vx(x);
	array_view<const int> vc(columns), vb(begin);
	array_view<double> vy(y);
	bench::memory<double> tv(values), tx(x), ty(n);
	bench::memory<int> tc(columns), tb(begin);
	run_pair("spmv_csr", [&](const accelerator_view &av) {
		parallel_for_each(av, extent<1>(n * W).tile<T>(), [=](tiled_index<T> t) restrict(amp) {
			tile_static double sums[T];
			const int row = t.global[0] / W, lane = t.local[0] % W;
			double sum = 0;
			for (int k = vb[row] + lane; k < vb[row + 1]; k += W)
				sum += vv[k] * vx[vc[k]];
			sums[t.local[0]] = sum;
			t.barrier.wait_with_tile_static_memory_fence();
			for (int s = W / 2; s > 0; s /= 2) {
				if (lane < s)
					sums[t.local[0]] += sums[t.local[0] + s];
				t.barrier.wait_with_tile_static_memory_fence();
			}
			if (lane == 0)
				vy[row] = sums[t.local[0]];
		});
	}, [&] { twin_csr(tv, tc, tb, tx, ty, n); }, {out<double>(vy, y, ty)}, 1e-11);
}
