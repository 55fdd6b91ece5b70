// What a kernel may not capture.
// RUN: ! %ampcc -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = $(grep -c '// CHECK[:]' %s)
#include <amp.h>
#include <atomic>
#include <map>
#include <memory>
#include <vector>
using namespace concurrency;

void run(array_view<int, 1> v)
{
	int count = 3;
	// By reference: only arrays and textures.
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}'count'
	parallel_for_each(v.extent, [=, &count](index<1> i) restrict(amp) { v[i] = count; });
}

class holder {
public:
	explicit holder(array_view<int, 1> v) : view_(v) {}
	void run()
	{
		// CHECK: captures.cpp:[[# @LINE + 2]]:{{[0-9]+}}: error: {{.*}}'this'
		parallel_for_each(view_.extent, [=](index<1> i) restrict(amp) {
			view_[i] = 1;
		});
	}

private:
	array_view<int, 1> view_;
};

void by_value(array<int, 1> &a)
{
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: {{.*}}'a'
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { int x = a[i]; });
}

// One mistake, however many variables it is about.
void by_default(array_view<int, 1> v, int n)
{
	// CHECK: captures.cpp:[[# @LINE + 3]]:{{[0-9]+}}: error: 'v' is captured by reference; only arrays and textures can be: write [=]
	// CHECK-NEXT: parallel_for_each
	// CHECK-NEXT: ^
	parallel_for_each(v.extent, [&](index<1> i) restrict(amp) { v[i] = n + n; });
}

struct object {
	array_view<int, 1> v;
	int n;
	void run()
	{
		array_view<int, 1> copy = v;
		// CHECK: captures.cpp:[[# @LINE + 2]]:{{[0-9]+}}: error: the member 'n' captures 'this'
		parallel_for_each(copy.extent, [=](index<1> i) restrict(amp) {
			copy[i] = n + v[i] + this->n;
		});
	}
};

void host_memory(array_view<int, 1> v, std::vector<int> vector, std::string string, int *pointer)
{
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'vector' is in host memory, which a kernel cannot reach: capture an array_view over it [C++ AMP 7.1]
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = vector[i[0]]; });
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'string' is in host memory
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = string[i[0]]; });
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the pointer 'pointer' is captured; a kernel cannot reach what it points to: capture an array_view over it [C++ AMP 7.1]
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = pointer[i[0]]; });
	std::atomic<int> sum(0);
	std::map<int, int> sums;
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'sum' is in host memory, which a kernel cannot reach: capture an array_view of a number, and use atomic_fetch_add
	parallel_for_each(v.extent, [=, &sum](index<1> i) restrict(amp) { sum += v[i]; });
	// What must not be captured at all is not to be captured by value instead.
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'sums' of type 'std::map<int, int>' is captured: it manages memory of the host
	parallel_for_each(v.extent, [=, &sums](index<1> i) restrict(amp) { v[i] = sums.size(); });
}

template <typename... Values> void packs(array_view<int, 1> v, Values... values)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = sum_of(values...); });
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the parameter pack 'values' is captured by reference, which is not supported: write [=]
	parallel_for_each(v.extent, [v, &values...](index<1> i) restrict(amp) { v[i] = sum_of(values...); });
}

struct copied {
	int x;
	void run(array_view<int, 1> v)
	{
		// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the member 'x' captures 'this'; a kernel cannot reach the object: copy the member to a local variable [C++ AMP 7.1]
		parallel_for_each(v.extent, [this, v](index<1> i) restrict(amp) { v[i] = x; });
		// CHECK: captures.cpp:[[# @LINE + 1]]:76: error: 'this' is captured; a kernel cannot reach the object: copy what it needs to local variables [C++ AMP 7.1]
		parallel_for_each(v.extent, [this, v](index<1> i) restrict(amp) { v[i] = this->x; });
		parallel_for_each(v.extent, [*this, v](index<1> i) restrict(amp) { v[i] = x; });
		parallel_for_each(v.extent, [self = *this, v](index<1> i) restrict(amp) { v[i] = self.x; });
	}
};

struct owner {
	std::unique_ptr<copied> object;
	std::unique_ptr<array<int, 1>> numbers;
	array<int, 1> own;
	void run(array_view<int, 1> v)
	{
		// CHECK: captures.cpp:[[# @LINE + 1]]:70: error: 'object' is in host memory, which a kernel cannot reach: capture what it points to: auto &a = *p [C++ AMP 7.1]
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = object->x; });
		// CHECK: captures.cpp:[[# @LINE + 1]]:72: error: the member 'numbers' captures 'this'; a kernel cannot reach the object: capture what it points to: auto &a = *p [C++ AMP 7.1]
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = (*numbers)[i]; });
		// CHECK: captures.cpp:[[# @LINE + 1]]:73: error: the member 'own' captures 'this'; a kernel cannot reach the object: auto &a = own, and capture &a [C++ AMP 7.1]
		parallel_for_each(v.extent, [&, v](index<1> i) restrict(amp) { v[i] = own[i]; });
	}
};

template <typename T> struct copied_in_template {
	void run(array_view<T, 1> v)
	{
		// CHECK: captures.cpp:[[# @LINE + 1]]:32: error: 'this' is captured
		parallel_for_each(v.extent, [this, v](index<1> i) restrict(amp) { v[i] = 1; });
	}
};

struct of_host {
	std::vector<int> data;
	int x;
	void run(array_view<int, 1> v)
	{
		// CHECK: captures.cpp:[[# @LINE + 1]]:32: error: '*this' of type 'of_host' is captured: it manages memory of the host [C++ AMP 7.1]
		parallel_for_each(v.extent, [*this, v](index<1> i) restrict(amp) { v[i] = x; });
	}
};

struct memory {
	int *data;
	int size;
};
void bindings(array_view<int, 1> v, memory m)
{
	auto [data, size] = m;
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the pointer 'data' is captured
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = data[size]; });
}

// A lambda that captures what it may not is said once, and so is [&], wherever the lambda goes.
void lambdas(array_view<int, 1> v, std::vector<int> w)
{
	int n = 3, m = 4;
	// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'v' is captured by reference; only arrays and textures can be: write [=], with [=, &name] for those [C++ AMP 7.1]
	auto by_reference = [&](index<1> i) restrict(amp) { v[i] = n + m; };
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { by_reference(i); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'n' is captured by reference; only arrays and textures can be: write [=], with [=, &name] for those (--amp-extensions allows it) [C++ AMP 2.4.3.3]
		auto sum = [&](int x) { return n + m + x; };
		v[i] = sum(1);
	});
	// A host's lambda has its captures noted.
	auto of_host = [=](int x) { return w[x] + n; };
	// CHECK: captures.cpp:[[# @LINE + 2]]:{{[0-9]+}}: error: 'of_host' of type {{.*}} is captured: it manages memory of the host [C++ AMP 7.1]
	// CHECK-NEXT: {{^}}	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { auto copy = of_host; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { auto copy = of_host; });
	// CHECK-NEXT: {{\^}}
	// CHECK-NEXT: captures.cpp:[[# @LINE - 5]]:37: note: because of 'w'
}

// Of [&] in a template some variables are known in the template, others in its instantiations: one mistake still.
template <typename F> void in_template(array_view<int, 1> v, F f)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: captures.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: 'i' is captured by reference
		auto g = [&](int k) { return f(k) + i[0]; };
		v[i] = g(1);
	});
}

void instantiate(array_view<int, 1> v)
{
	in_template(v, [](int k) restrict(amp) { return k; });
	in_template(v, [](int k) restrict(amp) { return k + 1; });
}

// Objects of the library's that are the host's.
void run_on(accelerator of, accelerator_view on, array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: captures.cpp:[[# @LINE + 1]]:10: error: 'of' of type 'Concurrency::accelerator' is captured: it is of the host [C++ AMP 7.1]
		v[i] = of.is_debug;
		// CHECK: captures.cpp:[[# @LINE + 1]]:10: error: 'on' of type 'Concurrency::accelerator_view' is captured: it is of the host [C++ AMP 7.1]
		v[i] = on.version;
	});
}
