// Which file is a header tells clang what to warn of when nobody uses it; by #line alone it took all of
// them for one file.
// RUN: AMPCC_HOST_CXX=clang++-19 %ampcc -Wall -Wextra -Wunused-template -pedantic -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=warning: %s < %t
#include "unused.h"
#include <amp.h>
using namespace concurrency;

// A string that looks like a directive stays what it is.
static_assert(sizeof(R"(
#line 7 "unused.h"
)") == 21, "");

// CHECK-DAG: unused.cpp:[[# @LINE + 1]]:18: warning: unused variable 'own'
static const int own = 4;
// CHECK-DAG: unused.cpp:[[# @LINE + 1]]:12: warning: unused function 'own_left_over'
static int own_left_over(int x) { return x; }
// CHECK-DAG: In file included from {{.*}}unused.cpp:4:
// CHECK-DAG: unused.h:4:12: warning: unused function 'left_over'

void run(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
