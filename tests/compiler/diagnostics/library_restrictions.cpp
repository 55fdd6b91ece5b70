// The restrictions of the library's constructors and functions, as the reference declares them.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;

// For the CPU.
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void sampler_1() restrict(amp) { sampler s; }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void sampler_2() restrict(amp) { sampler s(filter_point); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void sampler_3() restrict(amp) { sampler s(address_wrap); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void sampler_4() restrict(amp) { sampler s(filter_point, address_wrap); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void accelerator_1() restrict(amp) { accelerator acc; }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void future_1() restrict(amp) { completion_future f; }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void array_1() restrict(amp) { array<int> a(4); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void view_1() restrict(amp) { array_view<int> v(4); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void view_2() restrict(amp) { array_view<int, 2> v(4, 4); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void view_3(array_view<int> v) restrict(amp) { v.synchronize(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void view_4(array_view<int> v) restrict(amp) { v.synchronize_async(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void view_5(array_view<int> v) restrict(amp) { v.refresh(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void view_6(array_view<int> v) restrict(amp) { v.discard_data(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void view_7(array_view<int> v) restrict(amp) { v.get_source_accelerator_view(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void view_8(array_view<int> v, array<int> &a) restrict(amp) { v.copy_to(a); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: variable 'av' {{.*}}it is of the host
void view_9(array_view<int> v) restrict(amp) { accelerator_view av = v.source_accelerator_view; }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void array_2(array<int> &a) restrict(amp) { array<int> b(a); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void array_3(array<int> &a, array<int> &b) restrict(amp) { a = b; }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void array_4(array<int> &a) restrict(amp) { a.get_accelerator_view(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void array_5(array<int> &a) restrict(amp) { a.get_cpu_access_type(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void array_6(array<int> &a, array<int> &b) restrict(amp) { copy(a, b); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void texture_1(texture<int, 1> &t) restrict(amp) { texture<int, 1> u(t); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void texture_2(texture<int, 1> &t) restrict(amp) { t.data(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void texture_3(texture<int, 1> &t) restrict(amp) { t.get_accelerator_view(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void texture_4(texture<int, 1> &t) restrict(amp) { texture_view<int, 1> v(t, 0u); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void texture_5(texture<int, 1> &t) restrict(amp) { texture_view<const int, 1> v(t, 0u, 1u); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(cpu)
void texture_6(texture_view<const int, 1> r, texture_view<int, 1> v) restrict(amp) { r = v; }

// For accelerators.
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_1(int *p) { atomic_fetch_add(p, 1); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_2(const tile_barrier &b) { b.wait(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_3(const tile_barrier &b) { all_memory_fence(b); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_4(const texture<int, 1> &t) { t[0]; }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_5(const texture<int, 1> &t) { t(0); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_6(texture<int, 1> &t) { t.set(index<1>(0), 1); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_7(const texture_view<int, 1> &v) { v.get(index<1>(0)); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_8(const writeonly_texture_view<int, 1> &v) { v.set(index<1>(0), 1); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_9(const texture_view<const float, 2> &v, const sampler &s) { v.sample(s, float_2(0.0f)); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_10(const texture_view<const float, 2> &v) { v.gather_red(float_2(0.0f)); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_11() { direct3d_printf("text"); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_12() { direct3d_abort(); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_13() { concurrency::direct3d::imax(1, 2); }
// CHECK-DAG: library_restrictions.cpp:[[# @LINE + 1]]:{{.*}}: error: {{.*}}restrict(amp)
void cpu_14() { graphics::direct3d::msad4(1u, graphics::direct3d::uint2(), graphics::direct3d::uint4()); }
