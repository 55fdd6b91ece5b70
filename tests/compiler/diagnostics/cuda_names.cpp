// Names at global scope that CUDA's functions have, too, and that neither of them can do without.
// RUN: ! %ampcc --amp-arch=none -std=c++17 -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

// CHECK: cuda_names.cpp:[[# @LINE + 1]]:30: error: the device compiler has a function or a variable 'max' at global scope, where this class template cannot be, too
template <typename T> struct max {
	T n;
};
// CHECK: cuda_names.cpp:[[# @LINE + 1]]:11: error: the device compiler has a function or a variable 'threadIdx' at global scope, where this namespace cannot be, too
namespace threadIdx {
struct min {};
}
// These can.
template <typename T> struct all {};
namespace any {}
enum { min };

void run(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = min; });
}
