// What people write in C who know C++ AMP, or CUDA, or what they forget: one error each.
// RUN: ! %ampcc -c -o %t.o %s 2> %t && %FileCheck %s < %t && %FileCheck --check-prefix=HOST %s < %t
// RUN: ! %ampcc -c -o %t.o %s -DNO_SEMICOLON 2> %t; %FileCheck --check-prefix=SEMICOLON %s < %t
#include <amp.h>

static float values[8][8];

#ifdef NO_SEMICOLON
void end(amp_array_view(float, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		amp_at(v, i) = 1;
	// SEMICOLON: c-mistakes.c:[[# @LINE + 1]]:4: error: expected ';' after expression
	})
	amp_release(v);
	// SEMICOLON-NOT: error:
}
#else
void views(amp_array_view(float, 1) v, amp_const_array_view(float, 1) c, amp_array_view(float, 1) *p)
{
	float array[4];

	// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a view of 'float' is made from 'float[8][8]': it takes a pointer to the first element
	amp_array_view(float, 2) m = amp_view(values, 8, 8);
	// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: amp_view takes a pointer, and an extent for each dimension
	amp_array_view(float, 1) n = amp_view(array);
	// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: amp_section takes where the part begins and how large it is
	amp_array_view(float, 1) s = amp_section(v, 1, 2, 3);
	// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: amp_project takes an array or a view of rank 2 or 3
	amp_array_view(float, 1) r = amp_project(v, 1);
	// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the elements of a const view cannot be written
	amp_at(c, 0) = 1;
	// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: amp_at takes an array or a view, not a pointer to one
	amp_at(p, 0) = 1;
	// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: amp_release takes an array or a view
	amp_release(array);
}

void kernel(amp_array_view(float, 1) v, amp_array_view(int, 1) w)
{
	amp_parallel_for_each(amp_tile(v.extent, 16), ^(amp_tiled_index1 t) restrict(amp) {
		double x = 0;

		// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: amp_at takes an index or an int for each dimension; of a tiled index, its member global
		amp_at(v, t) = 1;
		// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: subscripted value is not an array, pointer, or vector: elements of a view are amp_at(v, i)
		v[t.global] = 1;
		// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: called object type 'amp_array_view(float, 1)' is not a function or function pointer: its elements are amp_at(v, i)
		v(t.global) = 1;
		// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: no member named 'x' in 'amp_index1': its members are i, j and k
		amp_at(v, t.global.x) = 1;
		// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: atomic operations are on int and unsigned, add and exchange also on float
		amp_atomic_fetch_add(&x, 1.0);
		// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: an atomic operation takes a pointer to what it changes
		amp_atomic_fetch_add(amp_at(w, 0), 1);
		// HOST: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'amp_synchronize' is for the host, but called in restrict(amp) code
		amp_synchronize(v);
	});
}

void literals(amp_array_view(float, 1) v)
{
	// CHECK: c-mistakes.c:[[# @LINE + 1]]:37: error: too many arguments of a macro: a compound literal, as also (amp_array_view(float, 1))amp_section(...) is one, needs parentheses around it there
	amp_copy((amp_array_view(float, 1))amp_section(v, 0, 2), v);
}

// A launch is not looked at any more, where it is not understood.
void launches(amp_array_view(float, 1) v)
{
	// CHECK: c-mistakes.c:[[# @LINE + 2]]:{{[0-9]+}}: error: a view of rank 1 is used as if it had rank 2
	// CHECK-NOT: error:
	amp_parallel_for_each(amp_tile(v.extent, 4, 4), ^(amp_tiled_index1 t) restrict(amp) { amp_at(v, t.global) = 1; });
}

// Behind a syntax error nothing is said up to the end of the function.
void no_caret(amp_array_view(float, 1) v)
{
	// CHECK: c-mistakes.c:[[# @LINE + 2]]:{{[0-9]+}}: error: a kernel begins with ^: ^(amp_index1 i) restrict(amp) {...}
	// CHECK-NOT: error:
	amp_parallel_for_each(v.extent, (amp_index1 i) restrict(amp) { amp_at(v, i) = 1; });
}

void no_comma(amp_array_view(float, 1) v)
{
	// CHECK: c-mistakes.c:[[# @LINE + 2]]:{{[0-9]+}}: error: a comma is missing between the domain and the kernel
	// CHECK-NOT: error:
	amp_parallel_for_each(v.extent ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 1; });
}

void lambda(amp_array_view(float, 1) v)
{
	// CHECK: c-mistakes.c:[[# @LINE + 2]]:{{[0-9]+}}: error: a kernel is a block in C
	// CHECK-NOT: error:
	amp_parallel_for_each(v.extent, [=](amp_index1 i) restrict(amp) { amp_at(v, i) = 1; });
}

void no_rank(amp_array_view(float, 1) v)
{
	// CHECK: c-mistakes.c:[[# @LINE + 2]]:{{[0-9]+}}: error: unknown type 'amp_index': the ranks have names of their own
	// CHECK-NOT: error:
	amp_parallel_for_each(v.extent, ^(amp_index i) restrict(amp) { amp_at(v, i) = 1; });
}

// A variable whose type is wrong is not undeclared, too.
void two_words(void *p)
{
	// CHECK: c-mistakes.c:[[# @LINE + 2]]:2: error: the element type of an array or view must be one word
	// CHECK-NOT: error:
	amp_array_view(struct point, 1) v = amp_view(p, 5);
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i).x = 1; });
}

struct point { float x; };
// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: AMP_DECLARE_TYPE takes one word
AMP_DECLARE_TYPE(struct point);

void host(void)
{
	// CHECK: c-mistakes.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a tile_static variable in a function that is restrict(cpu)
	tile_static float s[16];
	// CHECK-NOT: error:
}
#endif

#ifndef NO_SEMICOLON
// What is not declared is said once in a function. No error follows from one in a declaration.
// CHECK: c-mistakes.c:[[# @LINE + 1]]:24: error: unknown type name 'amp_barrier'
static int wait(int x, amp_barrier b) restrict(amp)
{
	return x;
}
// CHECK: c-mistakes.c:[[# @LINE + 1]]:38: error: unknown type 'amp_aray_view(...)'
void misspelled(amp_aray_view(float, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = 1; });
}
void undeclared(void)
{
	// CHECK: c-mistakes.c:[[# @LINE + 2]]:24: error: use of undeclared identifier 'v'
	// CHECK-NOT: error:
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
	  amp_at(v, i) = i.i;
	});
}
void declared(amp_array_view(float, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
	  amp_at(v, i) = wait(i.i, i.i);
	});
}
#endif
