// What is wrong with C that is not about AMP: said once.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s --implicit-check-not=error: < %t
#include <amp.h>

static int twice(int x, int y)
{
	return x + y;
}

int host(int n)
{
	// an assembly statement and an attribute have them
	__asm__ volatile("" ::: "memory");
	[[gnu::unused]] int m = n;
	// CHECK: c-plain_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: '::' is C++, not C
	return twice((:: n), 1);
}

void views(float *d)
{
	// CHECK: c-plain_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: '::' is C++, not C
	amp_array_view(float, 2) v = amp_view(d, :: 5, 5);
	amp_parallel_for_each(v.extent, ^(amp_index2 at) restrict(amp) {
		// CHECK: c-plain_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: use of undeclared identifier 'e'
		amp_at(e, at) = 1;
	});
}

// declarations of one kernel and of one function that differ: in the text, a kernel has two structs for its arguments
void fill(amp_index1 at, amp_array_view(float, 1) v, float value) restrict(amp);
// CHECK: c-plain_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: conflicting types for 'fill'
void fill(amp_index1 at, amp_array_view(float, 1) v, int value) restrict(amp)
{
	amp_at(v, at) = (float)value;
}

static float half(float x) restrict(amp);
// CHECK: c-plain_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: conflicting types for 'half'
static double half(float x) restrict(amp)
{
	return x / 2;
}

static void add(amp_index1 at, amp_array_view(float, 1) v) restrict(amp) { amp_at(v, at) += 1; }
// CHECK: c-plain_errors.c:[[# @LINE + 1]]:{{[0-9]+}}: error: redefinition of 'add'
static void add(amp_index1 at, amp_array_view(float, 1) v) restrict(amp) { amp_at(v, at) += 2; }

void launch(amp_array_view(float, 1) v)
{
	amp_parallel_for_each(v.extent, fill, v, 1);
	amp_parallel_for_each(v.extent, add, v);
	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) { amp_at(v, at) = half(amp_at(v, at)); });
}
