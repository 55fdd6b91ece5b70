// A bracket without a match: one error where the parser sees it, and the bracket.
// RUN: ! %ampcc -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = 1
// RUN: ! %ampcc -c -o %t.o %s -DLAUNCH 2> %t; %FileCheck --check-prefix=LAUNCH %s < %t
#include <amp.h>
using namespace concurrency;

#ifdef LAUNCH
// LAUNCH-NOT: error:
// LAUNCH: unclosed.cpp:[[# @LINE + 4]]:2: error: expected ')'
void launch(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; }
	v.synchronize();
}
#else
int host() { return undeclared; }
int run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		if (i[0] > 2) {
			v[i] = 1;
	});
	// CHECK: unclosed.cpp:[[# @LINE - 1]]:3: error: expected expression
	// CHECK: unclosed.cpp:[[# @LINE - 5]]:60: note: this '{' has no '}'
	return host() + undeclared;
}

void next() {}
#endif
