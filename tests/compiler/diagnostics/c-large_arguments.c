// A kernel's arguments that are too much for a GPU; the CPU accelerator takes them.
// RUN: ! %nvcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
// RUN: %ampcc -c -o %t.o %s
#include <amp.h>

struct large {
	float x[8000];
};

static void copy(amp_index1 at, struct large in, amp_array_view(float, 1) out) restrict(amp)
{
	amp_at(out, at) = in.x[at.i];
}

void run(amp_array_view(float, 1) v, struct large in)
{
	// CHECK: c-large_arguments.c:[[# @LINE - 7]]:13: error: the kernel takes 320{{[0-9]+}} bytes with it, and GPUs take at most 32000
	amp_parallel_for_each(v.extent, copy, in, v);
}
