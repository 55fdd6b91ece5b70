// The LU and the Cholesky decomposition of a matrix by blocks of 32 x 32 elements, in place, without pivots: for each
// block of the diagonal three or four launches, for itself, for those in its column and its row, and for the rest.
#include "bench.h"

#include <amp.h>
#include <amp_math.h>

using namespace concurrency;

static const int BLOCK = 32, PANEL = 128; // threads of a tile that solves for a panel

typedef array_view<float, 2> matrix;

// The block whose first element is at (at, at).
static void factor_block(matrix a, int at)
{
	parallel_for_each(extent<2>(BLOCK, BLOCK).tile<BLOCK, BLOCK>(), [=](tiled_index<BLOCK, BLOCK> i) restrict(amp) {
		tile_static float block[BLOCK][BLOCK];
		const int row = i.local[0], column = i.local[1];
		block[row][column] = a(at + row, at + column);
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = 0; k + 1 < BLOCK; k++) {
			if (row > k && column == k)
				block[row][k] /= block[k][k];
			i.barrier.wait_with_tile_static_memory_fence();
			if (row > k && column > k)
				block[row][column] -= block[row][k] * block[k][column];
			i.barrier.wait_with_tile_static_memory_fence();
		}
		a(at + row, at + column) = block[row][column];
	});
}

static void factor_block_symmetric(matrix a, int at)
{
	parallel_for_each(extent<2>(BLOCK, BLOCK).tile<BLOCK, BLOCK>(), [=](tiled_index<BLOCK, BLOCK> i) restrict(amp) {
		tile_static float block[BLOCK][BLOCK];
		const int row = i.local[0], column = i.local[1];
		block[row][column] = a(at + row, at + column);
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = 0; k < BLOCK; k++) {
			if (row == k && column == k)
				block[k][k] = precise_math::sqrtf(block[k][k]);
			i.barrier.wait_with_tile_static_memory_fence();
			if (row > k && column == k)
				block[row][k] /= block[k][k];
			i.barrier.wait_with_tile_static_memory_fence();
			if (column > k && row >= column)
				block[row][column] -= block[row][k] * block[column][k];
			i.barrier.wait_with_tile_static_memory_fence();
		}
		if (row >= column)
			a(at + row, at + column) = block[row][column];
	});
}

// The rows below the block, a thread for each: x * upper = the row. is_symmetric: upper is the block's lower half.
static void solve_column(matrix a, int at, bool is_symmetric)
{
	const int rows = a.extent[0] - at - BLOCK;
	parallel_for_each(extent<1>(rows).tile<PANEL>().pad(), [=](tiled_index<PANEL> i) restrict(amp) {
		tile_static float block[BLOCK][BLOCK], panel[PANEL][BLOCK + 1];
		const int me = i.local[0], lane = me % BLOCK, first = i.tile_origin[0];
		for (int r = me / BLOCK; r < BLOCK; r += PANEL / BLOCK)
			block[r][lane] = is_symmetric ? a(at + lane, at + r) : a(at + r, at + lane);
		for (int r = me / BLOCK; r < PANEL; r += PANEL / BLOCK) {
			if (first + r < rows)
				panel[r][lane] = a(at + BLOCK + first + r, at + lane);
		}
		i.barrier.wait_with_tile_static_memory_fence();
		float row[BLOCK];
#pragma unroll
		for (int c = 0; c < BLOCK; c++)
			row[c] = panel[me][c];
#pragma unroll
		for (int c = 0; c < BLOCK; c++) {
			row[c] /= block[c][c];
#pragma unroll
			for (int k = c + 1; k < BLOCK; k++)
				row[k] -= row[c] * block[c][k];
		}
#pragma unroll
		for (int c = 0; c < BLOCK; c++)
			panel[me][c] = row[c];
		i.barrier.wait_with_tile_static_memory_fence();
		for (int r = me / BLOCK; r < PANEL; r += PANEL / BLOCK) {
			if (first + r < rows)
				a(at + BLOCK + first + r, at + lane) = panel[r][lane];
		}
	});
}

// The columns beside it: lower, of ones on the diagonal, * x = the column.
static void solve_row(matrix a, int at)
{
	const int columns = a.extent[1] - at - BLOCK;
	parallel_for_each(extent<1>(columns).tile<PANEL>().pad(), [=](tiled_index<PANEL> i) restrict(amp) {
		tile_static float block[BLOCK][BLOCK];
		const int me = i.local[0], column = at + BLOCK + i.global[0];
		for (int r = me / BLOCK; r < BLOCK; r += PANEL / BLOCK)
			block[r][me % BLOCK] = a(at + r, at + me % BLOCK);
		i.barrier.wait_with_tile_static_memory_fence();
		if (i.global[0] < columns) {
			float x[BLOCK];
#pragma unroll
			for (int r = 0; r < BLOCK; r++)
				x[r] = a(at + r, column);
#pragma unroll
			for (int r = 0; r < BLOCK; r++) {
#pragma unroll
				for (int k = r + 1; k < BLOCK; k++)
					x[k] -= block[k][r] * x[r];
			}
#pragma unroll
			for (int r = 0; r < BLOCK; r++)
				a(at + r, column) = x[r];
		}
	});
}

// The rest, less the product of what is below the block with what is beside it; is_symmetric: its lower half, less that
// with what is below it, turned.
static void update(matrix a, int at, bool is_symmetric)
{
	const int begin = at + BLOCK, size = a.extent[0] - begin;
	parallel_for_each(extent<2>(size, size).tile<BLOCK, BLOCK>(), [=](tiled_index<BLOCK, BLOCK> i) restrict(amp) {
		tile_static float below[BLOCK][BLOCK], beside[BLOCK][BLOCK + 1];
		const int row = i.local[0], column = i.local[1];
		if (is_symmetric && i.tile[1] > i.tile[0])
			return;
		below[row][column] = a(begin + i.global[0], at + column);
		if (is_symmetric)
			beside[column][row] = a(begin + i.tile_origin[1] + row, at + column);
		else
			beside[row][column] = a(at + row, begin + i.global[1]);
		i.barrier.wait_with_tile_static_memory_fence();
		float sum = a(begin + i.global[0], begin + i.global[1]);
		for (int k = 0; k < BLOCK; k++)
			sum -= below[row][k] * beside[k][column];
		a(begin + i.global[0], begin + i.global[1]) = sum;
	});
}

static void decompose(matrix a, bool is_symmetric)
{
	const int n = a.extent[0];
	for (int at = 0; at < n; at += BLOCK) {
		if (is_symmetric)
			factor_block_symmetric(a, at);
		else
			factor_block(a, at);
		if (at + BLOCK == n)
			break;
		solve_column(a, at, is_symmetric);
		if (!is_symmetric)
			solve_row(a, at);
		update(a, at, is_symmetric);
	}
}

// The upper half of a symmetric matrix is not what is compared.
static std::vector<float> compared(std::vector<float> values, bool is_symmetric, int n)
{
	for (int row = 0; is_symmetric && row < n; row++)
		std::fill(values.begin() + row * std::ptrdiff_t(n) + row + 1, values.begin() + (row + 1) * std::ptrdiff_t(n), 0.0f);
	return values;
}

static void measure(const char *name, bool is_symmetric, decltype(openmp_lu) *twin)
{
	const int n = bench::size(4096, 512, 128);
	// Symmetric, and the diagonal is more than the rest of a row.
	std::vector<float> values = bench::random<float>(static_cast<std::size_t>(n) * n, 0, 1);
	for (int i = 0; i < n; i++) {
		values[static_cast<std::size_t>(i) * n + i] = 2.0f * static_cast<float>(n);
		for (int k = 0; k < i; k++)
			values[static_cast<std::size_t>(i) * n + k] = values[static_cast<std::size_t>(k) * n + i];
	}
	std::vector<float> result = bench::poisoned<float>(values.size());
	const matrix a(n, n, result);
	const array<float, 2> start(n, n, values.begin());
	bench::memory<float> twin_start(values), twin_a(values.size());
	const double operations = (is_symmetric ? 1.0 : 2.0) / 3 * n * double(n) * n;
	bench::compare({name, "float", double(n), operations, "Gflop/s", 1e-4},
	               {[&] { copy(start, a); }, [&] { decompose(a, is_symmetric); }},
	               {[&] { TWIN_OF(copy_float)(twin_start, twin_a, values.size()); }, [&] { twin(twin_a, n); }},
	               [&] {
		               a.synchronize();
		               return bench::difference(compared(result, is_symmetric, n),
		                                        compared(twin_a.read(), is_symmetric, n));
	               });
}

BENCHMARK_WITHOUT_OPENCL(lu)
{
	measure("LU decomposition", false, TWIN_OF(lu));
	measure("Cholesky decomposition", true, TWIN_OF(cholesky));
}
