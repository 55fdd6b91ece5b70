// The sums of the rows of a matrix, each by one thread: a domain that is too small to fill a
// GPU.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static void sum_rows(array_view<const float, 2> matrix, array_view<float, 1> sums)
{
	parallel_for_each(sums.extent, [=](index<1> i) restrict(amp) {
		float sum = 0;
		for (int k = 0; k < matrix.extent[1]; k++)
			sum += matrix(i[0], k);
		sums[i] = sum;
	});
}

BENCHMARK(row_sums)
{
	const int n = bench::size(4096, 4096, 96);
	const std::size_t elements = static_cast<std::size_t>(n) * n;
	const std::vector<float> matrix = bench::random<float>(elements, 0, 1);
	std::vector<float> sums = bench::poisoned<float>(n);
	const array_view<const float, 2> matrix_view(n, n, matrix);
	const array_view<float, 1> sums_view(n, sums);
	bench::memory<float> twin_matrix(matrix), twin_sums(n);
	bench::compare({"row sums", "float", double(n), sizeof(float) * double(elements), "GB/s", 1e-4},
	               [&] { sum_rows(matrix_view, sums_view); },
	               [&] { TWIN_OF(sum_rows)(twin_matrix, twin_sums, n); },
	               [&] {
		               sums_view.synchronize();
		               return bench::difference(sums, twin_sums.read());
	               });
}
