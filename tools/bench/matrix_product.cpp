// The product of two matrices, untiled, and with tiles of 16 x 16 and 32 x 32.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

// product = a * b, one thread for each element of the product.
static void multiply(array_view<const float, 2> a, array_view<const float, 2> b,
                     array_view<float, 2> product)
{
	parallel_for_each(product.extent, [=](index<2> i) restrict(amp) {
		float sum = 0;
		for (int k = 0; k < a.extent[1]; k++)
			sum += a(i[0], k) * b(k, i[1]);
		product[i] = sum;
	});
}

// The same, through blocks of both in tile_static memory; every size must be a
// multiple of TILE.
template <int TILE>
static void multiply_tiled(array_view<const float, 2> a, array_view<const float, 2> b,
                           array_view<float, 2> product)
{
	parallel_for_each(product.extent.tile<TILE, TILE>(),
	                  [=](tiled_index<TILE, TILE> i) restrict(amp) {
		tile_static float a_block[TILE][TILE];
		tile_static float b_block[TILE][TILE];
		const int row = i.local[0], column = i.local[1];
		float sum = 0;
		for (int k = 0; k < a.extent[1]; k += TILE) {
			a_block[row][column] = a(i.global[0], k + column);
			b_block[row][column] = b(k + row, i.global[1]);
			i.barrier.wait();
			for (int j = 0; j < TILE; j++)
				sum += a_block[row][j] * b_block[j][column];
			i.barrier.wait();
		}
		product[i.global] = sum;
	});
}

BENCHMARK(matrix_product)
{
	const int n = bench::size(4096, 512, 96);
	const std::size_t elements = static_cast<std::size_t>(n) * n;
	const std::vector<float> a = bench::random<float>(elements, -1, 1);
	const std::vector<float> b = bench::random<float>(elements, -1, 1);
	const array_view<const float, 2> a_view(n, n, a), b_view(n, n, b);
	bench::memory<float> twin_a(a), twin_b(b);

	const auto compare = [&](const char *name, decltype(multiply) *amp, decltype(openmp_multiply) *twin,
	                         const char *library = nullptr) {
		std::vector<float> product = bench::poisoned<float>(elements);
		const array_view<float, 2> product_view(n, n, product);
		bench::memory<float> twin_product(elements);
		bench::compare({name, "float", double(n), 2.0 * n * n * n, "Gflop/s", 1e-5, library},
		               [&] { amp(a_view, b_view, product_view); },
		               [&] { twin(twin_a, twin_b, twin_product, n); },
		               [&] {
			               product_view.synchronize();
			               return bench::difference(product, twin_product.read());
		               });
	};
	compare("matrix product", multiply, TWIN_OF(multiply));
	compare("matrix product 16x16", multiply_tiled<16>, TWIN_OF(multiply_tiled_16));
	compare("matrix product 32x32", multiply_tiled<32>, TWIN_OF(multiply_tiled_32));
#if BENCH_CUDA
	if (bench::on_gpu())
		compare("matrix product 32x32", multiply_tiled<32>, cublas_multiply, "cuBLAS");
#endif
}
