// The sum of a matrix by sections: each step adds its four quarters into a new
// array, until one element is left. Between the steps nothing leaves the
// accelerator.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static float add_up(array_view<float, 2> values)
{
	for (int n = values.extent[0] / 2; n > 0; n /= 2) {
		const extent<2> quarter(n, n);
		array<float, 2> sums(quarter);
		const array_view<const float, 2> q1 = values.section(index<2>(0, 0), quarter);
		const array_view<const float, 2> q2 = values.section(index<2>(0, n), quarter);
		const array_view<const float, 2> q3 = values.section(index<2>(n, 0), quarter);
		const array_view<const float, 2> q4 = values.section(index<2>(n, n), quarter);
		parallel_for_each(quarter, [=, &sums](index<2> i) restrict(amp) {
			sums[i] = q1[i] + q2[i] + q3[i] + q4[i];
		});
		values = sums;
	}
	return values(0, 0);
}

BENCHMARK(section_reduction)
{
	const int n = bench::size(8192, 2048, 64);
	const std::size_t elements = static_cast<std::size_t>(n) * n;
	std::vector<float> values = bench::random<float>(elements, 0, 1);
	bench::memory<float> twin_values(values), twin_scratch(elements / 4 + elements / 16 + 1), twin_sum(1);
	const array_view<float, 2> values_view(n, n, values);
	std::vector<float> sum(1), expected(1);
	bench::compare({"section reduction", "float", double(n), sizeof(float) * double(elements), "GB/s", 1e-5},
	               [&] { sum[0] = add_up(values_view); },
	               [&] {
		               TWIN_OF(section_reduce)(twin_values, twin_scratch, twin_sum, n);
		               expected = twin_sum.read();
	               },
	               [&] { return bench::difference(sum, expected); });
}
