// What another unit is said to instantiate is instantiated for GPUs nevertheless: their code is not
// linked with that of other units.
// RUN: %emit | %FileCheck --implicit-check-not='extern template' %s
// RUN: %nvcc -c -o %t.o %s
#include <amp.h>
using namespace concurrency;

template <typename T> T thrice(T x) restrict(cpu, amp);
template <typename T> struct add {
	array_view<T> v;
	T by;
	void operator()(index<1> i) const restrict(amp);
};
template <typename T> T thrice(T x) restrict(cpu, amp) { return 3 * x; }
template <typename T> void add<T>::operator()(index<1> i) const restrict(amp) { v[i] += thrice(by); }
extern template int thrice<int>(int)
	restrict(cpu, amp);
extern template struct add<int>;
// CHECK: template __host__ __device__ float thrice<float>(float);
template float thrice<float>(float) restrict(cpu, amp);

// CHECK-LABEL: void add_all(
void add_all(array_view<int> v)
{
	parallel_for_each(v.extent, add<int>{v, 2});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += thrice(v[i]); });
}
