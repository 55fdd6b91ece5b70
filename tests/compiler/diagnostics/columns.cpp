// A message stands at the column of the file, under its own line, whatever the preprocessor has made of
// the space, the comments and the macros in it; once, with notes for the macros whose bodies it is in.
// RUN: ! %ampcc -fsyntax-only %s 2> %t; %FileCheck --strict-whitespace --match-full-lines %s < %t
// RUN: %FileCheck --check-prefix=ONCE %s < %t
#include <amp.h>
#include <cassert>
using namespace concurrency;

static float half(float x) { return x / 2; }
static int sum(int, int, int = 0) { return 0; }
#define HALF(x) half(x)
#define TWICE(x) ((x) + (x))
#define CHECKED(expr) do { if (!(expr)) v[i] = -1; } while (0)
#define OUTER(y) 1.0f + HALF(y)
#define PASTE(a, b) a ## b(2)
#define SUM(first, ...) sum(first, ## __VA_ARGS__, __LINE__)
#define LONG(x)    \
	do {       \
		v[i] = half(x); \
	} while (0)

void columns(array_view<float, 1> v)
{
	parallel_for_each(v.extent,   [=](index<1> i)   restrict(amp) {
		v[i] = /* why not */  1.0f +   half( v[i] );
		v[i] = HALF(1);
		CHECKED(TWICE(half(3)) > 2);
		v[i] = OUTER(v[i]);
		v[i] = PASTE(ha, lf);
		v[i] = SUM(1); v[i] = SUM(1, 2);
		LONG(4);
		CHECKED(v[i] >
		        half(5));
		assert(v[i] > 0);
	});
}
//      CHECK:{{.*}}columns.cpp:[[@LINE-12]]:34: error: call to 'half', which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
// CHECK-NEXT:		v[i] = /* why not */  1.0f +   half( v[i] );
// CHECK-NEXT:		                               ^
//      CHECK:{{.*}}columns.cpp:[[@LINE-14]]:10: error: call to 'half', {{.*}}
// CHECK-NEXT:		v[i] = HALF(1);
// CHECK-NEXT:		       ^
// CHECK-NEXT:{{.*}}columns.cpp:11:17: note: expanded from macro 'HALF'
// CHECK-NEXT:#define HALF(x) half(x)
// CHECK-NEXT:                ^
// CHECK-NEXT:{{.*}}columns.cpp:9:14: note: 'half' is declared here
//      CHECK:{{.*}}columns.cpp:[[@LINE-20]]:17: error: call to 'half', {{.*}}
// CHECK-NEXT:		CHECKED(TWICE(half(3)) > 2);
// CHECK-NEXT:		              ^
//      CHECK:{{.*}}columns.cpp:[[@LINE-22]]:10: error: call to 'half', {{.*}}
// CHECK-NEXT:		v[i] = OUTER(v[i]);
// CHECK-NEXT:		       ^
// CHECK-NEXT:{{.*}}columns.cpp:14:25: note: expanded from macro 'OUTER'
// CHECK-NEXT:#define OUTER(y) 1.0f + HALF(y)
// CHECK-NEXT:                        ^
// CHECK-NEXT:{{.*}}columns.cpp:11:17: note: expanded from macro 'HALF'
//      CHECK:{{.*}}columns.cpp:[[@LINE-28]]:16: error: call to 'half', {{.*}}
// CHECK-NEXT:		v[i] = PASTE(ha, lf);
//      CHECK:{{.*}}columns.cpp:[[@LINE-29]]:10: error: call to 'sum', {{.*}}
//      CHECK:{{.*}}columns.cpp:[[@LINE-30]]:25: error: call to 'sum', {{.*}}
//      CHECK:{{.*}}columns.cpp:[[@LINE-30]]:3: error: call to 'half', {{.*}}
// CHECK-NEXT:		LONG(4);
// CHECK-NEXT:		^
// CHECK-NEXT:{{.*}}columns.cpp:19:10: note: expanded from macro 'LONG'
// CHECK-NEXT:		v[i] = half(x); \
// CHECK-NEXT:		       ^
//      CHECK:{{.*}}columns.cpp:[[@LINE-34]]:11: error: call to 'half', {{.*}}
// CHECK-NEXT:		        half(5));
// CHECK-NEXT:		        ^
//      CHECK:{{.*}}columns.cpp:[[@LINE-36]]:3: error: call to '__assert_fail', {{.*}}
// ONCE-COUNT-11: error:
// ONCE-NOT: error:

// The text of a string that # makes has its blanks where the preprocessor has them, which are those in front of what a
// parameter, or ##, stands for.
#define SAID(x) said(#x)
#define SHAPE(name, one, ...) static int plain_##name(int); static void said(const char *); \
	void name(array_view<float, 1> v) \
	{ \
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { __VA_ARGS__; }); \
		SAID(v[0] == plain_##name(1) + name +name + one == one); \
	}
SHAPE(pasted,2 , v[i] = half(6))
// CHECK:{{.*}}columns.cpp:[[@LINE-1]]:25: error: call to 'half', {{.*}}
// CHECK-NEXT:SHAPE(pasted,2 , v[i] = half(6))
