// Statements that restrict(amp) code may not use (C++ AMP 2.4.3).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: ! %ampcc -c -o %t.o %s -DPARSER 2> %t; %FileCheck --check-prefix=PARSER %s < %t
// RUN: ! %ampcc -std=c++20 -c -o %t.o %s -DINITIALIZERS 2> %t; %FileCheck --check-prefix=INITIALIZERS %s < %t
#include <amp.h>
using namespace concurrency;

int global;
const int constant = 3;

int host(int n);
struct source {
	int *where, n;
};

void run(array_view<int, 1> v, source from)
{
#ifdef INITIALIZERS
	auto [where, n] = from;
#endif
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
#ifdef PARSER
		// PARSER: statements.cpp:[[# @LINE + 1]]:3: error: 'throw' in restrict(amp) code [C++ AMP 2.4.3.7]
		throw 1;
#endif
#ifdef INITIALIZERS
		// INITIALIZERS-DAG: statements.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: call to 'host', which is restrict(cpu)
		switch (int n = host(1); n) { default: v[i] = n; }
		const int some[] = {1, 2};
		// INITIALIZERS-DAG: statements.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: variable 'c' of type 'char'
		for (char c = 1; int s : some) v[i] += c + s;
		// INITIALIZERS-DAG: statements.cpp:[[# @LINE + 1]]:11: error: the pointer 'where' is captured
		v[i] += where[0];
#endif
		// CHECK: statements.cpp:[[# @LINE + 1]]:12: error: 'new' in restrict(amp) code
		int *p = new int;
		// CHECK: statements.cpp:[[# @LINE + 1]]:14: error: static variable 's' in restrict(amp) code
		static int s = 4;
		// CHECK: statements.cpp:[[# @LINE + 1]]:15: error: global variable 'global' in restrict(amp) code: only constants can be used
		v[i] = *p + global + constant;
	});
}
