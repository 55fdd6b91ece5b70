// Kernels that do not take the indices of their domain, and what would help.
// RUN: ! %ampcc -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = 14
#include <amp.h>
using namespace concurrency;

struct function_object {
	array_view<float, 2> v;
	void operator()(tiled_index<4, 4> t) const restrict(amp) { v[t] = 1; }
};

void no_lambda(index<2>) restrict(amp);

// Each domain finds its own.
struct of_both_ranks {
	array_view<float, 2> v;
	void operator()(index<1> i) const restrict(amp) { v(0, i[0]) = 1; }
	void operator()(index<2> i) const restrict(amp) { v[i] = 1; }
};

// A launch in a template, of whatever it is called with.
template <typename Kernel> void for_all(array_view<float, 2> v, const Kernel &k)
{
	parallel_for_each(v.extent, k);
}
template <typename Kernel> struct launcher {
	Kernel k;
	void operator()(array_view<float, 2> v) const { for_all(v, k); }
};
template <typename Kernel> launcher<Kernel> launch(const Kernel &k) { return {k}; }

template <int Size, typename Kernel> void in_tiles(array_view<float, 2> v, const Kernel &k)
{
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel takes a 'tiled_index<4, 4>', but the domain is a 'tiled_extent<8, 8>' [C++ AMP 7]
	parallel_for_each(v.extent.tile<Size, Size>(), k);
}

void run(array_view<float, 2> v)
{
	// CHECK: launches.cpp:[[# @LINE + 1]]:2: note: 'in_tiles({{.*}})' is called from here
	in_tiles<8>(v, [=](tiled_index<4, 4> t) restrict(amp) { v[t] = 1; });
	parallel_for_each(v.extent, of_both_ranks{v});
	parallel_for_each(v[0].extent, of_both_ranks{v});
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel takes nothing, but the domain is an 'extent<2>': its parameter is the index [C++ AMP 7]
	parallel_for_each(v.extent, [=]() restrict(amp) { v(0, 0) = 1; });
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel takes a number, but the domain is an 'extent<2>': its parameter is the index [C++ AMP 7]
	parallel_for_each(v.extent, [=](int i) restrict(amp) { v(0, i) = 1; });
	// CHECK: launches.cpp:[[# @LINE + 1]]:34: error: no template named 'indx'
	parallel_for_each(v.extent, [=](indx<2> i) restrict(amp) { v[i] = 1; });
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel takes a 'tiled_index<8, 4>', but the domain is a 'tiled_extent<4, 8>' [C++ AMP 7]
	parallel_for_each(v.extent.tile<4, 8>(), [=](tiled_index<8, 4> t) restrict(amp) { v[t] = 1; });
	// CHECK: launches.cpp:[[# @LINE + 4]]:20: error: the kernel takes a 'tiled_index<8, 4>', but the domain is an 'extent<2>', which has no tiles [C++ AMP 7]
	// CHECK-NEXT: parallel_for_each
	// CHECK-NEXT: {{^	                  \^$}}
	// CHECK-NEXT: {{^	                          .tile<8, 4>\(\)$}}
	parallel_for_each(v.extent, [=](tiled_index<8, 4> t) restrict(amp) { v[t] = 1; });
	function_object f = {v};
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel takes a 'tiled_index<4, 4>', but the domain is a 'tiled_extent<2, 2>' [C++ AMP 7]
	parallel_for_each(v.extent.tile<2, 2>(), f);
	// CHECK: launches.cpp:[[# @LINE + 4]]:30: error: the kernel is restrict(cpu)
	// CHECK-NEXT: parallel_for_each
	// CHECK-NEXT: ^
	// CHECK-NEXT: {{^	                                            restrict\(amp\)$}}
	parallel_for_each(v.extent, [=](index<2> i) {
		tile_static int n;
		atomic_fetch_inc(&n);
		v[i] = 1;
	});
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel has more parameters than one, the index: what else it needs it captures [C++ AMP 7]
	parallel_for_each(v.extent, [=](index<2> i, int n) restrict(amp) { v[i] = n; });
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel takes its index by a reference that is not const [C++ AMP 7]
	parallel_for_each(v.extent, [=](index<2> &i) restrict(amp) { v[i] = 1; });
	parallel_for_each(v.extent, [=](const index<2> &i, int n = 2) restrict(amp) { v[i] = n; });
	// CHECK: launches.cpp:[[# @LINE + 1]]:13: error: the kernel is restrict(cpu)
	for_all(v, [=](index<2> i) { v[i] = 1; });
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel is restrict(cpu)
	const auto fill = [=](auto i) { v[i] = 1; };
	launch(fill)(v);
	// CHECK: launches.cpp:[[# @LINE + 1]]:30: error: 'no_lambda' is a function, and a kernel is a lambda or a function object: call it in [=](index<1> i) restrict(amp) { no_lambda(i); } [C++ AMP 7]
	parallel_for_each(v.extent, no_lambda);
	// What follows from the kernel's index is no further mistake.
	// CHECK: launches.cpp:[[# @LINE + 1]]:20: error: the kernel takes an 'index<1>', but the domain is an 'extent<2>' [C++ AMP 7]
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
	// A tiled index is an index, too.
	parallel_for_each(v.extent.tile<2, 2>(), [=](index<2> i) restrict(amp) { v[i] = 1; });
}
