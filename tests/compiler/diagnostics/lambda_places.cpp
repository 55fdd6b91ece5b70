// Lambdas that libclang does not show: they would stay lambdas, and so no amp code.
// RUN: ! %ampcc -std=c++17 -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = 3
#include <amp.h>
using namespace concurrency;

// CHECK: lambda_places.cpp:[[# @LINE + 1]]:38: error: a lambda with restrict(amp) is not supported in the initializer of a variable template: write it in a function template, and call that here
template <typename T> auto negated = [](T x) restrict(amp) { return -x; };

struct counted {
	template <int N> static inline int total = [] {
		array_view<int> v(N);
		// CHECK: lambda_places.cpp:[[# @LINE + 1]]:31: error: a lambda with restrict(amp) is not supported in the initializer of a variable template
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = N; });
		return v[0];
	}();
};
// as the message says
template <typename T> auto make_twice() { return [](T x) restrict(amp) { return 2 * x; }; }
template <typename T> const auto twice_of = make_twice<T>();

template <typename F> void for_all(array_view<int> v, const F &f)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(v[i]); });
}

void run(array_view<int> v)
{
	const auto twice = [](int x) restrict(amp) { return 2 * x; };
	for_all(v, negated<int>);
	for_all(v, twice_of<int>);
	for_all(v, [twice](int x) restrict(amp) { return twice(x); });
	// CHECK: lambda_places.cpp:[[# @LINE + 1]]:21: error: a lambda with restrict(amp) is not supported in this place
	for_all(v, [next = [](int x) restrict(amp) { return x + 1; }](int x) restrict(amp) {
		auto last = [next = [](int x) restrict(amp) { return x + 2; }](int x) { return next(x); };
		return last(next(x));
	});
}
