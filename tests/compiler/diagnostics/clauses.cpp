// restrict clauses that say nothing, or something unknown.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>

// CHECK: clauses.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}gpu
int unknown(int x) restrict(gpu) { return x; }
// CHECK: clauses.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error:
int empty(int x) restrict() { return x; }
