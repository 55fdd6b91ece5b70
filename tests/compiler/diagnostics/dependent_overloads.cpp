// Functions that differ in restriction and in more, where kernels do not name them: the CPU's would be called.
// RUN: ! %ampcc -c -o %t.o %s 2>%t && %FileCheck --match-full-lines %s <%t && test ! -e %t.o
#include <amp.h>
using namespace concurrency;

struct operation {
	static int result(int x) restrict(cpu) { return x; }
	// CHECK-DAG: {{.*}}:[[# @LINE + 1]]:15: note: 'result' is declared here
	static float result(int x) restrict(amp) { return x + 0.5f; }
	static int parameter(int x) restrict(cpu) { return x; }
	static int parameter(float x) restrict(amp) { return x + 2; }
	static int same(int x) restrict(cpu) { return x; }
	static int same(int x) restrict(amp) { return x + 1; }
};
template <typename Operation> float apply(Operation o, int x) restrict(amp)
{
	// CHECK-DAG: {{.*}}:[[# @LINE + 1]]:41: error: 'result' depends on a template parameter here, and may be one of two functions that differ in restriction and in their results: give the restrict(amp) one a name of its own
	return Operation::same(x) + Operation::result(x);
}
template <typename Operation> float apply_to(Operation o, int x) restrict(cpu, amp)
{
	// CHECK-DAG: {{.*}}:[[# @LINE + 1]]:23: error: 'parameter' depends on a template parameter here, and may be one of two functions that differ in restriction and in their parameters: give the restrict(amp) one a name of its own
	return o.same(x) + o.parameter(x);
}

int operator+(operation a, operation b) restrict(cpu) { return 1; }
// CHECK-DAG: {{.*}}:[[# @LINE + 1]]:7: error: operators that differ only in restriction must have the same result, since an expression in a kernel may mean either
float operator+(operation a, operation b) restrict(amp) { return 1.5f; }

void run(array_view<float> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		operation o;
		v[i] = apply(o, 2) + apply_to(o, 3) + (o + o);
	});
}
