// Calls that are not evaluated, and functions that are only compiled where they are called.
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

float on_gpu() restrict(amp);
int on_cpu() restrict(cpu);
void either() restrict(cpu);
void either() restrict(amp);
template <typename T> T choose(T) restrict(cpu);
int choose(float) restrict(amp);
struct any {
	template <typename T> operator T() restrict(cpu, amp);
};

inline int in_both() restrict(cpu, amp)
{
	// CHECK: unevaluated.cpp:[[# @LINE + 2]]:17: error: call to 'on_gpu()', which is restrict(amp), from a function that is restrict(cpu,amp)
	// CHECK: unevaluated.cpp:6:7: note: 'on_gpu()' is declared here
	return int(2 * on_gpu());
}
int types() restrict(cpu, amp)
{
	// CHECK: unevaluated.cpp:[[# @LINE + 1]]:11: error: call to 'on_gpu()', which is restrict(amp), from a function that is restrict(cpu,amp)
	decltype(on_gpu()) x = 1;
	// CHECK: unevaluated.cpp:[[# @LINE + 1]]:11: error: in restrict(cpu,amp) code 'either' names several functions, which differ in restriction
	decltype(either);
	// CHECK: unevaluated.cpp:[[# @LINE + 1]]:11: error: in restrict(cpu,amp) code 'either' names several functions, which differ in restriction
	decltype((either));
	(either)(); // a call
	// CHECK: unevaluated.cpp:[[# @LINE + 1]]:11: error: in restrict(cpu,amp) code 'choose' means two functions with different results: 'float' where it is restrict(cpu), 'int' where it is restrict(amp)
	decltype(choose(1.0f)) y = 1;
	return x + y;
}
auto result() restrict(cpu, amp) -> decltype(
	// CHECK: unevaluated.cpp:[[# @LINE + 1]]:2: error: call to 'on_gpu()', which is restrict(amp), from a function that is restrict(cpu,amp)
	on_gpu());
auto result_on_cpu() -> decltype(
	// CHECK: unevaluated.cpp:[[# @LINE + 1]]:2: error: call to 'on_gpu()', which is restrict(amp), from a function that is restrict(cpu)
	on_gpu());
auto in_lambda = [] {
	// CHECK: unevaluated.cpp:[[# @LINE + 1]]:16: error: call to 'on_gpu()', which is restrict(amp), from a function that is restrict(cpu)
	return sizeof(on_gpu());
};
int on_gpu_only() restrict(amp)
{
	decltype(either); // the amp one
	// CHECK: unevaluated.cpp:[[# @LINE + 1]]:23: error: a value of type 'char' in restrict(amp) code
	return sizeof(true ? any() : 'a');
}

// Nobody wrote these calls of a base's operator: what may be called is up to the parser.
struct assigned {
	assigned &operator=(const assigned &) restrict(amp) { return *this; }
};
struct with_base : assigned {
	int n;
};
struct with_default : assigned {
	with_default &operator=(const with_default &) = default;
};
int assign() restrict(amp)
{
	with_base a = {{}, 1}, b = {{}, 2};
	a = b;
	return a.n;
}

// An instantiation is for where it is called.
template <typename F> int call(F f) restrict(cpu, amp) { return f(); }
template <typename T> struct caller {
	template <typename F> T call(F f) restrict(cpu, amp);
};
template <typename T> template <typename F> T caller<T>::call(F f) restrict(cpu, amp) { return f(); }
void launch(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = call([]() restrict(amp) { return int(on_gpu()); });
		v[i] += caller<int>().call([]() restrict(amp) { return 1; });
	});
}

// Template arguments are no values of the accelerator, whatever their types.
enum class edge : unsigned char { clamp, wrap };
template <edge e> struct edge_of {
	static int at(int i) restrict(cpu, amp) { return e == edge::wrap ? i + 1 : i; }
};
template <char c> int letter() restrict(cpu, amp) { return 1; }
template <edge e> int by_edge(int i) restrict(cpu, amp) { return edge_of<e>::at(i) + edge_of<(edge)0>::at(i) + letter<char('a' + 1)>(); }
int edges(int i) restrict(amp) { return by_edge<edge::wrap>(i) + edge_of<edge{}>::at(i); }
