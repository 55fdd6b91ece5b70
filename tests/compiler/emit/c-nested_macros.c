// A conversion around a use of amp_at() that is in an argument of another one.
// RUN: %ampcc --amp-dump-device -o - %s | %FileCheck %s
#include <amp.h>
#include <math.h>

void f(int *data, float *x)
{
	amp_array_view(int, 1) v = amp_view(data, 32);
	amp_array_view(float, 1) w = amp_view(x, 32);

	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
	  // CHECK: amp_at(v, (int)sqrt((double)(amp_at(w, i)))) = 1;
	  amp_at(v, (int)sqrt(amp_at(w, i))) = 1;
	  // CHECK: amp_at(v, amp_at(v, (int)sqrt((double)(-amp_at(w, i))))) = 1;
	  amp_at(v, amp_at(v, (int)sqrt(-amp_at(w, i)))) = 1;
	});
	amp_release(v);
}
