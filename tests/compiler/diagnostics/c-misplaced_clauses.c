// Restriction clauses where none may stand, each an error at its place (C++ AMP 2.1).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>

int g(int x) { return x; }

// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:12: error: restrict(auto) is only allowed where a function or a block is defined
int h(int) restrict(auto);

// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:19: error: a restriction clause has its restrictions in parentheses
static int i(int) restrict amp;
void parameters(int *restrict cpu, int *restrict amp);

// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:16: error: a restriction clause is not allowed here: it must be behind the parameters of a function, a block or a function type
int (variable) restrict(amp);
// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:24: error: a restriction clause is not allowed here
struct field { int (m) restrict(amp); };
// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:24: error: a restriction clause is not allowed here
void parameter(int (x) restrict(amp));
// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:20: error: a restriction clause is not allowed here
typedef int (name) restrict(amp);
// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:15: error: a restriction clause is not allowed here
int bound[(3) restrict(amp)];

// The clauses of a function's declarations are the same. A declaration without one adds nothing.
// CHECK: c-misplaced_clauses.c:[[# @LINE + 2]]:5: error: 'fewer' is restrict(amp) here and restrict(cpu, amp) where it was declared before
int fewer(int x) restrict(cpu, amp);
int fewer(int x) restrict(amp) { return x + 1; }
// CHECK: c-misplaced_clauses.c:[[# @LINE - 2]]:5: note: 'fewer' is declared here
// CHECK: c-misplaced_clauses.c:[[# @LINE + 2]]:5: error: 'more' is restrict(amp, cpu) here and restrict(amp) where it was declared before
int more(int x) restrict(amp);
int more(int x) restrict(amp, cpu) { return x + 1; }
int equal(int x) restrict(amp, cpu);
int equal(int x) restrict(cpu, amp);
int equal(int x) { return x; }

int main(void)
{
	// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:15: error: a restriction clause is not allowed here
	int k = g(3) restrict(amp);
	// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:14: error: a restriction clause is not allowed here
	int b = (k) restrict(amp);
	// CHECK: c-misplaced_clauses.c:[[# @LINE + 1]]:27: error: a restriction clause is not allowed here
	return (int)(sizeof(int) restrict(amp));
}
