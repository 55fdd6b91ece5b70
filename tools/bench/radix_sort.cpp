// Sorting unsigned numbers: samples/algorithms/radix_sort.h. Each run sorts the same random keys anew.
#include "../../samples/algorithms/radix_sort.h"
#include "bench.h"

BENCHMARK_WITHOUT_OPENCL(radix_sort)
{
	const int n = bench::size(1 << 26, 1 << 22, 100003);
	std::vector<unsigned> keys(n), sorted = bench::poisoned<unsigned>(n);
	bench::random_bits bits;
	for (unsigned &key : keys)
		key = static_cast<unsigned>(bits());
	const concurrency::array<unsigned> source(n, keys.begin());
	const concurrency::array_view<unsigned> view(n, sorted);
	bench::memory<unsigned> twin_keys(keys), twin_sorted(n);
	algorithms::sort_memory memory(n);
#if BENCH_CUDA
	const auto twin = bench::on_gpu() ? cub_sort : openmp_sort;
#else
	const auto twin = openmp_sort;
#endif
	bench::compare({"radix sort", "unsigned", double(n), double(n), "G/s", 0, bench::on_gpu() ? "CUB" : nullptr},
	               {[&] { concurrency::copy(source, view); }, [&] { algorithms::radix_sort(view, memory); }},
	               {nullptr, [&] { twin(twin_keys, twin_sorted, n); }},
	               [&] {
		               view.synchronize();
		               return bench::difference(sorted, twin_sorted.read());
	               });
}
