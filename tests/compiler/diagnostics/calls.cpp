// Calls across restrictions, recursion, and pointers to functions.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: ! %ampcc -c -o %t.o %s -DPARSER 2> %t; %FileCheck --check-prefix=PARSER %s < %t
#include <amp.h>
using namespace concurrency;

int on_cpu(int x) { return x; }
int on_amp(int x) restrict(amp) { return x; }
int forever(int x) restrict(amp) { return x > 0 ? forever(x - 1) : 0; }
int differ() restrict(cpu) { return 1; }
float differ() restrict(amp) { return 2.5f; }

#ifdef PARSER
// PARSER-DAG: calls.cpp:[[# @LINE + 1]]:21: error: {{.*}}'on_amp'
int main() { return on_amp(1); }
#endif

// CHECK: calls.cpp:9:51: error: recursion through 'forever(int)' in restrict(amp) code
void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
#ifdef PARSER
		// PARSER-DAG: calls.cpp:[[# @LINE + 1]]:10: error: {{.*}}'on_cpu'
		v[i] = on_cpu(1);
		// PARSER-DAG: calls.cpp:[[# @LINE + 1]]:11: error: {{.*}}'on_cpu(int)'
		v[i] += (on_cpu)(1);
#endif
		v[i] = forever(2);
	});
}

// CHECK: calls.cpp:[[# @LINE + 3]]:{{[0-9]+}}: error: in restrict(cpu,amp) code 'differ' means two functions with different results: 'int' where it is restrict(cpu), 'float' where it is restrict(amp)
// CHECK: calls.cpp:10:5: note: 'differ' is declared here
// CHECK: calls.cpp:11:7: note: 'differ' is declared here
float both() restrict(cpu, amp) { return differ(); }
float either() restrict(cpu, amp)
{
	// CHECK: calls.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: in restrict(cpu,amp) code 'differ'
	auto inner = [] { return differ(); };
	// in code with one restriction it is one of them
	auto amp_inner = []() restrict(amp) { return differ(); };
	auto cpu_inner = []() restrict(cpu) { return differ(); };
	return inner();
}

struct constructed {
	float x;
	constructed() restrict(cpu, amp) : x(0) {}
	float on_host() const { return x; }
};
float use() restrict(amp)
{
	// its constructor is not called, and that is no reason not to know its type
	tile_static constructed c[4];
	// CHECK: calls.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: call to 'on_host()', which is restrict(cpu)
	return c[1].on_host();
}
// CHECK: calls.cpp:[[# @LINE + 1]]:5: error: 'main' cannot be restrict(amp) [C++ AMP 2.1]
int main(int n, char **words) restrict(cpu, amp) { return 0; }
// CHECK-NOT: parameter 'words'
