// All errors of a unit in one run: those of the parser do not hide the others, and
// nothing follows from them.
// RUN: ! %ampcc -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: %FileCheck --check-prefix=PARSER %s < %t
// RUN: test $(grep -c error: %t) = 17
#include <amp.h>
#include <vector>
using namespace concurrency;

int host(int x) { return x; }
struct special {
	~special() {}
};

// PARSER: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: unknown type name 'strng'
float length(strng s) restrict(amp)
{
	// CHECK: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: variable 'n' of type 'short'
	short n = 1;
	return s.length() + n;
}

void kernel(array_view<float, 1> v, int n)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// PARSER: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: use of undeclared identifier 'undeclared'
		auto a = undeclared(i);
		float b = a + 1;
		// PARSER: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: unknown type name 'pointt'
		pointt p;
		p.x = 1;
		// PARSER: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: expected ';' after expression
		v[i] = b + p.x
		for (int k = 0; k < n; k++)
			v[i] += k;
		// PARSER: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: use of undeclared identifier 'z'
		if (z > 1) {
			// CHECK: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: variable 'q' of type 'char'
			char q = 1;
			v[i] = q;
		}
		// CHECK: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: variable 'x' in restrict(amp) code: the destructor of 'special'
		special x;
		auto l = [=](int w) -> int {
			// CHECK: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: static variable 's'
			static int s;
			// PARSER: all_errors.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: use of undeclared identifier 'y'
			return y + w + s;
		};
		v[i] = l(1);
	});
}

// A variable that one kernel may not capture: in another kernel that is another mistake, and calls
// next to it are others.
void captures(std::vector<float> &data, array_view<float, 1> v, char c)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: all_errors.cpp:[[# @LINE + 1]]:10: error: 'data' is in host memory
		v[i] = data[0];
		// CHECK: all_errors.cpp:[[# @LINE + 1]]:11: error: 'c' of type 'char' is captured
		v[i] += c;
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		// CHECK: all_errors.cpp:[[# @LINE + 2]]:10: error: 'data' is in host memory
		// PARSER: all_errors.cpp:[[# @LINE + 1]]:20: error: call to 'host', which is restrict(cpu)
		v[i] = data[1] + host(2);
		// CHECK: all_errors.cpp:[[# @LINE + 1]]:11: error: 'c' of type 'char' is captured
		int x = c;
		// PARSER: all_errors.cpp:[[# @LINE + 1]]:15: error: call to 'host', which is restrict(cpu)
		v[i] += x + host(3);
	});
	parallel_for_each(v.extent, [&](index<1> i) restrict(amp) {
		// PARSER: all_errors.cpp:[[# @LINE + 1]]:14: error: a 'std::vector' is in host memory
		v[i] = data[i[0]];
	});
}
