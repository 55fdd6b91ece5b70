// The harness of programs that nobody has tuned: C++ AMP functions in the habits of programs that exist, and their
// CUDA twins: the same algorithm, line by line, as a user of CUDA would write it who does not tune either; openmp/ has
// twins for the CPU. What both work on is on the device, but for what the program itself moves. bench.h measures: both
// sides alternate, warmed up, in batches of launches with one wait; the times are medians. Both sides' results are
// compared with those of the same C++ AMP function on the CPU accelerator.
#pragma once

#include "../bench.h"

#include <amp.h>

using bench::size;

// Does all of its work on the accelerator view that it gets.
typedef std::function<void(const concurrency::accelerator_view &)> amp_function;

// What a pair computes: so many numbers, from either side.
struct output {
	std::size_t size;
	std::function<std::vector<double>()> amp, twin;
};

// An output that is a view on `values`, and the twin's memory; elements T consist of scalars S.
template <typename S, typename View, typename T>
output out(const View &view, const std::vector<T> &values, const bench::memory<T> &twin)
{
	const auto scalars = [](const std::vector<T> &elements) {
		const S *const first = reinterpret_cast<const S *>(elements.data());
		return std::vector<double>(first, first + elements.size() * sizeof(T) / sizeof(S));
	};
	const auto amp = [view, &values, scalars] {
		view.synchronize();
		return scalars(values);
	};
	return {values.size() * sizeof(T) / sizeof(S), amp, [&twin, scalars] { return scalars(twin.read()); }};
}

// Compares the two sides' speed, and their results with the CPU accelerator's. Where that is what is measured by a program with
// CUDA twins, there is no twin, and its results only have to be numbers, and the same again.
void run_pair(const char *name, const amp_function &amp, const std::function<void()> &twin,
              const std::vector<output> &outputs, double tolerance);

// Of the CPU accelerator.
concurrency::accelerator_view cpu_view();

// The first values of what a pair changes, on both accelerators.
template <typename T, int N> class given {
public:
	given(const concurrency::extent<N> &e, const std::vector<T> &values)
	    : here_(e, values.begin(), concurrency::accelerator().get_default_view()),
	      cpu_(e, values.begin(), cpu_view()) {}

	const concurrency::array<T, N> &at(const concurrency::accelerator_view &av) const
	{
		return av == here_.accelerator_view ? here_ : cpu_;
	}

private:
	concurrency::array<T, N> here_, cpu_;
};
