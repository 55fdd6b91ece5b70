// GNU's extensions that amp code refuses (docs/extensions.md), for GPUs and for the CPU.
// RUN: ! %ampcc -std=gnu17 -w -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>

struct dso { int x, y; };
static int f_designated_old(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 2]]:{{[0-9]+}}: error: 'y:' in restrict(amp) code: write '.y ='
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: 'x:' in restrict(amp) code: write '.x ='
	struct dso s = {y: 3, x: i}; return s.x * 10 + s.y;
}
union cu { int x; float y; };
static int f_cast_to_union(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: a cast to a union in restrict(amp) code: write {.member = value}
	union cu u = (union cu)i; return u.x;
}
static int f_function_name(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: a string literal in restrict(amp) code
	return i + __FUNCTION__[0];
}
static int f_choose_expr(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_choose_expr' in restrict(amp) code
	return __builtin_choose_expr(sizeof(int) == 4, i, 2.5f);
}
static int f_types_compatible(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_types_compatible_p' in restrict(amp) code
	return i + __builtin_types_compatible_p(__typeof__(i), int);
}
static int f_constant_p(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_constant_p' is called in restrict(amp) code, but not declared for it
	return i + (__builtin_constant_p(3) ? 1 : 2);
}
static int f_memcpy(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_memcpy' is called in restrict(amp) code, but not declared for it
	float f = i; int n; __builtin_memcpy(&n, &f, 4); return n >> 20;
}
static int f_trap(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_trap' is called in restrict(amp) code, but not declared for it
	if (i > 1000) __builtin_trap(); return i;
}
static int f_prefetch(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_prefetch' is called in restrict(amp) code, but not declared for it
	__builtin_prefetch(&i); return i;
}
static int f_object_size(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_object_size' is called in restrict(amp) code, but not declared for it
	int a[4]; (void)a; return i + (int)__builtin_object_size(a, 0);
}
static int f_sync(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__sync_fetch_and_add_4' is called in restrict(amp) code, but not declared for it
	return __sync_fetch_and_add(&i, 2) + i;
}
static int f_atomic_builtin(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__atomic_add_fetch' in restrict(amp) code
	return __atomic_add_fetch(&i, 2, __ATOMIC_SEQ_CST);
}
static int f_alloca(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_alloca' is called in restrict(amp) code, but not declared for it
	int *p = (int *)__builtin_alloca(8); p[1] = i; return p[1];
}
typedef int v4 __attribute__((vector_size(16)));
static int f_vector_size(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 'v' of type 'v4' in restrict(amp) code: vectors of the compiler's own are not supported [
	v4 v = {i, 2, 3, 4}; return v[0];
}
static int f_label_value(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: 'goto' in restrict(amp) code
	void *p = &&out; goto *p; out: return i;
}
static int f_local_label(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: 'goto' in restrict(amp) code
	({ __label__ done; if (i) goto done; i = 3; done: ; }); return i;
}
// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: parameter 'v' of type 'int[n++]' in restrict(amp) code: the length of an array must be a constant
static int changed_length(int n, int v[n++]) restrict(amp) { return v[0] + n; }
// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: parameter 'v' of type 'int[n][n]' in restrict(amp) code: the length of an array must be a constant
static int inner_length(int n, int v[n][n]) restrict(amp) { return v[0][1]; }
static int f_vla(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 'a' of type 'int[i + 1]' in restrict(amp) code: the length of an array must be a constant
	int a[i + 1]; a[i] = 4; return a[i];
}
static int f_sizeof_vla(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: sizeof in restrict(amp) code: the length of an array must be a constant
	return (int)sizeof(int[i + 1]);
}
static int f_asm(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: an assembly statement in restrict(amp) code
	__asm__(""); return i;
}
static int f_asm_name(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: a variable's register or name in assembly in restrict(amp) code
	register int a __asm__("eax") = i; return a;
}
static int f_int128(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 'a' of type '__int128' in restrict(amp) code: there are no integers of 128 bits
	__int128 a = i; return (int)(a * a);
}
static int f_float16(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 'a' of type '_Float16' in restrict(amp) code: the only floating types are float and double
	_Float16 a = i; return (int)a;
}
static int f_float128(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 'a' of type '__float128' in restrict(amp) code: the only floating types are float and double
	__float128 a = i; return (int)a;
}
static int f_long_double(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 'a' of type 'long double' in restrict(amp) code: the only floating types are float and double
	long double a = i; return (int)a;
}
static int f_complex(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 'a' of type '_Complex float' in restrict(amp) code: complex numbers are not supported
	_Complex float a = i; return (int)__real__ a;
}
static int f_imaginary(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: an imaginary literal in restrict(amp) code
	return (int)__imag__ (i * 2.0fi);
}
struct bf { int x : 4; };
static int f_bit_field(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 's' of type 'struct bf' in restrict(amp) code: it has a bit field
	struct bf s = {i & 3}; return s.x;
}
static void cu(int *p) restrict(amp) { (void)p; }
static int f_cleanup(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: the attribute 'cleanup' in restrict(amp) code
	int a __attribute__((cleanup(cu))) = i; return a;
}
static int f_tgmath(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: macros of <tgmath.h> cannot be used in restrict(amp) code: call the function of <math.h> for the type
	return __builtin_tgmath(sqrtf, sqrt, sqrtl, i);
}
static int f_nested_function(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: 'g' is called in restrict(amp) code, but not declared: is it misspelled, or is a header missing?
	int g(int x) { return x + i; } return g(2);
}
static __thread int th;
static int f_thread(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 2]]:{{[0-9]+}}: error: global variable 'th' in restrict(amp) code: only constants can be used
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: global variable 'th' in restrict(amp) code: only constants can be used
	th = i; return th;
}
static int f_volatile(int i) restrict(amp)
{
	// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: variable 'a' of type 'volatile int' in restrict(amp) code: volatile is not supported
	volatile int a = i; return a + 1;
}
// CHECK: [[# @LINE + 4]]:{{[0-9]+}}: error: a function with an ellipsis cannot be restrict(amp)
// CHECK: [[# @LINE + 3]]:{{[0-9]+}}: error: variable 'a' of type '__builtin_va_list' in restrict(amp) code: a struct with a pointer in it is not supported
// CHECK: [[# @LINE + 2]]:{{[0-9]+}}: error: '__builtin_va_start' is called in restrict(amp) code, but not declared for it
// CHECK: [[# @LINE + 1]]:{{[0-9]+}}: error: '__builtin_va_end' is called in restrict(amp) code, but not declared for it
static int vl(int n, ...) restrict(amp) { __builtin_va_list a; __builtin_va_start(a, n); int r = __builtin_va_arg(a, int); __builtin_va_end(a); return r; }
static int f_va_list(int i) restrict(amp)
{
	return vl(1, i);
}

void kernel(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		amp_at(v, i) += f_designated_old(i.i);
		amp_at(v, i) += f_cast_to_union(i.i);
		amp_at(v, i) += f_function_name(i.i);
		amp_at(v, i) += f_choose_expr(i.i);
		amp_at(v, i) += f_types_compatible(i.i);
		amp_at(v, i) += f_constant_p(i.i);
		amp_at(v, i) += f_memcpy(i.i);
		amp_at(v, i) += f_trap(i.i);
		amp_at(v, i) += f_prefetch(i.i);
		amp_at(v, i) += f_object_size(i.i);
		amp_at(v, i) += f_sync(i.i);
		amp_at(v, i) += f_atomic_builtin(i.i);
		amp_at(v, i) += f_alloca(i.i);
		amp_at(v, i) += f_vector_size(i.i);
		amp_at(v, i) += f_label_value(i.i);
		amp_at(v, i) += f_local_label(i.i);
		amp_at(v, i) += f_vla(i.i);
		amp_at(v, i) += f_sizeof_vla(i.i);
		amp_at(v, i) += f_asm(i.i);
		amp_at(v, i) += f_asm_name(i.i);
		amp_at(v, i) += f_int128(i.i);
		amp_at(v, i) += f_float16(i.i);
		amp_at(v, i) += f_float128(i.i);
		amp_at(v, i) += f_long_double(i.i);
		amp_at(v, i) += f_complex(i.i);
		amp_at(v, i) += f_imaginary(i.i);
		amp_at(v, i) += f_bit_field(i.i);
		amp_at(v, i) += f_cleanup(i.i);
		amp_at(v, i) += f_nested_function(i.i);
		amp_at(v, i) += f_thread(i.i);
		amp_at(v, i) += f_volatile(i.i);
		amp_at(v, i) += f_va_list(i.i);
	});
}

// nvcc has no variables of no size.
struct without_members {};
struct around_it { int n; struct without_members nothing; };
// CHECK: c-gnu_extensions.c:[[# @LINE + 1]]:{{[0-9]+}}: error: variable 's' of type 'struct without_members' in restrict(amp) code: code for GPUs has no variables without a size
static int of_empty(int i) restrict(cpu, amp) { struct without_members s; (void)s; return i; }
// CHECK-NOT: of_nested
static int of_nested(struct around_it a) restrict(cpu, amp) { return a.n; }
// CHECK: c-gnu_extensions.c:[[# @LINE + 1]]:{{[0-9]+}}: error: variable 'a' of type 'int[0]' in restrict(amp) code: code for GPUs has no variables without a size
static int of_no_elements(int i) restrict(cpu, amp) { int a[0]; (void)a; return i; }
