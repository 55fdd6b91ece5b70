// Lambdas: what they capture with an initializer or by a member, and which of them amp code
// may call (C++ AMP 2.2.3, 2.3, 7.1).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
#include <map>
#include <vector>
using namespace concurrency;

void initialized(array_view<int> v, std::vector<int> x)
{
	int n = 0;
	// evaluated where the kernel is launched
	parallel_for_each(v.extent, [v, size = (int)x.size()](index<1> i) restrict(amp) { v[i] = size; });
	// CHECK: lambdas.cpp:[[# @LINE + 1]]:34: error: the pointer 'p' is captured; a kernel cannot reach what it points to
	parallel_for_each(v.extent, [v, p = &n](index<1> i) restrict(amp) { v[i] = *p; });
	// CHECK: lambdas.cpp:[[# @LINE + 1]]:35: error: 'r' is captured by reference; only arrays and textures can be
	parallel_for_each(v.extent, [v, &r = n](index<1> i) restrict(amp) { v[i] = r; });
	// CHECK: lambdas.cpp:[[# @LINE + 1]]:34: error: 'y' is in host memory
	parallel_for_each(v.extent, [v, y = std::vector<int>(3)](index<1> i) restrict(amp) { v[i] = y[0]; });
}

// A function that gets such a lambda is no further error.
template <class F> void call(const F &f) restrict(amp) { f(); }
void inner(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int n = 0, *p = &n;
		// CHECK: lambdas.cpp:[[# @LINE + 1]]:13: error: the pointer 'p' is captured, which a lambda in restrict(amp) code cannot do
		auto f = [p]() restrict(amp) { ++*p; };
		call(f);
		v[i] = n;
	});
}

struct object {
	int n;
	int get() const restrict(cpu, amp) { return n; }
	static int three() restrict(cpu, amp) { return 3; }
	void run(array_view<int> v)
	{
		// CHECK: lambdas.cpp:[[# @LINE + 1]]:70: error: the member function 'get' captures 'this'; a kernel cannot reach the object: call it of a local copy of the object [C++ AMP 7.1]
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = get() + n; });
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = three(); });
	}
};

void captures(array_view<int> v, std::map<int, int> m, int (*f)(int) restrict(cpu))
{
	// CHECK: lambdas.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'f' of type 'int (*)(int)' is captured: pointers to functions are not supported
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += f(1); });
	// CHECK: lambdas.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'm' of type 'std::map<int, int>' is captured: it manages memory of the host
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += m.size(); });
}

void calls(array_view<int> v)
{
	auto of_host = [](int x) { return x + 1; };
	auto says_so = [](int x) restrict(cpu) { return x + 1; };
	auto of_both = [](int x) restrict(cpu, amp) { return x + 1; };
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		auto own = [](int x) { return x + 1; };
		v[i] += own(1) + of_both(1);
		// CHECK: lambdas.cpp:[[# @LINE + 1]]:11: error: call to 'operator()(int)', which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
		v[i] += of_host(1);
		// CHECK: lambdas.cpp:[[# @LINE + 1]]:11: error: call to a lambda, which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
		v[i] += says_so(1);
	});
}

// One error for each captured variable, none for the type of the lambda.
void generic(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int sum = 0;
		// CHECK: lambdas.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'sum' is captured by reference
		auto add = [&](auto x) { sum += x; };
		add(i[0]);
		v[i] = sum;
	});
}

void new_lambda(array_view<int> v)
{
	// evaluated where the kernel is launched; its parameter is not the kernel's
	parallel_for_each(v.extent, [v, n = [](int x) { return x + 1; }(2)](index<1> i) restrict(amp) { v[i] = n; });
	auto named = [](int x) restrict(amp) { return x; };
	parallel_for_each(v.extent, [v, f = named](index<1> i) restrict(amp) { v[i] = f(1); });
}
