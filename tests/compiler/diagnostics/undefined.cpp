// Functions that kernels call and that the unit does not define: no GPU's code would have them. What is
// not compiled is no mistake, and the CPU accelerator's code is linked.
// RUN: ! %nvcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
// RUN: %ampcc -c -o %t.o %s
// What only instantiation shows is found in the code for GPUs, after ptxas's own error.
// RUN: ! %nvcc -DIN_TEMPLATE -c -o %t.o %s 2> %t; %FileCheck --check-prefix=PTX --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

#ifdef IN_TEMPLATE
struct policy {
	// PTX: undefined.cpp:[[# @LINE + 1]]:15: error: 'far(float)' is called in a kernel, but not defined in this unit
	static float far(float x) restrict(amp);
};
template <typename P> struct scope {
	array_view<float> v;
	~scope()
	{
		auto &x = v;
		parallel_for_each(x.extent, [x](index<1> i) restrict(amp) { x[i] = P::far(x[i]); });
	}
};
void host(array_view<float> v) { scope<policy> s{v}; }
#else
float far(float x) restrict(amp);
float near(float x) restrict(cpu, amp) { return x; }
template <typename T> T converted(T x) restrict(amp);
struct table {
	float scale;
	float look_up(int i) const restrict(cpu, amp);
};
// CHECK-DAG: undefined.cpp:[[# @LINE + 4]]:53: error: 'far(float)' is called in a kernel, but not defined in this unit
// CHECK-DAG: undefined.cpp:[[# @LINE - 8]]:7: note: 'far(float)' is declared here
// CHECK-DAG: undefined.cpp:[[# @LINE + 32]]:10: note: 'middle(float)' is called from here, in a kernel
template <typename T> T inner(T x) restrict(amp) { return x; }
static float middle(float x) restrict(amp) { return far(x) + inner(x); }

class of_elsewhere { // launched in another unit, if at all
public:
	void operator()(index<1> i) const restrict(amp) { v[i] = far(v[i]); }
	array_view<float> v;
};
struct scaling {
	array_view<float> v;
	// CHECK-DAG: undefined.cpp:[[# @LINE + 1]]:69: error: 'converted(float)' is called in a kernel
	void operator()(index<1> i) const restrict(amp) { v[i] = near(2) * converted(v[i]); }
};
struct distant {
	array_view<float> v;
	void operator()(index<1> i) const restrict(amp);
};
struct of_several { // the index chooses, and what is not chosen need not be there
	array_view<float> v;
	void operator()(index<1> i) const restrict(amp) { v[i] = 1; }
	void operator()(index<2> i) const restrict(amp);
};
static void not_called(array_view<float> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = far(v[i]); });
}
static void called(array_view<float> v) { parallel_for_each(v.extent, scaling{v}); }

float host(array_view<float> v, table t)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = middle(v[i]);
		// CHECK-DAG: undefined.cpp:[[# @LINE + 1]]:11: error: 'look_up(int)' is called in a kernel
		v[i] += t.look_up(2);
	});
	// CHECK-DAG: undefined.cpp:[[# @LINE + 1]]:2: error: 'operator()(index<1>)' is launched, but not defined in this unit
	parallel_for_each(v.extent, distant{v});
	parallel_for_each(v.extent, of_several{v});
	struct {
		float x[8000];
	} large = {};
	// CHECK-DAG: undefined.cpp:[[# @LINE + 1]]:2: error: the kernel takes 320{{[0-9]+}} bytes with it, and GPUs take at most 32000: pass large data in an array, or by a view
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = large.x[i[0]]; });
	called(v);
	return t.look_up(3);
}
#endif
