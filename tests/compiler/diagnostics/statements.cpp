// Statements that restrict(amp) code may not use (C++ AMP 2.4.3).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: ! %ampcc -c -o %t.o %s -DPARSER 2> %t; %FileCheck --check-prefix=PARSER %s < %t
#include <amp.h>
using namespace concurrency;

int global;
const int constant = 3;

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
#ifdef PARSER
		// PARSER: statements.cpp:[[# @LINE + 1]]:3: error: 'throw' in restrict(amp) code [C++ AMP 2.4.3.7]
		throw 1;
#endif
		// CHECK: statements.cpp:[[# @LINE + 1]]:12: error: 'new' in restrict(amp) code
		int *p = new int;
		// CHECK: statements.cpp:[[# @LINE + 1]]:14: error: static variable 's' in restrict(amp) code
		static int s = 4;
		// CHECK: statements.cpp:[[# @LINE + 1]]:15: error: global variable 'global' in restrict(amp) code: only constants can be used
		v[i] = *p + global + constant;
	});
}
