// Types that template arguments bring into amp code: one mistake each, however often the
// parameter is used and however often the template is instantiated.
// RUN: ! %ampcc -std=c++20 -c -o %t.o %s 2> %t; %FileCheck %s < %t && test $(grep -c error: %t) = 11
// RUN: %ampcc -std=c++20 --amp-extensions -DEXTENDED -fsyntax-only %s
#include <amp.h>
using namespace concurrency;

// CHECK-DAG: instantiations.cpp:[[# @LINE + 2]]:{{[0-9]+}}: error: result of type 'char' in restrict(amp) code
// CHECK-DAG: instantiations.cpp:[[# @LINE + 17]]:23: note: 'copy_of(char)' is called from here, in a kernel
template <typename T> T copy_of(T t) restrict(amp)
{
	T c = t;
	return c;
}
template <typename T> struct scale {
	int factor;
	// CHECK-DAG: instantiations.cpp:[[# @LINE + 2]]:{{[0-9]+}}: error: parameter 'n' of type 'short'
	// CHECK-DAG: instantiations.cpp:[[# @LINE + 9]]:11: note: 'times(short)' is called from here, in a kernel
	int times(T n) const restrict(amp) { return n * factor; }
};
template <typename T> void run(array_view<int> v, T t)
{
	// CHECK-DAG: instantiations.cpp:[[# @LINE + 2]]:9: error: 't' of type 'char' is captured
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		T c = t;
		v[i] = copy_of(1) + copy_of('a') + copy_of('b') + (int)copy_of(1.0f) + c;
		v[i] += scale<short>{3}.times(2);
	});
}

void sums(array_view<int> v)
{
	run(v, 1);
	run(v, 'a');
	// A lambda's parameters are amp code's, too.
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: instantiations.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: parameter 'c' of type 'char'
		auto twice = [](char c) { return 2 * c; };
		v[i] = twice(3);
	});
}

#ifndef EXTENDED
// What follows from a variable that the template's definition has wrong is none.
template <typename T> struct variables {
	// CHECK-DAG: instantiations.cpp:[[# @LINE + 1]]:44: error: static variable 's' in restrict(amp) code [C++ AMP 2.4.3.5]
	T counted(T n) restrict(amp) { static int s; return s + n; }
	// CHECK-DAG: instantiations.cpp:[[# @LINE + 1]]:38: error: variable 'p' of type 'int (*)(int)' in restrict(amp) code
	T called(T n) restrict(amp) { int (*p)(int) = nullptr; return p(n); }
};
int with_variables(int n) restrict(amp) { return variables<int>().counted(n) + variables<int>().called(n); }

void others() restrict(amp)
{
	// CHECK-DAG: instantiations.cpp:[[# @LINE + 1]]:10: error: variable 'c' of type 'char8_t' in restrict(amp) code: the only integer types
	char8_t c;
	// CHECK-DAG: instantiations.cpp:[[# @LINE + 1]]:11: error: variable 'h' of type '_Float16' in restrict(amp) code: the only floating types
	_Float16 h;
	// CHECK-DAG: instantiations.cpp:[[# @LINE + 1]]:11: error: variable 'i' of type '__int128' in restrict(amp) code: there are no integers of 128 bits
	__int128 i;
}
#endif

#ifndef EXTENDED
// The notes name the calls of the instantiation that is wrong, not those of another one.
struct host_indexed {
	int operator[](int) const { return 1; }
};
template <class P> int run(const P &p) restrict(cpu, amp) { return p[0]; }
template <class P> int outer(const P &p) restrict(cpu, amp) { return run(p); }
template <class P> int run_amp(const P &p) restrict(amp) { return p[0]; }

// CHECK: instantiations.cpp:[[# @LINE - 4]]:68: error: call to 'operator[](int)', which is restrict(cpu)
// CHECK-NOT: error:
// CHECK: instantiations.cpp:[[# @LINE - 5]]:70: note: 'run(const host_indexed &)' is called from here
// CHECK: instantiations.cpp:[[# @LINE + 10]]:{{[0-9]+}}: note: 'outer(const host_indexed &)' is called from here
// CHECK-NOT: is called from here
// CHECK: instantiations.cpp:[[# @LINE - 7]]:67: error: call to operator[] of 'const host_indexed', which is restrict(cpu)
// CHECK: instantiations.cpp:[[# @LINE + 8]]:{{[0-9]+}}: note: 'run_amp<host_indexed>' is called from here
// CHECK-NOT: is called from here
void two_instantiations(array_view<int> v, host_indexed h)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = outer(v) + run_amp(v);
	});
	v[0] = outer(h);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = run_amp(h); });
}
#endif
