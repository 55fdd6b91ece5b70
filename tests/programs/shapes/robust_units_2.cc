#include "robust_units.h"

static float read(const array_view<float> &v, int i) restrict(cpu, amp)
{
	return v[i];
}

void read_beyond(const array_view<float> &from, const array_view<float> &to)
{
	const int n = from.extent[0];
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
		to[i] = read(from, i[0] - n) + from.section(1, 2)[i[0] - n - 1];
		from[i[0] + n] = to[-1 - i[0]] = 4;
	});
}
