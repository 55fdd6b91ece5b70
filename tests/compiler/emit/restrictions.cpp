// restrict clauses become execution-space specifiers in front of the
// declaration; restrict(cpu) becomes nothing.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: __host__ __device__ int on_amp(int x) { return x; }
int on_amp(int x) restrict(amp) { return x; }
// CHECK: __host__ __device__ int on_both(int x) { return x; }
int on_both(int x) restrict(cpu, amp) { return x; }
// CHECK: {{^}}int on_cpu(int x) { return x; }
int on_cpu(int x) restrict(cpu) { return x; }

struct point {
	int x;
	// CHECK: __host__ __device__ explicit point(int value) : x(value) {}
	explicit point(int value) restrict(cpu, amp) : x(value) {}
	// CHECK: __host__ __device__ int get() const { return x; }
	int get() const restrict(amp) { return x; }
	// CHECK: __host__ __device__ static point zero() { return point(0); }
	static point zero() restrict(cpu, amp) { return point(0); }
};

// CHECK: template <typename T>
// CHECK: __host__ __device__ T twice(T x) { return x + x; }
template <typename T> T twice(T x) restrict(cpu, amp) { return x + x; }
// CHECK: template __host__ __device__ int twice<int>(int x);
template int twice<int>(int x) restrict(cpu) restrict(amp);

// The clause inside of the declarator; a member template that libclang shows for each instantiation.
template <typename T> struct rows {
	T m[2][3];
	template <int I> T (&row() restrict(cpu, amp))[3];
};
// CHECK: template <int I> __host__ __device__ T (&row())[3];
// CHECK: template <typename T> template <int I> __host__ __device__ T (&rows<T>::row())[3] { return m[I]; }
template <typename T> template <int I> T (&rows<T>::row() restrict(cpu, amp))[3] { return m[I]; }

void run(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		rows<int> r = {{{1}, {2}}};
		v[i] = on_amp(on_both(point(i[0]).get())) + twice(point::zero().x) + r.row<1>()[0];
	});
}
// CHECK-NOT: restrict(
