// Restriction clauses where none may stand, each an error at its place (C++ AMP 2.1).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
#define CLAUSE restrict(amp)

struct S { S(int) {} };
int value = 1;
int g(int x) { return x; }

// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:18: error: a restriction clause is not allowed here
S object((int)1) restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:27: error: a restriction clause is not allowed here
int initializer = (value) restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:17: error: a restriction clause is not allowed here
int call = g(3) restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:22: error: a restriction clause is not allowed here
int argument = g((3) restrict(amp));
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:30: error: a restriction clause is not allowed here
int size = (int)(sizeof(int) restrict(amp));
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:14: error: a restriction clause is not allowed here
int variable restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:15: error: a restriction clause is not allowed here
int bound[(3) restrict(amp)];
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:25: error: a restriction clause is not allowed here
enum { enumerator = (3) restrict(amp) };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:31: error: a restriction clause is not allowed here
int (&row(int (&rows)[2]))[3] restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:24: error: a restriction clause is not allowed here
void parameter(int (x) restrict(amp));
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:35: error: a restriction clause is not allowed here
void default_argument(int x = (3) restrict(amp));
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:20: error: a restriction clause is not allowed here
typedef int (name) restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:31: error: a restriction clause is not allowed here
using alias = decltype(value) restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:19: error: a restriction clause is not allowed here
template <int (N) restrict(amp)> struct template_parameter {};
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:20: error: a restriction clause is not allowed here
template <class T> restrict(amp) void in_front(T);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:51: error: a restriction clause is not allowed here
template <int N> struct constant {}; constant<(3) restrict(amp)> template_argument;
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:50: error: a restriction clause is not allowed here
struct initialized { int m; initialized() : m(1) restrict(amp) {} };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:42: error: a restriction clause is not allowed here
struct defaulted { defaulted() = default restrict(amp); };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:35: error: a restriction clause is not allowed here
struct friendly { friend struct S restrict(amp); };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:6: error: a restriction clause is not allowed here
void restrict(amp) in_front_of_name(int) {}
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:5: error: a restriction clause is not allowed here
int restrict(amp) in_front_of_declarator(int);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:19: error: a restriction clause is not allowed here
struct in_class { restrict(amp) void in_front(); };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:25: error: a restriction clause is not allowed here
struct in_field { int m restrict(amp); };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:21: error: a restriction clause is not allowed here
void of_a_block() { restrict(amp) { value = 2; } }
struct base { virtual void f() {} };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:45: error: a restriction clause is not allowed here
struct overrider : base { void f() override restrict(amp); };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:24: error: a restriction clause is not allowed here
auto trailing() -> int restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:45: error: a restriction clause is not allowed here
auto trailing_decltype() -> decltype(value) restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:40: error: a restriction clause is not allowed here
auto behind_head = []() mutable -> int restrict(amp) { return 1; };
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:25: error: a restriction clause is not allowed here
void statement() { g(1) restrict(amp); }
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:31: error: a restriction clause is not allowed here
void subscript(int *v) { v[0] restrict(amp); }
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:23: error: a restriction clause is not allowed here
int from_macro = g(3) CLAUSE;
// accepted by the parser, which has an attribute for variables
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:18: error: a restriction clause is not allowed here
int (declarator) restrict(amp);
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:24: error: a restriction clause is not allowed here
struct field { int (m) restrict(amp); };
// the parser takes what is behind a cast for a lambda, and does not find out of it
// CHECK: misplaced_clauses.cpp:[[# @LINE + 1]]:14: error: a restriction clause is not allowed here
S cast((int) restrict(amp) value);
