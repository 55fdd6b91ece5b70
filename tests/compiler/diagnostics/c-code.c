// What amp code of C cannot do, and what it cannot capture.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: ! %ampcc -c -o %t.o %s -DCAPTURES 2> %t; %FileCheck --check-prefix=CAPTURES %s < %t
// RUN: ! %ampcc -c -o %t.o %s -DUNDECIDED 2> %t; %FileCheck --check-prefix=UNDECIDED %s < %t
#include <amp.h>
#include <assert.h>
#include <stdio.h>

static int counter;
static float host(float x) { return x; }

typedef struct named {
	int key;
	char *name;
} named;
AMP_DECLARE_TYPE(named);
typedef struct bits {
	unsigned low : 3;
} bits;
AMP_DECLARE_TYPE(bits);
typedef _Complex float complex_float;
AMP_DECLARE_TYPE(complex_float);
typedef long double wide;
AMP_DECLARE_TYPE(wide);

#ifdef UNDECIDED
static int undecided(int n) restrict(cpu, amp)
{
	// UNDECIDED: c-code.c:[[# @LINE + 1]]:9: error: a _Generic is supported in code for the accelerator only if
	return _Generic(n, float: n + 1, int: n - 1);
}
struct two {
	int x, y;
};
static int listed(int n) restrict(cpu, amp)
{
	struct two p = {n, 1};
	// UNDECIDED: c-code.c:[[# @LINE + 1]]:20: error: a designator replaces a part of an earlier value, which must be in braces
	struct two a[2] = {[0] = p, [0].x = 5};
	// UNDECIDED: c-code.c:[[# @LINE + 1]]:20: error: what follows the designator of a member's member needs one
	struct two b[3] = {[0].x = 1, 2, 3};
	// UNDECIDED: c-code.c:[[# @LINE + 1]]:13: error: a range can only be given constants
	int c[4] = {[0 ... 2] = n++};
	// UNDECIDED: c-code.c:[[# @LINE + 1]]:20: error: the braces around a member's initializers are needed beside designators
	struct two d[3] = {1, 2, [2] = {3}};
	return a[0].y + b[0].x + c[0] + d[0].x;
}
static void kernel(amp_index1 i, amp_array_view(int, 1) v) restrict(amp)
{
	amp_at(v, i) = undecided(i.i) + listed(i.i);
}
void launch(amp_array_view(int, 1) v) { amp_parallel_for_each(v.extent, kernel, v); }
#else
#ifndef CAPTURES
// CHECK-NOT: error:
// CHECK: c-code.c:[[# @LINE + 1]]:24: error: a parameter cannot be tile_static
static int of_the_tile(tile_static int *s) restrict(amp) { return s[0]; }
#endif

void code(amp_array_view(float, 1) v, float *p)
{
#ifndef CAPTURES
	// CHECK-NOT: error:
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: call to 'host(float)', which is restrict(cpu)
		amp_at(v, i) = host(1);
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: global variable 'counter' in restrict(amp) code
		counter = 1;
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: call to 'printf
		printf("%d", i.i);
		// CHECK-NOT: error:
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'sqroot' is called in restrict(amp) code, but not declared: is it misspelled, or is a header missing?
		amp_at(v, i) = sqroot(2);
		// CHECK-NOT: declared here
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'assert' in restrict(amp) code
		assert(i.i >= 0);
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: sizeof in restrict(amp) code: the length of an array must be a constant
		amp_at(v, i) = sizeof(int[i.i + 1]);
		// CHECK-NOT: error:
		amp_at(v, i) = sizeof(int[3]) + sizeof(struct { int a; float b[2]; }) + sizeof v + sizeof(i.i + 1) + _Alignof(double);
		// CHECK-NOT: error:
		static const int table[] = {1, 2};
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: static variable 'first' in restrict(amp) code
		static const int *first = table;
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: static variable 'always' in restrict(amp) code: write it without 'static'
		static const int *const always = table;
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: static variable 'n' in restrict(amp) code
		static int n;
		// CHECK: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'goto' in restrict(amp) code
		goto end;
		// CHECK-NOT: error:
	end:
		n++;
	});
#else
	float array[4] = {0}, only_its_size[4];
	static const float fixed[4] = {0}, single = 1;
	int n = 0;

	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the pointer 'p' is captured
		amp_at(v, i) = p[i.i];
		// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a kernel cannot capture an array
		amp_at(v, i) = array[i.i];
		// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a kernel cannot capture an array
		amp_at(v, i) = sizeof(only_its_size[0]);
		// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: static array 'fixed' in restrict(amp) code: only constants that are not arrays can be used
		amp_at(v, i) = fixed[i.i] + single;
		// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a kernel has copies of the variables around it
		n = 1;
	});
	struct { float x; } unnamed = {1};
	typedef struct { float x; } *other;
	other c = NULL;
	// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: 'unnamed' is captured, and its type has no name
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = unnamed.x; });
	// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:{{[0-9]+}}: error: the pointer 'c' is captured
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = c->x; });
	// CAPTURES-DAG: c-code.c:[[# @LINE + 3]]:86: error: 'quad' is of a type that restrict(amp) code does not have
	// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:2: note: it is declared here
	_Float128 quad = 1;
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = (int)quad; });
	// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:2: error: 'named' cannot be the element type of an array or array_view: a struct with a pointer in it is not supported
	amp_array_view(named, 1) elements_1;
	// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:2: error: 'bits' cannot be the element type of an array or array_view: it has a bit field
	amp_array(bits, 2) elements_2;
	// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:2: error: 'complex_float' cannot be the element type of an array or array_view: complex numbers are not supported
	amp_const_array_view(complex_float, 1) elements_3;
	// CAPTURES-DAG: c-code.c:[[# @LINE + 1]]:2: error: 'wide' cannot be the element type of an array or array_view: the only floating types are float and double
	amp_array_view(wide, 3) elements_4;
#endif
}
#endif
