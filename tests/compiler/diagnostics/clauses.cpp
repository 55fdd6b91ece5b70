// restrict clauses that say nothing, or something unknown.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>

// CHECK: clauses.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}gpu
int unknown(int x) restrict(gpu) { return x; }
// CHECK: clauses.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error:
int empty(int x) restrict() { return x; }

// CHECK: clauses.cpp:[[# @LINE + 1]]:29: error: a comma is missing in front of 'amp' [C++ AMP 2.1]
int no_comma() restrict(cpu amp);
// CHECK: clauses.cpp:[[# @LINE + 1]]:34: error: a restriction is missing behind the ',' [C++ AMP 2.1]
int no_restriction() restrict(cpu,);

// Without parentheses: the calls of it are no further mistake.
// CHECK: clauses.cpp:[[# @LINE + 3]]:14: error: a restriction clause has its restrictions in parentheses [C++ AMP 2.1]
// CHECK: {{^}}             ^~~~~~~~~~~~~~~~
// CHECK: {{^}}             restrict(cpu, amp){{$}}
int two(int) restrict cpu, amp;

// A class has no such function.
// CHECK: clauses.cpp:[[# @LINE + 3]]:13: error: out-of-line definition of 'member' does not match any declaration in 'object'
// CHECK: clauses.cpp:[[# @LINE + 1]]:21: note: member declaration nearly matches
struct object { int member() const; };
int object::member() const restrict(amp) { return 1; }

// One mistake each.
// CHECK-NOT: error:
// CHECK: clauses.cpp:[[# @LINE + 6]]:34: error: a restriction clause must be behind the parameters [C++ AMP 2.1]
// CHECK: clauses.cpp:[[# @LINE + 6]]:67: error: a restriction clause needs at least one of 'cpu', 'amp', 'auto'
// CHECK: clauses.cpp:[[# @LINE + 6]]:59: error: a restriction clause has its restrictions in parentheses
// CHECK-NOT: error:
void launch(Concurrency::array_view<int> v)
{
	parallel_for_each(v.extent, [=] restrict(amp) (Concurrency::index<1> i) { v[i] = 1; });
	parallel_for_each(v.extent, [=](Concurrency::index<1> i) restrict() { v[i] = 1; });
	parallel_for_each(v.extent, [=](Concurrency::index<1> i) restrict amp { v[i] = two(1); });
}
