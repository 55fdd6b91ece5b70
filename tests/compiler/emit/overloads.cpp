// Functions that differ only in restriction: in the device unit the host's
// is renamed, so that kernels keep the name.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: {{^}}int [[CPU:where_[a-z]+]](int x) { return x; }
int where(int x) { return x; }
// CHECK: __host__ __device__ int where(int x) { return -x; }
int where(int x) restrict(amp) { return -x; }

// CHECK: v[i] = where(i[0]);
void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = where(i[0]); });
	// CHECK: v[0] += [[CPU]](1);
	v[0] += where(1);
}

// The second declarator is not the first one's code: the type of its parameter is the CPU's.
long to_measure(int) restrict(cpu);
float to_measure(int) restrict(amp);
void of_kernels() restrict(amp), of_the_cpu(decltype(to_measure(1)) *);
void measure(long *size) { of_the_cpu(size); }
// CHECK: void measure(long *size)
