// #line keeps each line where it was: what nvcc and the host compiler have to
// say is about the user's lines.
// RUN: ! %nvcc -c -o %t.o %s -DNVCC_ERROR 2>&1 | grep -n 'lines.cpp[:(]18'
// RUN: ! %ampcc -c -o %t.o %s -DHOST_ERROR 2>&1 | grep -n 'lines.cpp:24:'
// RUN: ! %nvcc -c -o %t.o %s -DNVCC_ERROR 2>/dev/null
// RUN: ! %ampcc -c -o %t.o %s -DHOST_ERROR 2>/dev/null
// RUN: %nvcc -c -o %t.o %s
#include <amp.h>
using namespace concurrency;

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int value = i[0];
#ifdef NVCC_ERROR
		asm("bad.instruction");
#endif
		v[i] = value;
	});

#ifdef HOST_ERROR
	asm("bad.instruction");
#endif
}
