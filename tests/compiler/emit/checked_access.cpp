// --amp-robust-access=report: what is accessed is wrapped, with its place and its name; in templates also
// what may be a container.
// RUN: %ampcc --amp-robust-access=report --amp-dump-device -o - %s | sed -E '/[/][/] (CHECK|RUN)/d' | %FileCheck %s
#include <amp.h>
using namespace concurrency;

float plain[4];

void kernel(array_view<float> a, array_view<const float, 2> b, array<double, 2> &c)
{
	parallel_for_each(a.extent, [=, &c](index<1> i) restrict(amp) {
		float own[4] = {b(i[0], 1), b[i[0]][2]};
		a[i] = own[i[0] % 4];
		c[0][i[0]] = 1;
	});
	a[0] = plain[1];
}
// CHECK: float own[4] = {Concurrency::details::checked(b, "b", __LINE__, __FILE__)(i[0], 1), Concurrency::details::checked(Concurrency::details::checked(b, "b", __LINE__, __FILE__)[i[0]], "b[i[0]]", __LINE__, __FILE__)[2]};
// CHECK-NEXT: Concurrency::details::checked(a, "a", __LINE__, __FILE__)[i] = own[i[0] % 4];
// CHECK-NEXT: Concurrency::details::checked(Concurrency::details::checked(c, "c", __LINE__, __FILE__)[0], "c[0]", __LINE__, __FILE__)[i[0]] = 1;
// CHECK: {{^}} a[0] = plain[1];

template <typename T> float sum(const T &v, const float (&w)[4]) restrict(amp)
{
	return v[1] + v(2) + w[3];
}
// CHECK: return Concurrency::details::checked(v, "v", __LINE__, __FILE__)[1] + Concurrency::details::checked(v, "v", __LINE__, __FILE__)(2) + w[3];

template float sum(const array_view<float> &, const float (&)[4]) restrict(amp);
