// gcc's optimize where it would change what restrict(amp) code means.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: ! %ampcc -c -o %t.o %s -DPRAGMA 2> %t; %FileCheck --check-prefix=PRAGMA %s < %t
#include <amp.h>

// CHECK-NOT: error:
// CHECK: meanings.cpp:[[#@LINE+1]]:39: error: 'wrapv' in optimize(...) does not reach restrict(amp) code: give it on the command line
__attribute__((noinline, aligned(16), optimize("O2,wrapv"))) int add(int a) restrict(cpu, amp) { return a + 1; }

// CHECK: meanings.cpp:[[#@LINE+1]]:8: error: '-ftrapv' in optimize
[[gnu::optimize("-ftrapv")]] int add_more(int a) restrict(amp) { return a + 1; }

// Code for the host has what it asks for; kernels need no permissions.
// CHECK-NOT: error:
__attribute__((optimize("wrapv"))) int host(int a) { return a + 1; }
__attribute__((optimize("fast-math", "no-math-errno", "3"))) int fast(int a) restrict(amp) { return a + 1; }
namespace gnu { int optimize(const char *); }
int called(int a) { return gnu::optimize("wrapv") + a; }

#ifdef PRAGMA
// PRAGMA: meanings.cpp:[[#@LINE+1]]:1: error: 'wrapv' in optimize
#pragma GCC optimize("wrapv")
#endif
