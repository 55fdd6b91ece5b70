// Of two units one has robust access. Both have a kernel that accesses only what there is; they
// share the library's functions, and pass views to each other.
// also: robust_units_2.cc:--amp-robust-access
#include "robust_units.h"

static float read(const array_view<float> &v, int i) restrict(cpu, amp)
{
	return v[i];
}

int main()
{
	const int n = 500;
	std::vector<float> a(n), b(3 * n, -1.0f), c(3 * n, -1.0f);
	for (int i = 0; i < n; i++)
		a[i] = i + 1.0f;
	array_view<float> va(n, a), vb(3 * n, b), vc(3 * n, c);
	parallel_for_each(va.extent, [=](index<1> i) restrict(amp) {
		vb[i] = read(va, i[0]) + va.section(1, 2)[i[0] - 1];
	});
	read_beyond(va, vc);
	vb.synchronize(), vc.synchronize();
	for (int i = 0; i < n; i++)
		CHECK(b[i] == 2 * a[i]);
	for (int i = 0; i < 3 * n; i++)
		CHECK(c[i] == (i >= n && i < 2 * n ? 2 * a[i - n] : 0));
	std::puts("ok");
}
