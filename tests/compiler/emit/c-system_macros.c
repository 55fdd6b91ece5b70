// What a program undefines is undefined in the device unit, too, which includes headers of its own accord.
// RUN: %ampcc %s -o %t && %t
// RUN: %ampcc --amp-dump-device -o - %s | %FileCheck %s
#include <amp.h>
#include <math.h>
// CHECK: {{^}}#undef M_PI
// CHECK: double M_PI = 3.0;
#undef M_PI
static const double M_PI = 3.0;
#define NDEBUG
#include <assert.h>

int main(void)
{
	double data[1];
	amp_array_view(double, 1) v = amp_view(data, 1);

	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = M_PI; });
	assert(amp_at(v, 0) == 4);
	return amp_at(v, 0) == 3 ? 0 : 1;
}
