// Element types of arrays and array_views that amp code may not have, wherever they are named (C++ AMP 2.4.1, 5.1).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>
using namespace concurrency;

struct small { char letter; int number; };
typedef array_view<small> small_view;
template <int N> using small_array = array<small, N>;
template <typename T> struct holder { array_view<T> view; };

// In code for the CPU
// CHECK: element_types.cpp:[[# @LINE + 2]]:1: error: 'small' cannot be the element type of an array or array_view: the only integer types
// CHECK: element_types.cpp:6:21: note: because of 'letter'
array_view<small> result();
// CHECK: element_types.cpp:[[# @LINE + 1]]:16: error: 'small' cannot be the element type
void parameter(small_view *v);
// CHECK: element_types.cpp:[[# @LINE + 1]]:17: error: 'small' cannot be the element type
struct member { small_array<2> &a; };

void host(small *data)
{
	// CHECK: element_types.cpp:[[# @LINE + 1]]:2: error: 'small' cannot be the element type
	array_view<small> variable(1, data);
	// CHECK: element_types.cpp:[[# @LINE + 1]]:12: error: 'small' cannot be the element type
	parameter(new small_view(1, data));
	// one mistake: the variable is wrong, not what is done with it
	parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) { variable[i].number = 1; });
}

// CHECK: element_types.cpp:[[# @LINE + 1]]:32: error: 'Concurrency::array_view<int>' cannot be the element type of an array or array_view: it is or holds an array
void kernels(holder<int> good, array_view<array_view<int>> *nested, array_view<int> out);

void captured(holder<small> bad, holder<int> good, array_view<int> out)
{
	parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
		// CHECK: element_types.cpp:[[# @LINE + 1]]:27: error: 'bad' of type 'holder<small>' is captured: its elements cannot be in amp code
		out[i] = good.view[i] + bad.view[i].number;
	});
}

// In amp code
// CHECK: element_types.cpp:[[# @LINE + 1]]:12: error: 'small' cannot be the element type
small_view amp_result() restrict(amp);
// CHECK: element_types.cpp:[[# @LINE + 1]]:38: error: 'small' cannot be the element type
int amp_parameter(const small_view & v) restrict(amp) { return v[0].number; }
// CHECK: element_types.cpp:[[# @LINE + 1]]:29: error: parameter 'h' of type 'holder<small>' in restrict(amp) code: its elements cannot be in amp code
int amp_class(holder<small> h) restrict(amp) { return h.view[0].number; }

template <int N, typename T> struct item { T first; int second; };

void items() restrict(amp)
{
	// CHECK: element_types.cpp:[[# @LINE + 1]]:28: error: 'item<2, char>' cannot be the element type of an array or array_view: the only integer types
	array_view<item<2, char>> a(0, nullptr);
	// CHECK: element_types.cpp:[[# @LINE - 6]]:46: note: because of 'first'
	// CHECK: element_types.cpp:[[# @LINE + 1]]:39: error: 'item<2, Concurrency::array_view<int>>' cannot be the element type
	array_view<item<2, array_view<int>>> b(0, nullptr);
	array_view<item<2, float>> c(0, nullptr);
}

void locals() restrict(amp)
{
	// CHECK: element_types.cpp:[[# @LINE + 1]]:13: error: 'small' cannot be the element type
	small_view a(0, nullptr);
	// CHECK: element_types.cpp:[[# @LINE + 1]]:30: error: 'Concurrency::array_view<int>' cannot be the element type
	array_view<array_view<int>> b(0, nullptr);
	struct local {
		// CHECK: element_types.cpp:[[# @LINE + 1]]:14: error: 'small' cannot be the element type
		small_view member;
	};
}

template <typename T> int in_template() restrict(amp)
{
	// CHECK: element_types.cpp:[[# @LINE + 2]]:16: error: 'small' cannot be the element type
	// CHECK: element_types.cpp:[[# @LINE + 8]]:9: note: 'in_template()' is called from here
	array_view<T> view(0, nullptr);
	array_view<T> again(view);
	return view[0].number + again[0].number;
}

int call(array_view<int> v) restrict(amp)
{
	return in_template<small>();
}

// Of what nobody declares, its operator=, there is no further error.
struct bits { int few : 3; int all; };
// CHECK: element_types.cpp:[[# @LINE + 2]]:13: error: 'bits' cannot be the element type of an array or array_view: it has a bit field
// CHECK: element_types.cpp:[[# @LINE - 2]]:19: note: because of 'few'
void assign(array<bits, 1> &b)
{
	parallel_for_each(b.extent, [&b](index<1> i) restrict(amp) { b[i] = b[0]; });
}

// Nor of the call through a variable that has one.
struct of_member { int number; int get() const restrict(amp) { return number; } };
int call_member(of_member m) restrict(amp)
{
	// CHECK: element_types.cpp:[[# @LINE + 1]]:19: error: variable 'p' of type {{.*}} pointers to member functions are not supported
	int (of_member::*p)() const restrict(amp) = &of_member::get;
	return (m.*p)();
}
