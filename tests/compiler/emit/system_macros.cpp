// Macros of system headers, of the compiler and of the command line are gone from where a program
// undefines or redefines them, and headers see its own, each time that they are included.
// RUN: mkdir -p %t && printf '#include <cstddef>\nint *after = NULL;\n' >%t/system.h
// RUN: %ampcc -DGIVEN=3 -isystem %t --amp-save=%t %s -o %t/program && %t/program
// RUN: %ampcc -DGIVEN=3 -isystem %t --amp-host-compiler=clang++ %s -o %t/program && %t/program
// RUN: sed -E '/[/][/] (CHECK|RUN)/d' %t/system_macros.amp.cpp | %FileCheck %s
#include <math.h>
#include <stddef.h>
// CHECK: {{^}}#undef M_PI
#undef M_PI
static const double M_PI = 3.0;
#undef unix
static int unix = 4;

// CHECK: {{^}}#undef HUGE_VAL
// CHECK-NEXT: {{^}}double huge = 8;
#define HUGE_VAL 8
double huge = HUGE_VAL;

// What is defined as it was before stays.
// CHECK-NOT: FP_NAN
#define FP_NAN 0
int zero = FP_NAN;

// CHECK: int given = 3;
// CHECK: {{^}}#undef GIVEN
// CHECK-NEXT: {{^}}int GIVEN = 5;
int given = GIVEN;
#undef GIVEN
int GIVEN = 5;

// Headers in a row see the program's macros at once, and the text behind them does not.
// CHECK: {{^}}#define NDEBUG
// CHECK: {{^}}#include <assert.h>
// CHECK-NOT: #undef NDEBUG
// CHECK: {{^}}#include <string.h>
// CHECK: {{^}}#undef HUGE_VAL
// CHECK-NEXT: {{^}}#undef NDEBUG
#define NDEBUG
#include <assert.h>
#include <string.h>
static int unchecked() { assert(unix == 0); return 1; }
// CHECK: unchecked() {{.*}}<void>
// CHECK-NOT: NDEBUG
#undef NDEBUG
#include <assert.h>
// CHECK: __assert_fail
static int checked() { assert(unix == 4); return 2; }

// A macro that is pushed is again what it was, for headers that come then.
// CHECK: {{^}}#undef NULL
// CHECK: int seven() { return 7; }
// CHECK: {{^}}#define NULL
#pragma push_macro("NULL")
#undef NULL
#define NULL 7
static int seven() { return NULL; }
# pragma pop_macro("NULL")
#include <system.h>

// CHECK: int list[] = { 1, 2, };
#define EACH(F) F(1) F(2)
#define F(n) n,
int list[] = { EACH(F) };
#undef F

#include <amp.h>
#undef HUGE_VAL
static double HUGE_VAL = 9;

int main()
{
	concurrency::array_view<double, 1> v(1);
	const double pi = M_PI;
	parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = pi; });
	return v[0] == 3 && unix == 4 && huge == 8 && HUGE_VAL == 9 && given == 3 && GIVEN == 5 && seven() == 7 &&
	                       !after && unchecked() + checked() == 3 && list[1] == 2 && !zero
	               ? 0
	               : 1;
}
