// The library's names are unknown without its header, though the parser has it precompiled.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
static int twice(int x) restrict(cpu, amp) { return 2 * x; }

// CHECK: no_header.cpp:[[# @LINE + 1]]:16: error: no template named 'extent': <amp.h> has it
void run(const extent<1> &e)
{
	twice(1);
}
// CHECK: no_header.cpp:[[# @LINE + 1]]:10: error: use of undeclared identifier 'concurrency': <amp.h> has it
void run(concurrency::index<1>);
