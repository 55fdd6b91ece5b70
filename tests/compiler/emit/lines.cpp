// #line keeps each line where it was: what the host compiler has to say is about the user's lines; and nvcc does not
// say once more what the host compiler does.
// RUN: ! %ampcc -c -o %t.o %s -DHOST_ERROR 2> %t && grep 'lines.cpp:29: Error: no such instruction' %t
// RUN: %nvcc -c -o %t.o %s 2> %t && ! grep . %t
// RUN: %nvcc -c -o %t.o %s -DWARNING 2> %t && grep 'lines.cpp:22:.*warning' %t && test $(grep -c warning %t) = 1
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
#ifdef WARNING
		value /= 0;
#endif
		v[i] = value;
	});

#ifdef HOST_ERROR
	// only the assembler knows that there is none
	asm("bad.instruction");
#endif
}
