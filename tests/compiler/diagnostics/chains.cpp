// Notes show the calls that lead from a kernel to a mistake: each the right one, in macros, in templates and
// among overloads; one error for one mistake.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

int h(int x) { return x; }
#define CALL(f, x) f(x)
#define TWICE(x) (CALL(h, x) + CALL(h, x))

int g(int x) restrict(amp) { return CALL(h, x); }
// CHECK: chains.cpp:[[# @LINE - 1]]:42: error: call to 'h', which is restrict(cpu)
int g(float x) restrict(amp) { return 1; }
int f(int x) restrict(amp)
{
	// CHECK: chains.cpp:[[# @LINE + 2]]:14: note: 'g(int)' is called from here
	return CALL(g, 1.0f) +
	       CALL(g, x);
}
void first(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: chains.cpp:[[# @LINE + 1]]:10: note: 'f(int)' is called from here, in a kernel
		v[i] = f(i[0]);
	});
}

int k(int x) restrict(cpu) { return x; }
int k(int x) restrict(amp) { return h(x); }
// CHECK: chains.cpp:[[# @LINE - 1]]:37: error: call to 'h', which is restrict(cpu)
int k(float x) restrict(amp) { return 1; }
#define DEFINE(name) int name(int x) restrict(amp) { return k(1.0f) + k(x); }
// CHECK: chains.cpp:[[# @LINE + 2]]:1: note: 'k(int)' is called from here
// CHECK: chains.cpp:[[# @LINE - 2]]:71: note: expanded from macro 'DEFINE'
DEFINE(made)

struct kernel {
	array_view<int> v;
	void operator()(index<1> i) const restrict(amp)
	{
		// CHECK: chains.cpp:[[# @LINE + 1]]:31: note: 'made(int)' is called from here, in a kernel
		auto l = [](int x) { return made(x); };
		v[i] = l(3);
	}
};
void second(array_view<int> v)
{
	parallel_for_each(v.extent, kernel{v});
}

struct object {
	// CHECK: chains.cpp:[[# @LINE + 1]]:52: error: call to 'h', which is restrict(cpu)
	int operator+(int n) const restrict(amp) { return h(n); }
};
#define LAUNCH(v, body) parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { body })
void third(array_view<int> v)
{
	object o;
	LAUNCH(v,
	       // CHECK: chains.cpp:[[# @LINE + 1]]:{{[0-9]+}}: note: 'operator+(int)' is called from here, in a kernel
	       v[i] = o + 1;
	       // CHECK: chains.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: call to 'h', which is restrict(cpu)
	       v[i] += h(3););
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: chains.cpp:[[# @LINE + 2]]:10: error: call to 'h', which is restrict(cpu)
		// CHECK: chains.cpp:9:24: note: expanded from macro 'TWICE'
		v[i] = TWICE(1);
	});
}

template <class T> struct of {
	T t;
	// CHECK: chains.cpp:[[# @LINE + 1]]:59: error: call to 'h', which is restrict(cpu)
	template <class U> T m(U u) const restrict(amp) { return h(u); }
};
template <class T> void fourth(array_view<T> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		of<T> o = {1};
		v[i] = o.t +
		       // CHECK: chains.cpp:[[# @LINE + 1]]:{{[0-9]+}}: note: 'of<int>::m<float>' is called from here
		       o.m(4.0f);
	});
}
// CHECK: chains.cpp:[[# @LINE + 1]]:40: note: 'fourth<int>' is called from here
void instantiates(array_view<int> v) { fourth(v); }
