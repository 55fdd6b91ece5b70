// Casts, pointers to members, literals, labels and constexpr functions in restrict(amp) code
// (C++ AMP 2.3, 2.4.1.3, 2.4.3). What is taken is in tests/programs/shapes/expressions.cpp.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
#include <alloca.h>
#include <stddef.h>
using namespace concurrency;

enum number { one = 1 };
using pointer = int *;

// CHECK: expressions.cpp:[[# @LINE + 1]]:65: error: a conversion between a pointer and an integer in restrict(amp) code [C++ AMP 2.4.3.6]
template <class T> int *convert(T x) restrict(amp) { return x ? (int *)x : 0; }
// CHECK: expressions.cpp:[[# @LINE + 18]]:9: note: 'convert(long)' is called from here

int *casts(int n, float *f) restrict(amp)
{
	int *p = NULL, *q = (int *)NULL, *r = (int *)(0L);
	p = reinterpret_cast<int *>(0);
	p = reinterpret_cast<int *>(f);
	bool has = (bool)p;
	// CHECK: expressions.cpp:[[# @LINE + 1]]:6: error: a conversion between a pointer and an integer
	p = (int *)8l;
	// CHECK: expressions.cpp:[[# @LINE + 1]]:6: error: a conversion between a pointer and an integer
	p = pointer(8);
	// CHECK: expressions.cpp:[[# @LINE + 1]]:6: error: a conversion between a pointer and an integer
	p = (int *)one;
	// CHECK: expressions.cpp:[[# @LINE + 1]]:6: error: a conversion between a pointer and an integer
	p = reinterpret_cast<int *>(16);
	// CHECK: expressions.cpp:[[# @LINE + 1]]:15: error: a conversion between a pointer and an integer
	n += (number)(long)p;
	return convert(1L) + n + has + *q + *r + *convert(p);
}

struct pair {
	int a, b;
	int sum() const restrict(cpu, amp) { return a + b; }
};
// CHECK: expressions.cpp:[[# @LINE + 1]]:83: error: a call through a pointer to a member function in restrict(amp) code [C++ AMP 2.4.3.7]
template <int (pair::*M)() const> int call(const pair &p) restrict(amp) { return (p.*M)(); }
// CHECK: expressions.cpp:[[# @LINE + 1]]:24: error: parameter 'f' of type 'int (pair::*)() const' in restrict(amp) code: pointers to member functions are not supported
int called(int (pair::*f)() const) restrict(amp) { return 0; }

int members(pair x, const pair *y) restrict(amp)
{
	int pair::*p = &pair::b;
	// CHECK: expressions.cpp:[[# @LINE + 1]]:18: error: a call through a pointer to a member function
	int n = x.*p + (x.*(&pair::sum))();
	// CHECK: expressions.cpp:[[# @LINE + 1]]:16: error: a call through a pointer to a member function
	n += y->*p + (y->*(&pair::sum))();
	// CHECK: expressions.cpp:[[# @LINE + 1]]:13: error: variable 'all' of type 'int pair::*[2]' in restrict(amp) code: an array of pointers to members is not supported
	int pair::*all[2];
	return n + call<&pair::sum>(x);
}

constexpr int length(const char *s) { return *s ? 1 + length(s + 1) : 0; }

int literals(int i) restrict(amp)
{
	constexpr int known = length("abc");
	int n = sizeof("abc") + known + 'a' + L'a' + (int)(1LL << 3) + i * 2ull;
	// CHECK: expressions.cpp:[[# @LINE + 1]]:7: error: a string literal in restrict(amp) code [C++ AMP 2.4.3.1]
	n += "abc"[i];
	// CHECK: expressions.cpp:[[# @LINE + 1]]:7: error: a string literal in restrict(amp) code [C++ AMP 2.4.3.1]
	n += __func__[0];
	// CHECK: expressions.cpp:[[# @LINE + 1]]:11: error: a literal of type long double in restrict(amp) code: the only floating types are float and double [C++ AMP 2.4.1]
	n += i * 0.1L;
	n += double(0.1L) > 0 || (float)0.1L > 0; // as DBL_EPSILON
	// CHECK: expressions.cpp:[[# @LINE + 1]]:7: error: variable 'wide' of type 'long long' in restrict(amp) code
	auto wide = 1LL;
	// CHECK: expressions.cpp:[[# @LINE + 1]]:18: error: '__builtin_alloca' is called in restrict(amp) code, but not declared for it
	int *p = (int *)__builtin_alloca(16);
	// CHECK: expressions.cpp:[[# @LINE + 1]]:13: error: '__builtin_alloca' is called in restrict(amp) code, but not declared for it
	p = (int *)alloca(16);
	return n;
}

int host(int x) { return x; }
constexpr int twice(int x) { return 2 * x; }
// CHECK: expressions.cpp:[[# @LINE + 1]]:48: error: call to 'host(int)', which is restrict(cpu), from a function that is restrict(amp)
constexpr int mixed(int x) { return x > 1000 ? host(x) : x; }
// CHECK: expressions.cpp:[[# @LINE + 6]]:21: note: 'mixed(int)' is called from here
// CHECK: expressions.cpp:[[# @LINE + 1]]:57: error: recursion through 'factorial(int)' in restrict(amp) code; as the initializer of a constexpr variable, a call of it is evaluated when compiling
constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

int constants(int x) restrict(amp)
{
	int n = twice(x) + mixed(x);
	// CHECK: expressions.cpp:[[# @LINE + 1]]:28: note: 'factorial(int)' is called from here
	return n + factorial(5) + factorial(x);
}

// One mistake, one error: of a goto and its label the goto, and what follows a label is checked.
int labels(int x) restrict(amp)
{
	if (x)
		// CHECK: expressions.cpp:[[# @LINE + 1]]:3: error: 'goto' in restrict(amp) code [C++ AMP 2.4.3.7]
		goto out;
	x = 2;
out:
	// CHECK: expressions.cpp:[[# @LINE + 1]]:1: error: a label in restrict(amp) code [C++ AMP 2.4.3.7]
alone:
	// CHECK: expressions.cpp:[[# @LINE + 1]]:7: error: call to 'host', which is restrict(cpu)
	x += host(x);
	return x;
}
