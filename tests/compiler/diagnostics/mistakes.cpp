// What people get wrong most often: each is one error in the program's words,
// with the way from the kernel to it.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
// RUN: ! %ampcc -c -o %t.o %s 2> %t; test $(grep -c 'error: ' %t) = $(grep -c '// CHECK-DAG: .*error:' %s); ! grep -E 'candidate|/include/' %t
#include <amp.h>
#include <cmath>
#include <cstdio>
#include <vector>
using namespace concurrency;

// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:5: note: 'plain' is declared here
int plain(int x) { return x + 1; }
// CHECK-DAG: {{^ *restrict\(cpu, amp\)$}}

struct object {
	int member() { return 4; }
};

int inner(int x) restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:9: error: call to 'plain', which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
	return plain(x);
}
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:45: note: 'inner(int)' is called from here
int outer(int x) restrict(amp) { return 2 * inner(x); }

void calls(array_view<float, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: note: 'outer(int)' is called from here, in a kernel
		v[i] = outer(3);
		object o;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: call to 'member()', which is restrict(cpu)
		v[i] += o.member();
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: call to 'sqrtf', which is restrict(cpu), from a function that is restrict(amp); concurrency::fast_math and precise_math have such functions [C++ AMP 2.3]
		v[i] += sqrtf(v[i]);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:3: error: call to 'printf', which is restrict(cpu), from a function that is restrict(amp); use direct3d_printf [C++ AMP 2.3]
		printf("%d\n", i[0]);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:20: error: 'std::vector<int>' is constructed in code that is restrict(amp); its constructors are restrict(cpu) [C++ AMP 2.3]
		std::vector<int> made(4);
	});
}

// CHECK-DAG: mistakes.cpp:[[# @LINE + 2]]:2: note: 'of_host' is declared here
struct of_host {
	of_host() {}
	explicit of_host(int) {}
};
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:5: note: 'redeclared' is declared here
int redeclared(int) restrict(amp);
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:5: error: 'redeclared' is restrict(cpu,amp) here and restrict(amp) where it was declared before: functions that differ in restriction only have none in common [C++ AMP 2.3.2]
int redeclared(int) restrict(cpu, amp);

void objects() restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: 'of_host' is constructed in code that is restrict(amp); its constructors are restrict(cpu) [C++ AMP 2.3]
	of_host h;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: 'of_host' is constructed in code that is restrict(amp); its constructors are restrict(cpu) [C++ AMP 2.3]
	of_host(3);
}

void views(array_view<float, 2> m, array_view<float, 1> v, array_view<const float, 1> c)
{
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: 'array_view<float, 1>' cannot be indexed with 'index<2>': the ranks differ
		v[i] = 1;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: an element of a view of const elements, or of a const array, is assigned to
		c[i[0]] = 1;
	});
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: a tile_static variable in a function that is restrict(cpu): only restrict(amp) code has them [C++ AMP 2.4.3.5.1]
	tile_static int here;
}

// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:1: error: tile_static outside of restrict(amp) code
tile_static int everywhere;

void tiles(array_view<float, 1> v)
{
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:31: error: tile_static variable 'shared' has an initializer [C++ AMP 2.4.3.5.1]
		tile_static float shared[4] = {0};
		v[t] = shared[t.local[0]];
	});
}
