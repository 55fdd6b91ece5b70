// What clang refuses in host code and the host compiler takes is taken, though <amp_math.h> has functions
// in amp code that the host compiler cannot choose from.
// RUN: %ampcc -w -c -o %t.o %s
// RUN: ! %ampcc -DWRONG -c -o %t.o %s 2> %t && %FileCheck %s < %t
// RUN: test $(grep -c 'error: ' %t) = 1
#include <amp.h>
#include <amp_math.h>
using namespace concurrency;

enum class mode { a, b };
int f(enum class mode m)
{
	return m == mode::a;
}

float g(float x) restrict(cpu, amp)
{
	return fast_math::sqrt(x);
}

float host(float x)
{
	using namespace concurrency::fast_math;
	return sqrtf(x) + fabs(x);
}

#ifdef WRONG
int h()
{
	// CHECK: host_beside_math.cpp:[[# @LINE + 1]]:9: error: use of undeclared identifier 'missing'
	return missing;
}
#endif
