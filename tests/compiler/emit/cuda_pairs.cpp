// Functions that differ in restriction only, where one call means both, and constructors, which have no other name: in
// the CUDA for people the CPU's function passes the call on.
// RUN: mkdir %t.d && printf '#pragma push_macro("PUSHED")\n#undef PUSHED\n#pragma pop_macro("PUSHED")\n' >%t.d/pushes.h
// RUN: %ampcc --amp-emit-cuda -isystem %t.d -o %t %s && grep -v CHECK %t | %FileCheck %s
// What is inserted behind the last token of the program is in that token's file, which may be a header.
// RUN: printf 'inline last::last() restrict(amp) : n(2) {}\ninline last::last() restrict(cpu) : n(1) {}\n' >%t.d/last.h
// RUN: printf '#include <amp.h>\nstruct last { int n; last() restrict(cpu); last() restrict(amp); };\nvoid f(concurrency::array_view<int> v) { parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = last().n; }); }\n#include "last.h"\n' >%t.d/last.cpp
// RUN: cd %t.d && %ampcc --amp-emit-cuda last.cpp && tail -1 last.amp.cu | grep -x '#include "last.cuh"' && tail -1 last.cuh | grep -x '#endif'
#include <amp.h>
#include <string>
using namespace concurrency;

// CHECK: __host__ __device__ int size_amp(int x);
// CHECK-NEXT: __host__ __device__ int size(int x)
// CHECK-NEXT: {
// CHECK-NEXT: #ifdef __CUDA_ARCH__
// CHECK-NEXT: {{^}}	return size_amp(x);
// CHECK-NEXT: #else
// CHECK-NEXT: {{^}}	if (concurrency::cuda::in_kernel())
// CHECK-NEXT: {{^}}		return size_amp(x);
// CHECK-NEXT: {{^}}	std::string s(x, ' ');
// CHECK-NEXT: {{^}}	return (int)s.size();
// CHECK-NEXT: #endif
// CHECK-NEXT: {{^}}}
// CHECK-NEXT: __host__ __device__ int size_amp(int x) { return x; }
// CHECK-NEXT: __host__ __device__ int both(int x) { return size(x); }
int size(int x) restrict(cpu)
{
	std::string s(x, ' ');
	return (int)s.size();
}
int size(int x) restrict(amp) { return x; }
int both(int x) restrict(cpu, amp) { return size(x); }

// in a template, by a name that depends on its parameter: the function is not known
// CHECK: __host__ __device__ static int apply_amp(int x) { return x + 1; }
// CHECK-NEXT: __host__ __device__ static int apply(int x) {
// CHECK-NEXT: #ifdef __CUDA_ARCH__
// CHECK-NEXT: {{^}}	return apply_amp(x);
struct operation {
	static int apply(int x) restrict(amp) { return x + 1; }
	static int apply(int x) restrict(cpu) { return x; }
};
template <typename Operation> int applied(int x) restrict(cpu, amp) { return Operation::apply(x); }
int apply_operation(int x) restrict(amp) { return applied<operation>(x); }

// called in code of one restriction only: each has its name
// CHECK: {{^}}int alone(int x) { return x; }
// CHECK-NEXT: {{^}}__host__ __device__ int alone_amp(int x) { return x + 1; }
int alone(int x) restrict(cpu) { return x; }
int alone(int x) restrict(amp) { return x + 1; }

struct counter {
	int n;
	// CHECK: #ifndef __CUDA_ARCH__
	// CHECK-NEXT: {{^}}	// the CPU's
	// CHECK-NEXT: {{^}}	__host__ __device__ counter(int x) : n(concurrency::cuda::in_kernel() ? decltype(n)(x + 1) : decltype(n)(x)) {
	// CHECK-NEXT: {{^}}		if (concurrency::cuda::in_kernel()) {
	// CHECK-NEXT: {{^}}			counter_amp(x);
	// CHECK-NEXT: {{^}}			return;
	// CHECK-NEXT: {{^}}		}
	// CHECK-NEXT: {{^}}	}
	// CHECK-NEXT: #endif
	// CHECK-NEXT: #ifdef __CUDA_ARCH__
	// CHECK-NEXT: {{^}}	__host__ __device__ explicit counter(int x) : n(x + 1)
	// CHECK-NEXT: #else
	// CHECK-NEXT: {{^}}	__host__ __device__ void counter_amp(int x)
	// CHECK-NEXT: #endif
	// CHECK-NEXT: {{^}}	{ n *= 2; }
	// the CPU's
	counter(int x) restrict(cpu) : n(x) {}
	explicit counter(int x) restrict(amp) : n(x + 1) { n *= 2; }
	// CHECK: #ifndef __CUDA_ARCH__
	// CHECK-NEXT: {{^}}	__host__ __device__ counter();
	// CHECK-NEXT: #endif
	// CHECK-NEXT: #ifdef __CUDA_ARCH__
	// CHECK-NEXT: {{^}}	__host__ __device__ counter();
	// CHECK-NEXT: #else
	// CHECK-NEXT: {{^}}	__host__ __device__ void counter_amp();
	// CHECK-NEXT: #endif
	counter() restrict(cpu);
	counter() restrict(amp);
	// CHECK: {{^}}	__host__ __device__ int operator+=(int x) {
	// CHECK-NEXT: #ifdef __CUDA_ARCH__
	// CHECK-NEXT: {{^}}		return operator_plus_equals_amp(x);
	// CHECK: {{^}}	__host__ __device__ int operator_plus_equals_amp(int x) { return n -= x; }
	int operator+=(int x) restrict(cpu) { return n += x; }
	int operator+=(int x) restrict(amp) { return n -= x; }
	// What the CPU's constructor has more is declared for the GPU, too.
	// CHECK: {{^}}	__host__ __device__ counter(const counter &o, int by = 0) : n(concurrency::cuda::in_kernel() ? decltype(n)(o.n) : decltype(n)(o.n + by)) {
	// CHECK-NEXT: if (concurrency::cuda::in_kernel()) {
	// CHECK-NEXT: counter_amp(o);
	// CHECK: {{^}}#else
	// CHECK-NEXT: {{^}}	counter(const counter &o, int by);
	// CHECK-NEXT: {{^}}#endif
	// CHECK-NEXT: {{^}}#ifdef __CUDA_ARCH__
	// CHECK-NEXT: {{^}}	__host__ __device__ counter(const counter &o) : n(o.n)
	counter(const counter &o, int by = 0) restrict(cpu) : n(o.n + by) {}
	counter(const counter &o) restrict(amp) : n(o.n) {}
};

int main()
{
	array_view<int> v(4);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		counter c(1);
		v[i] = both(1) + alone(2) + (c += 2);
	});
	return alone(3);
}

// A system header's pragmas, which the comparison of the files with the program leaves out at first, make no difference.
// CHECK: int pushed = PUSHED;
#define PUSHED 2
#include <pushes.h>
int pushed = PUSHED;
