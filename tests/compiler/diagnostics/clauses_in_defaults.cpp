// The clause of a lambda in a function's declarator is not the function's own (C++ AMP 2.2).
// RUN: ! %ampcc -std=c++20 -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

struct host {
	int x;
	~host() noexcept(noexcept([](int a) restrict(amp) { return a; }(1))) {}
};

void destroys() restrict(amp)
{
	// CHECK: clauses_in_defaults.cpp:[[# @LINE + 1]]:7: error: variable 'h' in restrict(amp) code: the destructor of 'host' is restrict(cpu)
	host h;
}

int inside(int i) restrict(amp)
{
	struct local {
		// CHECK: clauses_in_defaults.cpp:[[# @LINE + 1]]:78: error: variable 'c' of type 'char' in restrict(amp) code
		int f(int a, int b = sizeof([](int q) restrict(cpu) { return q; })) { char c = 1; return a + c; }
	} l;
	// CHECK: clauses_in_defaults.cpp:[[# @LINE + 1]]:84: error: variable 'c' of type 'char' in restrict(amp) code
	auto m = [=](int a, int b = sizeof([](int q) restrict(cpu) { return q; })) { char c = 1; return a + c; };
	return l.f(i, 2) + m(i, 2);
}

// A pair's default arguments.
int pair(int x, int y = 1) restrict(cpu) { return x + y; }
int pair(int x, int y = 2) restrict(amp) { return x - y; }
template <class T> int any(T x, int y = 1, int z = 2) restrict(cpu) { return x + y; }
template <class T> int any(T x, int y = 1, int z = 3) restrict(amp) { return x - y; }
int both(int x) restrict(cpu, amp)
{
	// CHECK: clauses_in_defaults.cpp:[[# @LINE + 3]]:9: error: in restrict(cpu,amp) code 'pair' means two functions with different default arguments: write the argument
	// CHECK: clauses_in_defaults.cpp:[[# @LINE - 7]]:23: note: one is here
	// CHECK: clauses_in_defaults.cpp:[[# @LINE - 7]]:23: note: the other one is here
	return pair(x) + pair(x, 1) +
	       // CHECK: clauses_in_defaults.cpp:[[# @LINE + 1]]:9: error: in restrict(cpu,amp) code 'any' means two functions with different default arguments
	       any(x) + any(x, 1, 2);
}
int kernel(int x) restrict(amp) { return pair(x) + any(x); }
int on_host(int x) { return pair(x) + any(x); }
