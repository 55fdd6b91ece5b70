// A name like one of the library's or the standard library's means what declares it.
// RUN: mkdir -p %t.d && printf 'namespace lib { inline float round(float x) { return x + 100; } }\n' >%t.d/lib.h
// RUN: ! %ampcc -c -isystem %t.d -o %t.o %s 2> %t; %FileCheck %s < %t
#include <amp.h>
#include <lib.h>
using namespace concurrency;

namespace mine {
namespace std {
struct vector {
	int x;
};
struct strong_ordering {
	char x;
};
} // namespace std
template <int N> struct index {
	int at[N];
};
template <class T> struct writeonly_texture_view {
	T value;
};
int element(writeonly_texture_view<int> w)
{
	// CHECK: like_named.cpp:[[# @LINE + 1]]:10: error: type 'writeonly_texture_view<int>' does not provide a subscript operator
	return w[0];
}
int first(index<1> i)
{
	// CHECK: like_named.cpp:[[# @LINE + 1]]:6: error: no viable conversion from 'index<1>' to 'int'{{$}}
	int n = i;
	return n;
}
} // namespace mine

void launch(array_view<int> v, mine::std::vector own, mine::std::strong_ordering order)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK-NOT: error:
		v[i] = own.x;
		// CHECK: like_named.cpp:[[# @LINE + 1]]:11: error: call to 'round(float)', which is restrict(cpu), from a function that is restrict(amp)
		v[i] += lib::round(2);
		// CHECK: like_named.cpp:[[# @LINE + 1]]:11: error: 'order' of type 'mine::std::strong_ordering' is captured: the only integer types are
		v[i] += order.x;
	});
}
