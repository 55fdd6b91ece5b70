// The LU and the Cholesky decomposition of a matrix by blocks of 32 x 32 elements, in place, without pivots: for each
// block of the diagonal three launches, for itself, for those in its column and its row, and for the rest.
//
// A thread that solves for a row or a column of a panel would take one step after the other, and a panel has few of
// them. Therefore the tile that decomposes a block also inverts its factors, in the same steps, and the rest is products.
// In the largest of them a thread has four elements: a sum waits for its previous step, and four do so at once.
#include "bench.h"

#include <amp.h>
#include <amp_math.h>

using namespace concurrency;

static const int BLOCK = 32, ROWS = 8; // rows of threads that update a block: each has BLOCK / ROWS elements of a column

typedef array_view<float, 2> matrix;

// The block whose first element is at (at, at). inverse: that of the upper factor, and in its strictly lower half that
// of the lower one, which has ones on the diagonal.
static void factor_block(matrix a, matrix inverse, int at)
{
	parallel_for_each(extent<2>(BLOCK, BLOCK).tile<BLOCK, BLOCK>(), [=](tiled_index<BLOCK, BLOCK> i) restrict(amp) {
		tile_static float block[BLOCK][BLOCK], inverted[BLOCK][BLOCK];
		const int row = i.local[0], column = i.local[1];
		block[row][column] = a(at + row, at + column);
		inverted[row][column] = row == column ? 1.0f : 0.0f;
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = 0; k < BLOCK; k++) {
			if (column == k) {
				if (row > k)
					block[row][k] /= block[k][k];
				else
					inverted[row][k] /= block[k][k];
			}
			i.barrier.wait_with_tile_static_memory_fence();
			if (row > k && column > k)
				block[row][column] -= block[row][k] * block[k][column];
			else if (column > k)
				inverted[row][column] -= inverted[row][k] * block[k][column];
			else if (row > k)
				inverted[row][column] = column == k ? -block[row][k] : inverted[row][column] - block[row][k] * inverted[k][column];
			i.barrier.wait_with_tile_static_memory_fence();
		}
		a(at + row, at + column) = block[row][column];
		inverse(row, column) = inverted[row][column];
	});
}

// inverse: that of the upper factor, which is the lower one, turned.
static void factor_block_symmetric(matrix a, matrix inverse, int at)
{
	parallel_for_each(extent<2>(BLOCK, BLOCK).tile<BLOCK, BLOCK>(), [=](tiled_index<BLOCK, BLOCK> i) restrict(amp) {
		tile_static float block[BLOCK][BLOCK], inverted[BLOCK][BLOCK + 1];
		const int row = i.local[0], column = i.local[1];
		block[row][column] = a(at + row, at + column);
		inverted[row][column] = row == column ? 1.0f : 0.0f;
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = 0; k < BLOCK; k++) {
			if (row == k && column == k)
				block[k][k] = precise_math::sqrtf(block[k][k]);
			i.barrier.wait_with_tile_static_memory_fence();
			if (row > k && column == k)
				block[row][k] /= block[k][k];
			if (row == k && column <= k)
				inverted[k][column] /= block[k][k];
			i.barrier.wait_with_tile_static_memory_fence();
			if (column > k && row >= column)
				block[row][column] -= block[row][k] * block[column][k];
			if (row > k && column <= k)
				inverted[row][column] -= block[row][k] * inverted[k][column];
			i.barrier.wait_with_tile_static_memory_fence();
		}
		if (row >= column)
			a(at + row, at + column) = block[row][column];
		inverse(row, column) = inverted[column][row];
	});
}

// The blocks below this one times the inverse of its upper factor; unless is_symmetric, in the second row of tiles, the
// inverse of its lower factor times those beside it.
static void solve_panels(matrix a, matrix inverse, int at, bool is_symmetric)
{
	const extent<2> threads(is_symmetric ? BLOCK : 2 * BLOCK, a.extent[0] - at - BLOCK);
	parallel_for_each(threads.tile<BLOCK, BLOCK>(), [=](tiled_index<BLOCK, BLOCK> i) restrict(amp) {
		tile_static float left[BLOCK][BLOCK], right[BLOCK][BLOCK];
		const int row = i.local[0], column = i.local[1], first = at + BLOCK + i.tile_origin[1];
		const bool is_below = i.tile[0] == 0;
		const int y = (is_below ? first : at) + row, x = (is_below ? at : first) + column;
		const float own = a(y, x), factor = inverse(row, column);
		left[row][column] = is_below ? own : row > column ? factor : row == column ? 1.0f : 0.0f;
		right[row][column] = !is_below ? own : row <= column ? factor : 0.0f;
		i.barrier.wait_with_tile_static_memory_fence();
		float sum = 0;
		for (int k = 0; k < BLOCK; k++)
			sum += left[row][k] * right[k][column];
		a(y, x) = sum;
	});
}

// The rest, less the product of what is below the block with what is beside it; is_symmetric: its lower half, less that
// with what is below it, turned.
static void update(matrix a, int at, bool is_symmetric)
{
	const int begin = at + BLOCK, size = a.extent[0] - begin;
	parallel_for_each(extent<2>(size / BLOCK * ROWS, size).tile<ROWS, BLOCK>(), [=](tiled_index<ROWS, BLOCK> i) restrict(amp) {
		tile_static float below[BLOCK][BLOCK], beside[BLOCK][BLOCK + 1];
		const int row = i.local[0], column = i.local[1];
		const int top = begin + i.tile[0] * BLOCK, left = begin + i.tile[1] * BLOCK;
		if (is_symmetric && left > top)
			return;
		for (int r = row; r < BLOCK; r += ROWS) {
			below[r][column] = a(top + r, at + column);
			if (is_symmetric)
				beside[column][r] = a(left + r, at + column);
			else
				beside[r][column] = a(at + r, left + column);
		}
		i.barrier.wait_with_tile_static_memory_fence();
		float sums[BLOCK / ROWS];
		for (int r = 0; r < BLOCK / ROWS; r++)
			sums[r] = a(top + row + r * ROWS, left + column);
		for (int k = 0; k < BLOCK; k++) {
			const float other = beside[k][column];
			for (int r = 0; r < BLOCK / ROWS; r++)
				sums[r] -= below[row + r * ROWS][k] * other;
		}
		for (int r = 0; r < BLOCK / ROWS; r++)
			a(top + row + r * ROWS, left + column) = sums[r];
	});
}

static void decompose(matrix a, matrix inverse, bool is_symmetric)
{
	const int n = a.extent[0];
	for (int at = 0; at < n; at += BLOCK) {
		if (is_symmetric)
			factor_block_symmetric(a, inverse, at);
		else
			factor_block(a, inverse, at);
		if (at + BLOCK == n)
			break;
		solve_panels(a, inverse, at, is_symmetric);
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
	array<float, 2> inverse(BLOCK, BLOCK);
	const matrix inverse_view(inverse);
	bench::memory<float> twin_start(values), twin_a(values.size());
	const double operations = (is_symmetric ? 1.0 : 2.0) / 3 * n * double(n) * n;
	bench::compare({name, "float", double(n), operations, "Gflop/s", 1e-4},
	               {[&] { copy(start, a); }, [&] { decompose(a, inverse_view, is_symmetric); }},
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
