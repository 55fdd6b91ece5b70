// Who can destroy an object (C++ AMP 2.2.2). libclang crashes on a class like `neither`, whether amp.h is precompiled or not: both
// precompiled headers, the lean one and the other, stay in the cache.
// RUN: ! AMPCC_CACHE_DIR=%t.cache %ampcc -c -o %t.o %s 2> %t && %FileCheck --implicit-check-not=error: %s < %t
// RUN: ! grep libclang: %t
// RUN: test $(ls %t.cache | wc -l) = 2
#include <amp.h>
using namespace concurrency;

struct for_amp {
	int i;
	~for_amp() restrict(amp) {}
};
struct for_cpu {
	int i;
	~for_cpu() restrict(cpu) {}
};
struct for_both {
	int i;
	~for_both() restrict(cpu, amp) {}
};
class neither : for_amp, public for_cpu {};
struct member {
	for_amp a;
	for_cpu b[2];
};
struct amp_member {
	for_amp a;
	for_both b;
};

// Bases that depend on template parameters.
template <typename T> struct value {
	T x;
};
template <typename T> struct checked {
	T x;
	~checked() restrict(cpu) {}
};
template <typename T> struct derived : T {};
template <typename T> struct wrapped : value<T> {};
template <typename T> struct watched : checked<value<T>> {};

struct constructed {
	constructed() restrict(cpu, amp) {}
	// CHECK: destructors.cpp:[[# @LINE + 1]]:2: error: the destructor is restrict(cpu), but there is a constructor with restrict(amp) [C++ AMP 2.2.2]
	~constructed() {}
};
void construct() restrict(amp) { constructed object; }

void host()
{
	// CHECK: destructors.cpp:[[# @LINE + 1]]:10: error: variable 'a': 'neither' has no destructor, since those of its base classes and members have no restriction in common [C++ AMP 2.2.2]
	neither a;
	// CHECK: destructors.cpp:[[# @LINE + 1]]:13: error: variable 'b' in restrict(cpu) code: the destructor of 'amp_member' is restrict(amp) [C++ AMP 2.2.2]
	amp_member b;
	for_cpu c;
	for_both d;
	new for_both;
	new for_cpu[2];
	// CHECK: destructors.cpp:[[# @LINE + 1]]:2: error: 'new' in restrict(cpu) code: 'amp_member' has no destructor that is restrict(cpu) [C++ AMP 2.2.2]
	new amp_member(b);
}

void kernel() restrict(amp)
{
	// CHECK: destructors.cpp:[[# @LINE + 1]]:9: error: variable 'a': 'member' has no destructor
	member a;
	amp_member b;
	// CHECK: destructors.cpp:[[# @LINE + 1]]:10: error: variable 'c' in restrict(amp) code: the destructor of 'for_cpu' is restrict(cpu) [C++ AMP 2.2.2]
	for_cpu c;
	for_both d;
	// CHECK: destructors.cpp:[[# @LINE + 1]]:19: error: variable 'e' in restrict(amp) code: the destructor of 'derived' is restrict(cpu)
	derived<for_cpu> e;
	// CHECK: destructors.cpp:[[# @LINE + 1]]:19: error: variable 'f' in restrict(amp) code: the destructor of 'wrapped' is restrict(cpu)
	wrapped<for_cpu> f;
	// CHECK: destructors.cpp:[[# @LINE + 1]]:15: error: variable 'g' in restrict(amp) code: the destructor of 'watched' is restrict(cpu)
	watched<int> g;
	derived<for_both> h;
	wrapped<for_amp> i;
	wrapped<derived<value<int>>> j;
	// A view is no element, nor is what derives from one that has one.
	// CHECK: destructors.cpp:[[# @LINE + 1]]:39: error: tile_static variable 'k' holds an array_view or a texture [C++ AMP 2.4.3.5.1]
	tile_static wrapped<array_view<int>> k;
	// CHECK: destructors.cpp:[[# @LINE + 1]]:46: error: tile_static variable 'l' holds an array_view or a texture
	tile_static derived<value<array_view<int>>> l;
	tile_static wrapped<value<int>> m;
}
