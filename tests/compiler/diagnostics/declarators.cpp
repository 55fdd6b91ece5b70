// What stands around a restriction clause (C++ AMP 2.1, 2.3.1, 2.4.2).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

// CHECK: declarators.cpp:[[# @LINE + 1]]:22: error: a restriction clause must be in front of the exception specification
void late() noexcept restrict(cpu, amp) {}

class order {
	// CHECK: declarators.cpp:[[# @LINE + 1]]:31: error: 'const' must be in front of the restriction clause
	int get() restrict(cpu, amp) const { return 0; }
};

void lambdas(array_view<int> v)
{
	// CHECK: declarators.cpp:[[# @LINE + 1]]:60: error: 'mutable' must be in front of the restriction clause
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) mutable { v[i] = 1; });
}
