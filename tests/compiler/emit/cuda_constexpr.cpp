// CUDA for people: a kernel that calls a constexpr function, without which nvcc would leave the call out with a warning,
// says so in its command; without the option that is an error. nvcc does not warn of tile_static objects with constructors, nor of
// constants that only kernels use.
// RUN: %ampcc --amp-emit-cuda -o - %s | %FileCheck %s
// RUN: mkdir %t
// RUN: cd %t && %ampcc --amp-emit-cuda -c -o a.cu %s 2>/dev/null
// RUN: cd %t && sed -n '2s,^// *,,p' a.cu | sed 's/-arch=native/-arch=sm_90/; s/ -c / -ptx /; s/a[.]o/a.ptx/' >command
// RUN: cd %t && bash command >warnings 2>&1 && cmp warnings /dev/null
// RUN: cd %t && sed -i 's/--expt-relaxed-constexpr//' command && ! bash command >errors 2>&1
// RUN: %FileCheck --check-prefix=WITHOUT %s <%t/errors
// Replacements of built-in functions in front of <amp.h> need it, too.
constexpr int bits(unsigned x) { return __builtin_popcount(x); }
#include <amp.h>
using namespace concurrency;

constexpr int longer(int a, int b)
{
	return a > b ? a : b;
}
void run(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = longer(v[i], i[0]); });
}
struct counter {
	int n;
	counter() restrict(cpu, amp) : n(0) {}
};
void count(array_view<int> v)
{
	const int step = 2;
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		tile_static counter counters[4];
		counters[t.local[0]].n = step;
		t.barrier.wait();
		v[t.global] += counters[3 - t.local[0]].n;
	});
}
// CHECK: // nvcc -std=c++17 -arch=native {{.*}} --expt-relaxed-constexpr{{$}}
// CHECK: {{^}}#include <amp.h>
// CHECK: {{^}}constexpr int bits(unsigned x) { return amp_builtin_popcount(x); }
// WITHOUT: error: calling a constexpr __host__ function("longer")
