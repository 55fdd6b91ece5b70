// Extern kernels of another unit, static ones of the same name in both.
// also: units_2.c
#include "units.h"

#include <stdio.h>

static void change(amp_index1 at, amp_array_view(pair, 1) v) restrict(amp)
{
	amp_at(v, at).second += twice(at.i);
}

int main(void)
{
	pair data[8] = {{0, 0}};
	amp_array_view(pair, 1) v = amp_view(data, 8);

	amp_parallel_for_each(v.extent, fill, 3, v);
	amp_parallel_for_each(v.extent, change, v);
	own_kernel(v);
	amp_parallel_for_each(amp_tile(v.extent, 4), spread, v);
	amp_parallel_for_each(amp_tile(v.extent, 2), spread, v);
	for (int i = 0; i < 8; i++)
		printf("%d %d\n", amp_at(v, i).first, amp_at(v, i).second);
	amp_release(v);
	printf("%d\n", twice(data[0].first));
}
