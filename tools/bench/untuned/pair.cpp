// What run_pair() adds to the harness of tools/bench: results are compared with those of the CPU accelerator.
#include "pair.h"

using namespace concurrency;

accelerator_view cpu_view()
{
	return accelerator(accelerator::direct3d_warp).get_default_view();
}

void run_pair(const char *name, const amp_function &amp, const std::function<void()> &twin,
              const std::vector<output> &outputs, double tolerance)
{
	const accelerator_view view = accelerator().get_default_view();
	const bool has_twin = bench::on_gpu() || !BENCH_CUDA;
	std::vector<std::vector<double>> results, expected; // of both sides; of the CPU accelerator
	const auto check = [&] {
		for (const output &o : outputs) {
			results.push_back(o.amp());
			if (has_twin)
				results.push_back(o.twin());
		}
		amp(cpu_view());
		for (const output &o : outputs)
			expected.insert(expected.end(), has_twin ? 2 : 1, o.amp());
		double largest = 0;
		for (std::size_t i = 0; i < results.size(); i++)
			largest = std::max(largest, bench::difference(results[i], expected[i]));
		return largest;
	};
	double size = 0;
	for (const output &o : outputs)
		size += double(o.size);
	bench::compare({name, "", size, 1, "us", tolerance}, [&] { amp(view); },
	               has_twin ? twin : nullptr, check);
}
