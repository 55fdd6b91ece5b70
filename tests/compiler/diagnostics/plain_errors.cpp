// Ordinary errors in a unit with kernels: once each, at the user's line, in
// headers of the user's too.
// RUN: ! %ampcc -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = 8
#include "wrong.h"
#include <amp.h>
#include <amp_short_vectors.h>

using namespace concurrency;

// CHECK-DAG: wrong.h:2:29: error: use of undeclared identifier 'x'
// CHECK: plain_errors.cpp:[[# @LINE + 5]]:73: error: use of undeclared identifier 'y'
// CHECK: plain_errors.cpp:[[# @LINE + 5]]:62: error: use of undeclared identifier 'fast_math': <amp_math.h> has it
void run(array_view<int, 1> v)
{
	int z = wrong();
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = z + y - y; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { fast_math::number<int> n(4), m; v[i] = n; });
}

// CHECK: plain_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: no member named 'z' in 'uint_2'
unsigned third(graphics::uint_2 v) { return v.z; }

// What a declaration with an error would declare is not said to be undeclared.
// CHECK: plain_errors.cpp:[[# @LINE + 1]]:18: error: use of undeclared identifier 'array_vew'
void in_vain() { array_vew<int> w(4); w[0] = 1; }

// No operator of all types is listed.
struct two_ways { operator int() const { return 1; } operator float() const { return 1.5f; } };
// CHECK: plain_errors.cpp:[[# @LINE + 2]]:{{[0-9]+}}: error: use of overloaded operator '*' is ambiguous
// CHECK-NOT: built-in candidate
float twice(two_ways x) { return 2 * x; }

// CHECK: plain_errors.cpp:[[# @LINE + 1]]:28: error: missing terminating " character
const char *unterminated = "abc;
void behind();

// There is no such line.
// CHECK: plain_errors.cpp:0:{{[0-9]+}}: error: use of undeclared identifier 'nothing'
#line 0
int zero() restrict(amp) { return nothing; }
