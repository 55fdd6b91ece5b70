// Untiled kernels with loops are compiled once more, with as many registers as they like, for
// domains that leave room for that (include/amp/kernel.h: amp_small_domain_kernel).
// RUN: %emit | %FileCheck %s
// RUN: %ptx | %FileCheck --check-prefix=PTX %s
#include <amp.h>
using namespace concurrency;

void sums(array_view<const float, 2> m, array_view<float, 1> sum)
{
	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) {
		float s = 0;
		for (int k = 0; k < m.extent[1]; k++)
			s += m(i[0], k);
		sum[i] = s;
	});
}
// CHECK-LABEL: struct sums_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::looping amp_loops;
// PTX: .entry {{.*}}amp_untiled_kernelI{{[0-9]+}}sums_kernel_1
// PTX-NOT: .minnctapersm
// PTX: .entry {{.*}}amp_small_domain_kernelI{{[0-9]+}}sums_kernel_1
// PTX: .minnctapersm 1

struct halved {
	array_view<float, 1> v;
	void operator()(index<1> i) const restrict(amp)
	{
		while (v[i] > 1)
			v[i] /= 2;
	}
};
// CHECK-LABEL: struct halved {
// CHECK: typedef Concurrency::details::looping amp_loops;

static float largest(array_view<const float, 2> m, int row) restrict(amp)
{
	float l = 0;
	for (int k = 0; k < m.extent[1]; k++)
		l = m(row, k) > l ? m(row, k) : l;
	return l;
}
void calls(array_view<const float, 2> m, array_view<float, 1> out)
{
	parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = largest(m, i[0]); });
}
// CHECK-LABEL: struct calls_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::looping amp_loops;

void without(array_view<float, 2> m, array_view<float, 1> sum)
{
	parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { sum[i] = m(i[0], 0); });
	parallel_for_each(sum.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		for (int k = 0; k < 64; k++)
			sum[i] += m(i.global[0], k);
	});
	parallel_for_each(sum.extent, halved{sum});
}
// CHECK-LABEL: struct without_kernel_1_{{.*}} {
// CHECK-NOT: amp_loops
// CHECK-LABEL: struct without_kernel_2_{{.*}} {
// CHECK-NOT: amp_loops
