// A message stands at the column of the file, under its own line, whatever the
// preprocessor has made of the space and the comments in it; where a macro has made
// another line of it, under that.
// RUN: ! %ampcc -fsyntax-only %s 2> %t; %FileCheck --strict-whitespace --match-full-lines %s < %t
#include <amp.h>
using namespace concurrency;

static float half(float x) { return x / 2; }
#define HALF(x) half(x)

void columns(array_view<float, 1> v)
{
	parallel_for_each(v.extent,   [=](index<1> i)   restrict(amp) {
		v[i] = /* why not */  1.0f +   half( v[i] );
		v[i] = HALF(1);
	});
}
//      CHECK:{{.*}}columns.cpp:[[@LINE-4]]:34: error: call to 'half', which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
// CHECK-NEXT:		v[i] = /* why not */  1.0f +   half( v[i] );
// CHECK-NEXT:		                               ^
//      CHECK:{{.*}}columns.cpp:[[@LINE-6]]:10: error: {{.*}}
// CHECK-NEXT:  v[i] = half(1);
// CHECK-NEXT:         ^
