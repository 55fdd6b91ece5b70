// Kernels of C, and their launches.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: ! %ampcc -DNEEDS -c -o %t.o %s 2> %t; %FileCheck --check-prefix=NEEDS %s < %t
#include <amp.h>

#ifdef NEEDS
struct pair {
	int a;
};
// NEEDS: c-kernels.c:[[# @LINE + 1]]:13: error: 'pair' is a typedef here and the tag of another type, which is not supported in code for the accelerator
typedef int pair;
static pair first(struct pair p) restrict(amp)
{
	return p.a;
}
int far(int x) restrict(amp);

void needs(amp_array_view(float, 1) v)
{
	// NEEDS: c-kernels.c:[[# @LINE + 2]]:{{[0-9]+}}: error: 'far' is called in a kernel, but defined in another unit
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
	  amp_at(v, i) = far(1);
	});
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
	  amp_at(v, i) = first((struct pair){i.i});
	});
}
#else

static void set(amp_index1 at, float a, amp_array_view(float, 1) v) restrict(amp)
{
	amp_at(v, at) = a;
}
static void copy(amp_index1 at, amp_const_array_view(float, 1) in, amp_array_view(float, 1) out) restrict(amp)
{
	amp_at(out, at) = amp_at(in, at);
}
static void clear(amp_index1 at, float *p) restrict(amp) { p[at.i] = 0; }
static float host(float x) { return x; }

// What else is wrong does not hide what is wrong in launches.
void captures(amp_array_view(float, 1) v, float *p)
{
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the pointer 'p' is captured
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = p[0]; });
}

void launches(amp_array_view(float, 1) v, amp_array_view(float, 2) m, float *p, amp_extent3 cube)
{
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the block needs restrict(amp) behind its parameters
	amp_parallel_for_each(v.extent, ^(amp_index1 i) { amp_at(v, i) = 1; });
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the domain is an amp_extent1, and the kernel takes an amp_index2
	amp_parallel_for_each(v.extent, ^(amp_index2 i) restrict(amp) { amp_at(m, i) = 1; });
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the function needs restrict(amp) behind its parameters
	amp_parallel_for_each(v.extent, host);
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the domain is of type 'int'; it must be an amp_extent
	amp_parallel_for_each(5, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 1; });
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: amp_parallel_for_each takes a domain and a kernel
	amp_parallel_for_each(v.extent);
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile has at most 1024 threads
	amp_parallel_for_each(amp_tile(m.extent, 64, 64), ^(amp_tiled_index2 t) restrict(amp) {
		amp_at(m, t.global) = 1;
	});
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a block with restrict(amp) can only be an argument of amp_parallel_for_each
	void (^b)(amp_index1) = ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 1; };
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: kernel 'set' takes 2 arguments behind the index, and 1 is here
	amp_parallel_for_each(v.extent, set, 1);
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: argument 'a' of kernel 'set' must be of type 'float'; here it is 'amp_array_view(float, 1)'
	amp_parallel_for_each(v.extent, set, v, 1);
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: argument 'in' of kernel 'copy' must be of type 'amp_const_array_view(float, 1)'; here it is 'amp_array_view(float, 1)': write (amp_const_array_view(float, 1))amp_view_of(...)
	amp_parallel_for_each(v.extent, copy, v, v);
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the pointer 'p' is an argument of kernel 'clear'
	amp_parallel_for_each(v.extent, clear, p);
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile has at most 1024 threads
	amp_parallel_for_each(amp_tile(v.extent, 2048), ^(amp_tiled_index1 t) restrict(amp) { amp_at(v, t.global) = 1; });
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile has at least one thread in each dimension
	amp_parallel_for_each(amp_tile(v.extent, 0), ^(amp_tiled_index1 t) restrict(amp) { amp_at(v, t.global) = 1; });
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile of rank 3 has at most 64 threads along its first dimension
	amp_parallel_for_each(amp_tile(cube, 128, 1, 1), ^(amp_tiled_index3 t) restrict(amp) { amp_at(v, t.global.i) = 1; });
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the domain is of type 'amp_array_view(float, 1)'; it must be an amp_extent, as its member extent is
	amp_parallel_for_each(v, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 1; });
	// CHECK: c-kernels.c:[[# @LINE + 2]]:{{[0-9]+}}: error: a kernel cannot return a value
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		return i.i;
	});
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: amp_parallel_for_each_on takes an amp_accelerator_view * first
	amp_parallel_for_each_on(3, v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 1; });
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a block captures what it needs, and cannot take more arguments
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 2; }, 3);
	// CHECK: c-kernels.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the kernel takes one parameter, an amp_index or an amp_tiled_index
	amp_parallel_for_each(v.extent, ^(amp_index1 i, int n) restrict(amp) { amp_at(v, i) = n; });
}
// CHECK-NOT: error:
#endif
