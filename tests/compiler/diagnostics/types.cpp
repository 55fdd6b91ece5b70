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
