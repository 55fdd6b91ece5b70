// Kernels that do not fit their domain, or are not restricted.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: ! %ampcc -c -o %t.o %s -DRANK 2> %t; %FileCheck --check-prefix=RANK %s < %t
#include <amp.h>
using namespace concurrency;

void run(array_view<int, 1> v)
{
	// CHECK: kernels.cpp:[[# @LINE + 1]]:30: error: the kernel is restrict(cpu): write restrict(amp) behind its parameters [C++ AMP 7]
	parallel_for_each(v.extent, [=](index<1> i) { v[i] = 1; });
}

#ifdef RANK
void rank(array_view<int, 1> v)
{
	// RANK: kernels.cpp:[[# @LINE + 1]]:20: error: the kernel takes an 'index<2>', but the domain is an 'extent<1>' [C++ AMP 7]
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i[0]] = 1; });
}
#endif
