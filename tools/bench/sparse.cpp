// The product of a sparse matrix (CSR) and a vector: eight threads per row, whose sums are added up in tile_static
// memory.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int EACH_ROW = 8, ROWS = 128; // threads of a row; rows of a tile
static const int BANKS = 32; // of tile_static memory: threads of a warp access different ones at the same time

// product[r] = the sum of values[k] * x[columns[k]] for k from begins[r] to begins[r + 1]; a multiple of ROWS.
static void multiply(array_view<const int> begins, array_view<const int> columns, array_view<const float> values,
                     array_view<const float> x, array_view<float> product)
{
	product.discard_data();
	const extent<2> threads(product.extent[0], EACH_ROW);
	parallel_for_each(threads.tile<ROWS, EACH_ROW>(), [=](tiled_index<ROWS, EACH_ROW> i) restrict(amp) {
		tile_static float sums[EACH_ROW][ROWS + BANKS / EACH_ROW];
		const int row = i.global[0], lane = i.local[1];
		float sum = 0;
		for (int k = begins[row] + lane; k < begins[row + 1]; k += EACH_ROW)
			sum += values[k] * x[columns[k]];
		sums[lane][i.local[0]] = sum;
		i.barrier.wait_with_tile_static_memory_fence();
		if (i.local[0] < ROWS / EACH_ROW) { // the first ROWS threads
			const int me = i.local[0] * EACH_ROW + lane;
			float total = 0;
			for (int k = 0; k < EACH_ROW; k++)
				total += sums[k][me];
			product[i.tile[0] * ROWS + me] = total;
		}
	});
}

BENCHMARK_WITHOUT_OPENCL(sparse)
{
	const int rows = bench::size(1 << 21, 1 << 16, 1024);
	bench::random_bits bits;
	std::vector<int> begins(rows + 1), columns;
	for (int row = 0; row < rows; row++) {
		const int elements = 8 + static_cast<int>(bits() % 33);
		for (int k = 0; k < elements; k++) // a band, as of a mesh
			columns.push_back((row + static_cast<int>(bits() % 2048)) % rows);
		begins[row + 1] = static_cast<int>(columns.size());
	}
	const std::vector<float> values = bench::random<float>(columns.size(), -1, 1), x = bench::random<float>(rows, -1, 1);
	std::vector<float> product = bench::poisoned<float>(rows);
	const array_view<const int> begins_view(begins), columns_view(columns);
	const array_view<const float> values_view(values), x_view(x);
	const array_view<float> product_view(product);
	bench::memory<int> twin_begins(begins), twin_columns(columns);
	bench::memory<float> twin_values(values), twin_x(x), twin_product(rows);
	const auto compare = [&](const char *name, decltype(openmp_multiply_sparse) *twin) {
		bench::compare({name, "float", double(rows), 2.0 * double(columns.size()), "Gflop/s", 1e-5},
		               [&] { multiply(begins_view, columns_view, values_view, x_view, product_view); },
		               [&] { twin(twin_begins, twin_columns, twin_values, twin_x, twin_product, rows); },
		               [&] {
			               product_view.synchronize();
			               return bench::difference(product, twin_product.read());
		               });
	};
	compare("sparse matrix", TWIN_OF(multiply_sparse));
	if (bench::against_openmp())
		compare("sparse matrix, by blocks", openmp_multiply_sparse_blocks);
}
