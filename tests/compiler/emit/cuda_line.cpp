// __LINE__ behind a constant that is written by a macro: it is that of the file that is written, which is no other program.
// Wide streams have their header, beside which narrow ones print.
// RUN: %ampcc --amp-emit-cuda -o %t %s && %FileCheck %s <%t
// CHECK: #include <amp/wide_output.h>
// CHECK: #include <amp.h>
#include <amp.h>
#include <iostream>
using namespace concurrency;

template <typename T> struct kind { static const int value = 1; };

template <typename T> int line_behind(array_view<int> v)
{
	// CHECK: v[i] = x + AMP_CONSTANT(kind<decltype(x)>::value) + 1;
	// CHECK: return __LINE__;
	const T x = 0;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = x + kind<decltype(x)>::value + 1;
	});
	return __LINE__;
}

int main()
{
	int data[4];
	std::wcout << 1;
	return line_behind<int>(array_view<int>(4, data));
}
