// What people get wrong most often: each is one error in the program's words,
// with the way from the kernel to it.
// RUN: ! %ampcc -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = $(grep -c '[C]HECK-DAG: .*error:' %s) && ! grep -E 'candidate|/include/' %t
#include <algorithm>
#include <amp.h>
#include <amp_math.h>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
using namespace concurrency;

// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:5: note: 'plain' is declared here
int plain(int x) { return x + 1; }
// CHECK-DAG: {{^ *restrict\(cpu, amp\)$}}

struct object {
	int member() { return 4; }
};

int inner(int x) restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:9: error: call to 'plain', which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
	return plain(x);
}
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:45: note: 'inner(int)' is called from here
int outer(int x) restrict(amp) { return 2 * inner(x); }

void calls(array_view<float, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: note: 'outer(int)' is called from here, in a kernel
		v[i] = outer(3);
		object o;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: call to 'member()', which is restrict(cpu)
		v[i] += o.member();
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: call to 'sqrtf', which is restrict(cpu), from a function that is restrict(amp); concurrency::fast_math and precise_math have such functions [C++ AMP 2.3]
		v[i] += sqrtf(v[i]);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:3: error: call to 'printf', which is restrict(cpu), from a function that is restrict(amp); use direct3d_printf [C++ AMP 2.3]
		printf("%d\n", i[0]);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:20: error: 'std::vector<int>' is constructed in code that is restrict(amp); its constructors are restrict(cpu) [C++ AMP 2.3]
		std::vector<int> made(4);
	});
}

// CHECK-DAG: mistakes.cpp:[[# @LINE + 2]]:2: note: 'of_host' is declared here
struct of_host {
	of_host() {}
	explicit of_host(int) {}
};
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:5: note: 'redeclared' is declared here
int redeclared(int) restrict(amp);
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:5: error: 'redeclared' is restrict(cpu,amp) here and restrict(amp) where it was declared before: functions that differ in restriction only have none in common [C++ AMP 2.3.2]
int redeclared(int) restrict(cpu, amp);

void objects() restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: 'of_host' is constructed in code that is restrict(amp); its constructors are restrict(cpu) [C++ AMP 2.3]
	of_host h;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: 'of_host' is constructed in code that is restrict(amp); its constructors are restrict(cpu) [C++ AMP 2.3]
	of_host(3);
}

double root(double x) restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:9: error: call to 'sqrt', which is restrict(cpu), from a function that is restrict(amp); concurrency::fast_math and precise_math have such functions [C++ AMP 2.3]
	return std::sqrt(x);
}

template <class T> T roots(T x) restrict(cpu, amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:13: error: call to 'sqrt(double)', which is restrict(cpu), from a function that is restrict(amp); concurrency::fast_math and precise_math have such functions [C++ AMP 2.3]
	return 1 + std::sqrt(x) + precise_math::sqrt(x);
}
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:61: note: 'roots(double)' is called from here
double instance(double x) restrict(cpu, amp) { return 1.5 + roots(x); }

double floored(double x) restrict(cpu, amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:9: error: call to 'floor(double)', which is restrict(cpu), from a function that is restrict(amp)
	return floor(x);
}

int magnitude(int x) restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:9: error: call to 'abs', which is restrict(cpu), from a function that is restrict(amp); concurrency::direct3d::abs is for integers
	return std::abs(x);
}

void views(array_view<float, 2> m, array_view<float, 1> v, array_view<const float, 1> c)
{
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: 'array_view<float, 1>' cannot be indexed with 'index<2>': the ranks differ
		v[i] = 1;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: cannot assign to an element of a view of const elements, or of a const array
		c[i[0]] = 1;
	});
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: a tile_static variable in a function that is restrict(cpu): only restrict(amp) code has them [C++ AMP 2.4.3.5.1]
	tile_static int here;
}

// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:1: error: tile_static outside of restrict(amp) code
tile_static int everywhere;

void tiles(array_view<float, 1> v)
{
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:31: error: tile_static variable 'shared' has an initializer [C++ AMP 2.4.3.5.1]
		tile_static float shared[4] = {0};
		v[t] = shared[t.local[0]];
	});
}

template <typename T> struct scaled {
	T factor;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: note: 'operator()' is declared here
	T operator()(T x) const { return factor * x; }
};

struct named {
	float value;
	std::string name;
};

struct shape {
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:16: error: a virtual function cannot be restrict(amp) [C++ AMP 2.4.1.3]
	virtual float area() const restrict(amp) { return 0; }
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:16: error: a virtual function cannot be restrict(amp) [C++ AMP 2.4.1.3]
	virtual float width() const restrict(amp);
};
// The clause that this lacks is not a mistake of its own.
float shape::width() const { return 0; }

void results(array_view<float, 1> v, std::vector<float> data, array<float, 1> a, shape s)
{
	float total = 0;
	scaled<float> twice = {2};
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:9: error: cannot assign to a captured variable, of which the kernel has a copy: write results to an array_view or an array [C++ AMP 7.1]
		total += v[i];
		if (v[i] < 0)
			// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: 'throw' in restrict(amp) code
			throw std::runtime_error("negative");
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:13: error: a stream is used in code that is restrict(amp); use direct3d_printf [C++ AMP 2.3]
		std::cout << v[i];
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: call to operator() of 'const scaled<float>', which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
		v[i] = twice(v[i]);
		v[i] = s.area();
	});
	// What follows from an error is none.
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:62: error: 'data' is in host memory, which a kernel cannot reach
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { data[i[0]] = 1; });
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:62: error: 'a' is captured by value; array can be captured by reference only
	parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = 1; });
	std::vector<named> names(3);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: 'named' cannot be the element type of an array or array_view: it manages memory of the host
	array_view<named, 1> n(names);
	parallel_for_each(n.extent, [=](index<1> i) restrict(amp) { n[i].value = 1; });
}

void domains(array_view<float, 1> v, int size)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: the domain of a parallel_for_each is an extent or a tiled_extent, not 'int' [C++ AMP 7]
	parallel_for_each(size, [=](index<1> i) restrict(amp) { v[i] = 1; });
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: the domain of a parallel_for_each is an extent or a tiled_extent, not 'array_view{{.*}}': write v.extent in place of v [C++ AMP 7]
	parallel_for_each(v, [=](index<1> i) restrict(amp) { v[i] = 1; });
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:29: error: the dimensions of a tile must be constants [C++ AMP 4.4]
	parallel_for_each(v.extent.tile<size>(), [=](tiled_index<16> t) restrict(amp) { v[t] = 1; });
}

void sources(const std::vector<float> &in, const float *p)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:23: error: an 'array_view<float, 1>' over constant data: write 'array_view<const float, 1>' [C++ AMP 5.2]
	array_view<float, 1> from_vector(16, in);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:20: error: an 'array_view<float>' over constant data: write 'array_view<const float>' [C++ AMP 5.2]
	array_view<float> from_pointer(16, p);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:18: error: 'array<float, 1>' takes iterators, not a container: v.begin() in place of v [C++ AMP 5]
	array<float, 1> made(16, in);
	array<float, 1> copied(16);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: 'copy' takes iterators, not a container: v.begin() in place of v [C++ AMP 5]
	copy(in, copied);
	bool flags[4];
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: 'bool' cannot be the element type of an array or array_view: the size of an element
	array_view<bool, 1> of_bool(4, flags);
}

void parts(array_view<float, 2> m, std::vector<float> data, std::unique_ptr<array<float, 2>> p)
{
	const int size = int(data.size());
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: a part of an array_view is no 'float': an element has one index for each dimension
		m[i[0]] = 1.0f;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:9: error: a part of an array_view is no 'float': an element has one index for each dimension
		float x = m(i[0]);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:20: error: static variable 'two' in restrict(amp) code: write it without 'static' [C++ AMP 2.4.3.5]
		static const int two = 2;
	});
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:35: error: 'data' is in host memory, which a kernel cannot reach: capture an array_view over it [C++ AMP 7.1]
	parallel_for_each(m.extent, [=, &data](index<2> i) restrict(amp) { m[i] = data[0]; });
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:32: error: 'p' is in host memory, which a kernel cannot reach: capture what it points to: auto &a = *p [C++ AMP 7.1]
	parallel_for_each(m.extent, [&p](index<2> i) restrict(amp) { (*p)[i] = 1; });
	parallel_for_each(m.extent.tile<4, 4>(), [=](tiled_index<4, 4> t) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:21: error: the dimensions of a tile_static array must be constants [C++ AMP 2.4.3.5.1]
		tile_static float shared[size];
		shared[t.local[0]] = 1;
	});
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: call to '__assert_fail', which is restrict(cpu), from a function that is restrict(amp); that is assert: use direct3d_abort, or -DNDEBUG [C++ AMP 2.3]
		assert(i[0] >= 0);
		m[i] = 1;
	});
}

// A mistake in a template is one, however often it is instantiated.
template <typename T> struct solver {
	array_view<T> values;
	T factor;
	T scaled(T x) const restrict(amp) { return factor * x; }
	void run()
	{
		parallel_for_each(values.extent, [=](index<1> i) restrict(amp) {
			// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: the member 'values' captures 'this'
			values[i] = scaled(values[i]);
		});
	}
};

template <typename T> void scale(std::vector<T> data, array<T, 1> &result, T by)
{
	parallel_for_each(result.extent, [=, &result](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:15: error: a 'std::vector' is in host memory, which a kernel cannot reach: capture an array_view over it [C++ AMP 7.1]
		result[i] = data[i[0]] * by;
	});
}

template <typename T> void fill(array<T, 1> &to, T by)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:3: error: 'to' is captured by value; array can be captured by reference only: write [&to] [C++ AMP 7.1]
		to[i] = by;
	});
}

template <typename T> T same(T x) restrict(amp) { return x; }
template <typename T> T again(T x) restrict(amp) { return same(x); }

int factorial(int n) restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:30: error: recursion through 'factorial(int)'
	return n < 2 ? 1 : n > 20 ? factorial(20) : n * factorial(n - 1);
}

struct complex {
	float re, im;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: note: 'operator+' is declared here
	complex operator+(const complex &o) const { return complex{re + o.re, im + o.im}; }
};

// Not constexpr, though there is a constant in it.
int constant_inside(int x)
{
	constexpr int by = 3;
	return x * by;
}
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:49: error: call to 'constant_inside(int)', which is restrict(cpu)
int calls_it(int x) restrict(cpu, amp) { return constant_inside(x); }

struct object_kernel {
	array_view<float, 1> v;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:7: note: 'operator()' is declared here
	void operator()(index<1> i) const { v[i] = 1; }
};

void more(array_view<float, 1> v, array_view<int, 1> n, array<float, 1> &a, array<int, 1> &b)
{
	solver<float>{v, 2}.run();
	solver<int>{n, 2}.run();
	scale(std::vector<float>(4), a, 2.0f);
	scale(std::vector<int>(4), b, 2);
	fill(a, 2.0f);
	fill(b, 2);
	char letter = 'a';
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:75: error: 'letter' of type 'char' is captured
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = again(letter); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = factorial(i[0]);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: a part of an array_view is no 'float': an element has one index for each dimension
		v[i] = v.view_as(extent<2>(2, 2))(i[0]);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:12: error: a part of an array_view is no 'int': an element has one index for each dimension
		v[i] = 1 + v.view_as(extent<2>(2, 2))[i[0]];
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:29: error: call to 'operator+', which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
		complex c = complex{1, 2} + complex{3, 4};
		v[i] = c.re;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:3: error: 'atomic_fetch_add' takes the address of an int or an unsigned int
		atomic_fetch_add(&v[0], 1.0f);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:15: error: 'std::string' is constructed in code that is restrict(amp)
		std::string s = "text";
		v[i] = s[0];
	});
	auto shared = std::make_shared<shape>();
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:69: error: 'shared' is in host memory, which a kernel cannot reach: capture what it points to
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = shared->area(); });
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:55: error: 'gpu' is not a restriction
	parallel_for_each(v.extent, [=](index<1> i) restrict(gpu) { v[i] = 1; });
	object_kernel k = {v};
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:30: error: the kernel is restrict(cpu): operator() of 'object_kernel' must be restrict(amp) [C++ AMP 7]
	parallel_for_each(v.extent, k);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: a parallel_for_each takes an extent or a tiled_extent and a kernel
	parallel_for_each([=](index<1> i) restrict(amp) { v[i] = 1; });
}

const int one = 1;
typedef array_view<float, 2> matrix;
struct settings {
	static int scale;
};
template <typename T> int countdown(T n) restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:17: error: recursion through 'countdown(int)' in restrict(amp) code
	return n > 0 ? countdown(n - 1) : 0;
}
template <typename T> int multiplied(int x) restrict(amp)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:21: error: static member variable 'scale' in restrict(amp) code: only constants can be used
	const int factor = T::scale;
	return x * factor;
}

// Ranks that are expressions are shown as what they are, and containers by the library's names.
void named_ranks(matrix m, array_view<int, one> v, array_view<float, 1> f)
{
	parallel_for_each(v.extent, [=](index<one> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: 'array_view<float, 2>' cannot be indexed with 'index<1>': the ranks differ
		m[i] = 1;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:3: error: use of undeclared identifier 'InterlockedIncrement'; use atomic_fetch_inc, which returns the previous value
		InterlockedIncrement(&v[i]);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:3: error: 'atomic_fetch_inc' takes the address of an int or an unsigned int{{$}}
		atomic_fetch_inc(&f[i]);
		v[i] = countdown(3) + multiplied<settings>(2);
	});
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: no viable conversion from 'index<1>' to 'index<2>'
	index<2> at = index<one>(1);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:23: error: no viable conversion from 'array_view<float, 2>' to 'array_view<int, 1>'
	array_view<int, one> w = m;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: no viable overloaded '=': 'array_view<float, 2>' does not convert to 'array_view<int, 1>'
	v = m;
}

// Arguments that fit no form of what is called.
void arguments(array_view<float, 2> v, float *data)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:23: error: 'array_view<float, 2>' is constructed from its extent, or the numbers in it, and then a pointer or a container
	array_view<float, 2> w(data, 4, 4);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:18: error: 'array<float, 1>' is constructed from its extent, or the numbers in it, then iterators, then an accelerator_view
	array<float, 1> a(v.extent);
	float weights[4] = {};
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:29: error: the dimensions of a tile are one to three template arguments: tile<16, 16>() [C++ AMP 4.4]
	parallel_for_each(v.extent.tile(4, 4), [=](tiled_index<4, 4> t) restrict(amp) { v[t] = 1; });
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:29: error: a domain of this rank needs as many tile dimensions
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) { v(0, 0) = 1; });
	parallel_for_each(v.extent.tile<4, 4>(), [=](tiled_index<4, 4> t) restrict(amp) {
		const index<2> at = t.global;
		tile_static float s[4];
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: an array, 'float[4]', has no operator[] for that: it takes integers, such as the components of an index: i[0]
		s[t.local] = 1;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:14: error: cannot assign to a captured variable, of which the kernel has a copy
		weights[0] = s[0];
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: 'sin' takes numbers, not 'const index<2>'
		v[at] = fast_math::sin(at);
	});
}

// An index in place of a number, and the reverse.
void numbers(array_view<float> v)
{
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:11: error: no viable conversion from 'int' to 'index<1>': write index<1>(…)
	index<1> at = 3;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:9: error: invalid operands to binary expression ('index<1>' and 'int'): an index is no number; its components are: i[0]
		if (i < 5)
			v[i] = 1;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:7: error: no viable conversion from '{{.*}}extent<1>' to 'int': an extent is no number; its components are: e[0]
		int size = v.extent;
	});
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:15: error: invalid operands to binary expression ('const index<{{.*}}>' and 'int'): an index is no number
		if (t.local == 0)
			v[t] = 1;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:12: error: type 'tiled_index<4>' does not provide a subscript operator: a tiled_index is no number; its parts are indices of numbers: t.global[0], t.local[0], t.tile[0]
		v[t] += t[0];
	});
}

// The reasons of calls that fit nothing, which clang tells in notes at the library's headers.
void reasons(array_view<int> v, array<int> a, array<int, 2> b, array<float> f, std::vector<int> data)
{
	using namespace concurrency::fast_math;
	using namespace concurrency::precise_math;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: no matching function for call to 'copy': it copies between arrays and views with elements of one type and of one rank, or between one of them and iterators [C++ AMP 5.3]
	copy(a, b);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:2: error: no matching function for call to 'copy': deduced conflicting types for parameter 'T' ('int' vs. 'float')
	copy(a, f);
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: no viable overloaded '=': an array or a view is assigned another one, of the same rank and type of elements; copy() copies from iterators [C++ AMP 5]
	a = data;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:4: error: no viable overloaded '=': 'std::vector<int>' does not convert to 'array_view<int>'
	v = data;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:21: error: 'array_view<int, 2>' is constructed from its extent, or the numbers in it, and then a pointer or a container
	array_view<int, 2> no_extent(data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: no matching function for call to 'max': deduced conflicting types for parameter '{{.*}}' ('int' vs. 'float')
		v[i] = std::max(v[i], 0.0f);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: call to 'sinf' is ambiguous: 'fast_math::sinf' or 'precise_math::sinf'
		v[i] = sinf(2.0f);
	});
}

struct doubled {
	int factor;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:6: note: 'times' declared here
	int times(int x) restrict(amp) { return factor * x; }
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:6: note: 'operator()' is declared here
	int operator()(int x) restrict(amp) { return factor * x; }
};

// A const that is missing is one mistake.
void not_const(array_view<int> v, doubled d)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: 'this' argument to member function 'times' has type 'const doubled', but function is not marked const
		v[i] = d.times(1);
		v[i] += d.times(2);
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: call of a 'const doubled', whose operator() is not const
		v[i] = d(1);
		v[i] += d(2) + d(3);
	});
}

// Operators with one operand, of which clang names no candidates.
namespace signs {
template <typename T> struct pair_of {
	T x, y;
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: note: 'operator-' is declared here
	pair_of operator-() const { return pair_of{-x, -y}; }
	pair_of &operator++() { return *this; }
};
bool operator!(const pair_of<float> &p) { return p.x == 0; }
}
void one_operand(array_view<signs::pair_of<float>> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:10: error: call to 'operator-', which is restrict(cpu), from a function that is restrict(amp) [C++ AMP 2.3]
		v[i] = -v[i];
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:3: error: call to 'operator++', which is restrict(cpu)
		++v[i];
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:7: error: call to 'operator!', which is restrict(cpu)
		if (!v[i])
			v[i].x = 1;
		float *p = &v[i].x;
		// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:7: error: invalid argument type 'float *' to unary expression
		p = -p;
	});
}

// What a header calls for a line of the program's.
void in_headers(std::vector<int> &v)
{
	struct next { int operator()(int x) const restrict(amp) { return x + 1; } };
	auto previous = [](int x) restrict(amp) { return x - 1; };

	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:7: error: the library calls operator() of 'next' here, which is restrict(amp), from a function that is restrict(cpu) [C++ AMP 2.3]
	std::transform(v.begin(), v.end(), v.begin(), next());
	// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:7: error: the library calls 'operator()' here, which is restrict(amp), from a function that is restrict(cpu) [C++ AMP 2.3]
	std::transform(v.begin(), v.end(), v.begin(), previous);
}

// A member whose name a class template has as well, in front of '<'.
struct interval { int extent; };
// CHECK-DAG: mistakes.cpp:[[# @LINE + 1]]:85: error: in a template, 'extent' in front of '<' is the class template of that name, which is visible here: put the member access in parentheses
template <typename T> int is_short(const T &i, int n) restrict(cpu, amp) { return i.extent < n ? 1 : 0; }
