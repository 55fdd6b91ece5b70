// For nvcc a variable whose type follows from a call with template parameters depends on them, whatever clang knows of it.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

inline extent<1> make(int n) { return extent<1>(n); }
template <int N> void run(array_view<int> v, extent<1> all)
{
	auto e = make(N);
	const auto &same = e;
	// CHECK: parallel_for_each(e.template tile<N>(), run_kernel_1
	parallel_for_each(e.tile<N>(), [=](tiled_index<N> t) restrict(amp) { v[t.global] = 1; });
	// CHECK: parallel_for_each(same.template tile<N>(), run_kernel_2
	parallel_for_each(same.tile<N>(), [=](tiled_index<N> t) restrict(amp) { v[t.global] = 1; });
	// CHECK: parallel_for_each(make(N).template tile<N>(), run_kernel_3
	parallel_for_each(make(N).tile<N>(), [=](tiled_index<N> t) restrict(amp) { v[t.global] = 1; });
	// CHECK: parallel_for_each(all.tile<N>(), run_kernel_4
	parallel_for_each(all.tile<N>(), [=](tiled_index<N> t) restrict(amp) { v[t.global] = 1; });
}
void run_all(array_view<int> v) { run<2>(v, v.extent); }

// A keyword in front of an absolute name is no part of it.
template <typename T> class storage
{
	// CHECK: {{^}}	typedef ::Concurrency::array<T, 1> array_type;
	typedef ::Concurrency::array<T, 1> array_type;
	array_type *all;
};
storage<int> stored;
