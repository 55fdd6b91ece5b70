// Visual C++'s dialect: what it is amended to is in what is written, in the user's own lines; headers are named as they
// are called here.
// RUN: mkdir -p %t/Kernels && sed -E '1,2d; /[/][/] (CHECK|RUN)/d' %s >%t/main.cpp
// RUN: printf '#include "STDAFX.H"\n#include <Math.h>\n' >%t/Kernels/plain.h && printf '#pragma once\n' >%t/stdafx.h
// RUN: cd %t && %ampcc --amp-msvc --amp-emit-cuda -o out/main.cu main.cpp
// RUN: %FileCheck %s <%t/out/main.cu
// RUN: cd %t && %ampcc --amp-msvc --amp-emit-cuda=all --amp-vendor main.cpp && ! grep isystem all/CMakeLists.txt | grep -q '"/'
// RUN: sed 1d %t/out/Kernels/plain.cuh | tr '\n' ' ' | grep -x '#include "../../stdafx.h" #include <math.h> '
// CHECK: // nvcc {{.*}}amp/windows
// CHECK: #define AMP_MSC_VER 1929
// CHECK: #include <amp/msvc_helpers.h>
// CHECK: #include "amp/msvc.h"
// CHECK-NEXT: #include <cstdio>
#include <cstdio>
// CHECK-NEXT: #include "../stdafx.h"
#include "StdAfx.h"
// CHECK-NEXT: #include "Kernels/plain.cuh"
#include "kernels\Plain.h"
// CHECK-NEXT: #include <amp.h>
#include <AMP.h>
#include <vector>
using namespace concurrency;

#define WIDE(x) L#x
// CHECK: const wchar_t *names[] = {L"first", L"second == 2"};
const wchar_t *names[] = {WIDE(first), WIDE(second == 2)};

// CHECK: __host__ __device__ inline int clip(int x);
// CHECK: struct fill_kernel {
// CHECK: // What is declared later is declared in front of the template.
// CHECK-NEXT: template <typename T> void fill(array_view<T> v, int n)
// What is declared later is declared in front of the template.
template <typename T> void fill(array_view<T> v, int n)
{
	// CHECK: {{^	}}for (auto k : std::vector<int>(2))
	for each (auto k in std::vector<int>(2))
		// CHECK-NEXT: parallel_for_each(v.extent, fill_kernel<T>{v, n, k});
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = clip(n + k); });
}
// CHECK: __host__ __device__ inline int clip(int x) { return x > 9 ? 9 : x; }
inline int clip(int x) restrict(cpu, amp) { return x > 9 ? 9 : x; }

void wait(accelerator_view &view) { view.wait(); }

// What is removed leaves one blank, and a comma goes where a macro has no more arguments.
// CHECK: {{^}}struct counted {
// CHECK-NEXT: virtual ~counted() {}
// CHECK: #define LOG(format, ...) printf(format, ##__VA_ARGS__)
struct __declspec(novtable) counted {
	virtual ~counted() = 0 {}
};
#define LOG(format, ...) printf(format, __VA_ARGS__)

// CHECK: {{^}}	int n; n = 3;
int late(bool leave)
{
	LOG("late");
	if (leave)
		goto end;
	int n = 3;
	return n;
end:
	return 0;
}

// CHECK: {{^}}struct named {
// CHECK-NEXT: template <typename T> static int length();
// CHECK-NOT: #line
// CHECK: {{^}}template <> inline int named::length<int>() { return 3; }
struct named {
	template <typename T> static int length();
	template <> static int length<int>() { return 3; }
};

// CHECK: int {{ ?}}main()
void main()
{
	array_view<int> v(4);
	fill(v, 12);
	// CHECK: wait(amp_msvc::lvalue<Concurrency::accelerator_view>(accelerator().default_view));
	wait(accelerator().default_view);
}
