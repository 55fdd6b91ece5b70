// Overloads that differ in restriction and in their parameters, which cannot be kept apart.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
// RUN: ! %ampcc -DLATER -c -o %t.o %s 2> %t; %FileCheck --check-prefix=LATER --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

struct number {
	int v;
	number(int) restrict(cpu) : v(1) {}
	number(float) restrict(amp) : v(2) {}
};
int size(int) restrict(cpu);
int size(float *) restrict(amp);
int size(double) restrict(cpu, amp);

#ifndef LATER
int both(int x) restrict(cpu, amp)
{
	// CHECK: overloads.cpp:[[# @LINE + 1]]:9: error: call to 'number(int)', which is restrict(cpu), from a function that is restrict(amp)
	number n(x);
	return n.v;
}

void kernel() restrict(amp)
{
	struct local {
		static int area(int side = size(2.0)) restrict(cpu) { return side; }
		static int edges(int n = size((float *)nullptr)) restrict(cpu) { return n; }
		static int sum() restrict(cpu)
		{
			// CHECK: overloads.cpp:[[# @LINE + 1]]:16: error: the call uses a default argument of 'edges' that calls a restrict(amp) function
			return 10 * edges() + edges(4);
		}
	};
}

int weigh(int) restrict(cpu);
float weigh(float) restrict(amp);
float of_member() restrict(amp)
{
	struct local {
		// CHECK: overloads.cpp:[[# @LINE + 1]]:12: error: cannot determine the type of 'weigh' here: its overloads differ in restriction and in their results
		decltype(weigh(1)) value;
	};
	return local().value;
}
auto weighed(int x) restrict(amp) -> decltype(weigh(x));
auto weighed_on_cpu(int x) restrict(cpu) -> decltype(weigh(x));
decltype(weigh(1)) weighed_there(int x) restrict(amp);
#else
// Exact matches both, but one is a template.
struct text {};
template <typename T> int operator+(text, T) restrict(cpu);
int operator+(text, float) restrict(amp);
int concatenate(text t)
{
	// LATER: overloads.cpp:[[# @LINE + 2]]:9: error: 'operator+(text, T)' is meant here
	// LATER: overloads.cpp:[[# @LINE - 5]]:27: note: 'operator+(text, T)' is declared here
	return t + 1.0f;
}

// One expression becomes one expression.
int nearly(int) restrict(cpu);
float nearly(double) restrict(amp);
int near() restrict(cpu, amp)
{
	// LATER: overloads.cpp:[[# @LINE + 1]]:9: error: in restrict(cpu,amp) code 'nearly' means two functions with different results: 'int' where it is restrict(cpu), 'float' where it is restrict(amp)
	return nearly(1) / 2;
}

// One call, two meanings.
int operator/(number, int) restrict(cpu);
int operator/(number, float *) restrict(amp);
int operator/(number, double) restrict(cpu, amp);
template <typename T> int in_template(T x) restrict(amp)
{
	// LATER: overloads.cpp:[[# @LINE + 1]]:9: error: 'operator/(number, double)' is meant here
	return number(1.0f) / x;
}
int instances(float *p) restrict(amp) { return in_template(1) + in_template(p); }
#endif
