// Types that restrict(amp) code may not use (C++ AMP 2.4.1).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: %ampcc --amp-extensions -fsyntax-only -DONLY_INTEGERS %s
#include <amp.h>
using namespace concurrency;

namespace graphics { // not Concurrency's

struct shape {
	virtual int sides() const { return 4; }
};

} // namespace graphics

#ifndef ONLY_INTEGERS
void at_end(int *) restrict(amp);
void gnu(int n) restrict(amp)
{
	// CHECK: types.cpp:[[# @LINE + 1]]:23: error: the attribute 'cleanup' in restrict(amp) code
	int a __attribute__((cleanup(at_end))) = n;
	// CHECK: types.cpp:[[# @LINE + 1]]:9: error: the attribute 'cleanup' in restrict(amp) code
	[[gnu::__cleanup__(at_end)]] int b;
	typedef int quad __attribute__((vector_size(16)));
	// CHECK: types.cpp:[[# @LINE + 1]]:7: error: variable 'q' of type 'quad' in restrict(amp) code: vectors of the compiler's own are not supported
	quad q = {1, 2, 3, 4};
}
#endif

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: types.cpp:[[# @LINE + 1]]:8: error: variable 'c' of type 'char' in restrict(amp) code: the only integer types are int, long, their unsigned forms and bool
		char c = 1;
		// CHECK: types.cpp:[[# @LINE + 1]]:13: error: variable 'l' of type 'long long'
		long long l = 2;
#ifndef ONLY_INTEGERS
		// CHECK: types.cpp:[[# @LINE + 1]]:16: error: variable 'd' of type 'volatile int' in restrict(amp) code: volatile is not supported
		volatile int d = 3;
		// CHECK: types.cpp:[[# @LINE + 1]]:9: error: variable 'p' of type 'int **' in restrict(amp) code: a pointer to a pointer is not supported
		int **p = nullptr;
		// CHECK: types.cpp:[[# @LINE + 1]]:19: error: variable 's' of type 'graphics::shape' in restrict(amp) code: it has a virtual function
		graphics::shape s;
#endif
		v[i] = c + static_cast<int>(l);
	});
}

#ifndef ONLY_INTEGERS
char letter;

// A type that stands alone is checked as any other.
int measure(int x) restrict(amp)
{
	// CHECK: types.cpp:[[# @LINE + 1]]:11: error: global variable 'letter' in restrict(amp) code
	decltype(letter + x);
	// CHECK: types.cpp:[[# @LINE + 1]]:15: error: a conversion to an object of type 'char' in restrict(amp) code
	decltype(x + char());
	decltype(x + 1L);
	return x;
}

void first() restrict(amp)
{
	// CHECK: types.cpp:[[# @LINE + 1]]:16: error: variable 'a' of type 'decltype('a')' in restrict(amp) code
	decltype('a') a;
}

void second() restrict(amp)
{
	// CHECK: types.cpp:[[# @LINE + 1]]:16: error: variable 'b' of type 'decltype('a')' in restrict(amp) code
	decltype('a') b;
}
#endif

#ifndef ONLY_INTEGERS
struct shape {
	virtual float area() const;
};
struct circle : shape {
	float radius;
};
struct pixel {
	unsigned char r, g;
	int depth;
};
struct picture {
	pixel at[4];
};

// The members that a class is refused for are named, each once.
void draw() restrict(amp)
{
	// CHECK: types.cpp:[[# @LINE + 5]]:9: error: variable 'c' of type 'circle' in restrict(amp) code: it has a virtual function
	// CHECK: types.cpp:{{[0-9]+}}:17: note: because of 'shape'
	// CHECK-NEXT: struct circle : shape
	// CHECK-NEXT: ^
	// CHECK-NEXT: types.cpp:{{[0-9]+}}:16: note: because of 'area'
	circle c;
	// CHECK: types.cpp:[[# @LINE + 4]]:10: error: variable 'p' of type 'picture' in restrict(amp) code: the only integer types
	// CHECK: types.cpp:{{[0-9]+}}:8: note: because of 'at'
	// CHECK: types.cpp:{{[0-9]+}}:16: note: because of 'r'
	// CHECK: types.cpp:{{[0-9]+}}:19: note: because of 'g'
	picture p;
	// CHECK: types.cpp:[[# @LINE + 2]]:9: error: variable 'q' of type 'pixel *'
	// CHECK-NOT: because of
	pixel *q;
}
#endif

#ifndef ONLY_INTEGERS
template <typename T> struct storage {
	T value[4];
};
template <typename T, int N> struct tagged : storage<T> {
	int tag;
};
template <typename T> struct longer : tagged<T, 3> {};
template <typename Base> struct named : Base {
	int name;
};
template <typename T> struct packed {
	T x;
};
template <> struct packed<char> {
	int x;
};
template <typename T> struct repacked : packed<T> {};
template <typename... Bases> struct joined : Bases... {};

// Base classes that depend on the parameters of a template.
void derive() restrict(amp)
{
	tagged<int, 1> a;
	// CHECK: types.cpp:[[# @LINE + 3]]:18: error: variable 'b' of type 'tagged<char, 1>' in restrict(amp) code: the only integer types
	// CHECK: types.cpp:{{[0-9]+}}:46: note: because of 'storage<T>'
	// CHECK: types.cpp:{{[0-9]+}}:4: note: because of 'value'
	tagged<char, 1> b;
	// CHECK: types.cpp:[[# @LINE + 1]]:15: error: variable 'c' of type 'longer<char>'
	longer<char> c;
	// CHECK: types.cpp:[[# @LINE + 1]]:15: error: variable 'd' of type 'named<shape>' in restrict(amp) code: it has a virtual function
	named<shape> d;
	// CHECK-NOT: types.cpp:[[# @LINE + 1]]
	repacked<char> e;
}
#endif

// An enumeration's underlying type is one mistake, however often it is used.
enum small : short { NONE, SOME };
// CHECK: types.cpp:[[# @LINE + 2]]:14: error: result of type 'small' in restrict(amp) code: the only integer types
// CHECK: types.cpp:[[# @LINE - 2]]:6: note: the underlying type of 'small' is 'short'
inline small next(small s) restrict(amp)
{
	// CHECK-NOT: error:
	small t = s == NONE ? SOME : NONE;
	return t;
}

void enumerate(array_view<int, 1> v)
{
	small first = NONE;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = next(first) == SOME; });
}

#ifndef ONLY_INTEGERS
// A local class as one at namespace scope, used or not.
void local_classes() restrict(cpu, amp)
{
	struct reference {
		// CHECK: types.cpp:[[# @LINE + 2]]:3: error: a member function of 'reference' cannot be restrict(amp): it has a reference to something other than an array or a texture
		// CHECK: types.cpp:[[# @LINE + 2]]:20: note: because of 'view'
		reference(array_view<int> &v) : view(v) {}
		array_view<int> &view;
	};
	struct virtual_function {
		// CHECK: types.cpp:[[# @LINE + 1]]:16: error: a virtual function cannot be restrict(amp)
		virtual void f() {}
	};
	struct letters {
		char letter;
		// CHECK: types.cpp:[[# @LINE + 1]]:7: error: a member function of 'letters' cannot be restrict(amp): the only integer types
		int get() const { return letter; }
		int again() const { return letter; }
	};
}
#endif
