// A constant whose value depends on template parameters and that is needed in a kernel by another one only,
// since a third hides it. Where the value is known, nothing is hidden.
// RUN: ! %ampcc -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = 1
#include <amp.h>
using namespace concurrency;

template <typename T> void f(array_view<int> v)
{
	const int N = sizeof(T);
	{
		const int M = N * 2;
		// CHECK: hidden_names.cpp:[[# @LINE + 1]]:13: error: this hides another declaration of the same name, which amp code also needs: rename one of them
		const int N = 8;
		parallel_for_each(v.extent.tile<N>(), [=](tiled_index<N> t) restrict(amp) { v[t] = M; });
	}
}

void g(array_view<int> v)
{
	const int N = 2;
	{
		const int M = N * 2, N = 8;
		parallel_for_each(v.extent.tile<N>(), [=](tiled_index<N> t) restrict(amp) { v[t] = M; });
	}
	f<int>(v);
}
