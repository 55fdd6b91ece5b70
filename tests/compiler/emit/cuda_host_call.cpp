// A kernel's call of a CPU's function, in emitted CUDA that is edited later, is nvcc's error. By itself nvcc warns, which -w
// hides, and omits the call.
// RUN: %nvcc -w --amp-emit-cuda -c -o %t.cu %s && sed -n '2s,^// *,,p' %t.cu >%t.sh && sed -i 's/F::kernels_of/F::of/' %t.cu
// RUN: ! sh %t.sh 2>%t.log; %FileCheck %s <%t.log
#include <amp.h>
using namespace concurrency;

struct next {
	static int of(int x) { return x + 1; }
	static long kernels_of(int x) restrict(amp) { return x + 2; }
};

template <class F> void fill(array_view<int> v)
{
	// CHECK: error: calling a __host__ function
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = static_cast<int>(F::kernels_of(i[0])); });
}

void use(array_view<int> v) { fill<next>(v); }
