// A conversion around a use of amp_at() that is in an argument of another one.
// RUN: %ampcc --amp-dump-device -o - %s | %FileCheck %s
#include <amp.h>
#include <math.h>

enum unit { UNIT };
static unsigned of_unit(enum unit u) restrict(amp) { return u; }

void f(int *data, float *x)
{
	amp_array_view(int, 1) v = amp_view(data, 32);
	amp_array_view(float, 1) w = amp_view(x, 32);
	amp_array_view(unsigned, 2) u = amp_view((unsigned *)data, 4, 8);

	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
	  // CHECK: amp_at(v, (int)sqrt((double)(amp_at(w, i)))) = 1;
	  amp_at(v, (int)sqrt(amp_at(w, i))) = 1;
	  // CHECK: amp_at(v, amp_at(v, (int)sqrt((double)(-amp_at(w, i))))) = 1;
	  amp_at(v, amp_at(v, (int)sqrt(-amp_at(w, i)))) = 1;
	});
	amp_parallel_for_each(u.extent, ^(amp_index2 i) restrict(amp) {
	  // CHECK: amp_at(u, (int)(amp_at(u, i) % 4), (int)(of_unit((enum unit)(amp_at(u, i))) % 5u)) = 1;
	  amp_at(u, (int)(amp_at(u, i) % 4), (int)(of_unit(amp_at(u, i)) % 5u)) = 1;
	  // CHECK: amp_at(u, 1, (int)((unsigned int)((enum unit)amp_at(u, 1, (int)((unsigned)amp_at(u, i) % 3u))) % 3u)) = 1;
	  amp_at(u, 1, (int)((enum unit)amp_at(u, 1, (int)((unsigned)amp_at(u, i) % 3u)) % 3u)) = 1;
	});
	amp_release(v);
}
