// Macros of the command line that are names in <amp.h> or CUDA's headers are not there for it.
// RUN: %ampcc -DN=4 -D 'F(x)=x' -DAMP_LARGE_VIEWS -DM=1 -UM --amp-dump-device -o - %s | %FileCheck %s
// RUN: %ampcc -DN=4 -D 'F(x)=x' -DAMP_LARGE_VIEWS -c -o %t.o %s
// RUN: %nvcc -DT=double -D N=4 '-DF(x)=x' -DM=2 -D_MINE=3 -UNO -DAMP_LARGE_VIEWS --amp-verbose -c -o %t.o %s 2>&1 | %FileCheck --check-prefix=NVCC %s
// NVCC: nvcc {{.*}}-D_MINE=3 -DAMP_LARGE_VIEWS
// NVCC-NOT: nvcc {{.*}}-D{{[ ]*}}{{[TNFM]}}
// CHECK: {{^}}#define N 4
// CHECK-NEXT: {{^}}#define F(x) x
// CHECK-NEXT: {{^}}#define M 1
// CHECK-NEXT: {{^}}#undef M
// CHECK: {{^}}#undef N
// CHECK-NEXT: {{^}}#undef F
// CHECK-NEXT: {{^}}#include <amp.h>
// CHECK-NEXT: {{^}}#define N 4
// CHECK-NEXT: {{^}}#define F(x) x
// CHECK-NOT: M
#include <amp.h>

// CHECK: {{^}}float first[4];
float first[N];

void clear(concurrency::array_view<float, 1> v)
{
	parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = F(0); });
}

// Macros of amp.h are not the program's, which may have its own by these names; no header sees these.
#ifndef AMP_API
#define AMP_API static
#endif
#define AMP_CPU_AMP restrict(cpu, amp)
#define AMP_RESTRICT restrict(amp)
#include <map>
#include <amp_math.h>
// CHECK-NOT: AMP_RESTRICT
// CHECK: static int twice(int x)
AMP_API int twice(int x) AMP_CPU_AMP { return 2 * x; }
void fill(concurrency::array_view<int> v)
{
	parallel_for_each(v.extent, [=](concurrency::index<1> i) AMP_RESTRICT { v[i] = twice(i[0]); });
}
