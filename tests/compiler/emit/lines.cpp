// #line keeps each line where it was: what nvcc and the host compiler have to
// say is about the user's lines.
// RUN: ! %ampcc -c -o %t.o %s -DHOST_ERROR 2> %t && grep 'lines.cpp:29: Error: no such instruction' %t
// RUN: %nvcc -c -o %t.o %s 2> %t && ! grep . %t
// RUN: %nvcc -c -o %t.o %s -DDEVICE_WARNING 2> %t && grep 'lines.cpp(22): warning' %t
#include <amp.h>
using namespace concurrency;

int broken(int) restrict(cpu,
                         amp);
int broken(int x) restrict(
	amp, cpu)
{
	return x;
}

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int value = i[0];
#ifdef DEVICE_WARNING
		value /= 0; // nvcc writes lines in parentheses
#endif
		v[i] = value;
	});

#ifdef HOST_ERROR
	// only the assembler knows that there is none
	asm("bad.instruction");
#endif
}
