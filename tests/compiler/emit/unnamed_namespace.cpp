// An unnamed namespace gets a name, since nvcc mangles it in its own way.
// RUN: %emit | %FileCheck %s
// RUN: %ampcc --amp-emit-cuda -o - %s | sed -E '/[/][/] (CHECK|RUN|PEOPLE)/d' | %FileCheck --check-prefix=PEOPLE %s
// With kernels of a header at global scope, which a name around the source's would make ambiguous, nothing has one.
// RUN: mkdir %t && echo 'inline void third(array_view<int> v) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 3; }); }' >%t/third.h
// RUN: cd %t && { cat %s; echo '#include "third.h"'; } >a.cpp && %ampcc --amp-emit-cuda -o a.cu a.cpp && ! grep '^inline namespace amp_kernels' a.cu third.cuh
#include <amp.h>
using namespace concurrency;

// CHECK: inline namespace [[NAME:[a-z_0-9]+]]
// PEOPLE: {{^}}inline namespace amp_kernels {
// PEOPLE-NEXT: {{^}}namespace {
// PEOPLE: struct object {
// PEOPLE: {{^[}] [}] // namespace$}}
// PEOPLE-EMPTY:
// PEOPLE-NEXT: void run
namespace {

struct object {
	array_view<int, 1> view;
	void operator()(index<1> i) const restrict(amp) { view[i] = 1; }
};

} // namespace

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, object{v});
}

// For people, a kernel's has one around it where nvcc would find unnamed ones ambiguous, as has the program's own with kernels.
// PEOPLE: namespace app {
// PEOPLE-NEXT: {{^}}namespace {
// PEOPLE-NEXT: struct first_kernel
// PEOPLE: {{^}}inline namespace amp_kernels {
// PEOPLE-NEXT: {{^}}namespace {
// PEOPLE-NEXT: template <int N>
// PEOPLE-NEXT: struct second_kernel
// PEOPLE: {{^}}};
// PEOPLE-NEXT: {{^[}]$}}
// PEOPLE-NEXT: {{^}}} // namespace
namespace app {
inline void first(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
}
using namespace app;
template <int N> void second(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = N; });
}
void both(array_view<int, 1> v)
{
	first(v);
	second<2>(v);
}
