// In C without <amp.h>, the first error says so, and all others follow from it.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
static float twice(float x) restrict(amp) { return 2 * x; }

void run(float *p, int n)
{
	amp_array_view(float, 1) v = amp_view(p, n);
	// CHECK: c-no_header.c:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}; <amp.h> is not included
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = twice(1); });
	amp_release(v);
}
