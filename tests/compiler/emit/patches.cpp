// Kernels of which squares of neighbouring threads do better than rows of them: those
// that go along a view's columns where a row of threads goes on, those that sample a
// texture, and those that read no view.
// RUN: %emit | %FileCheck %s
#include <amp.h>
#include <amp_graphics.h>
using namespace concurrency;

void crosswise(array_view<const float, 2> from, array_view<float, 2> to)
{
	parallel_for_each(from.extent, [=](index<2> i) restrict(amp) { to(i[1], i[0]) = from[i]; });
	parallel_for_each(from.extent, [=](index<2> i) restrict(amp) { to[i] = from[index<2>(i[1], i[0])]; });
	parallel_for_each(from.extent, [=](index<2> i) restrict(amp) { to[i] = from[i[1]][i[0]]; });
	parallel_for_each(from.extent, [=](index<2> i) restrict(amp) {
		const int column = i[1];
		to[i] = from(column, 3);
	});
}
// CHECK-LABEL: struct crosswise_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::squares amp_patches;
// CHECK-LABEL: struct crosswise_kernel_2_{{.*}} {
// CHECK: typedef Concurrency::details::squares amp_patches;
// CHECK-LABEL: struct crosswise_kernel_3_{{.*}} {
// CHECK: typedef Concurrency::details::squares amp_patches;
// CHECK-LABEL: struct crosswise_kernel_4_{{.*}} {
// CHECK: typedef Concurrency::details::squares amp_patches;

void nothing_read(array_view<int, 2> to, int most)
{
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		int n = 0;
		while (n < most && n * i[0] < i[1])
			n++;
		to[i] = n;
	});
}
// CHECK-LABEL: struct nothing_read_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::squares amp_patches;

void sampled(graphics::texture_view<const float, 2> image, array_view<float, 2> to)
{
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		to[i] += image.sample(graphics::float_2(i[1] * 0.1f, i[0] * 0.1f));
	});
}
// CHECK-LABEL: struct sampled_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::squares amp_patches;

template <typename T> void gathered(graphics::texture_view<const T, 2> image, array_view<T, 2> to)
{
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		to[i] += image.gather_red(graphics::float_2(i[1] * 0.1f, i[0] * 0.1f)).x;
	});
}
template void gathered(graphics::texture_view<const float, 2>, array_view<float, 2>);
// CHECK-LABEL: struct gathered_kernel_1_{{.*}} {
// CHECK: typedef Concurrency::details::squares amp_patches;

// A member of the program's, of an object whose type is not known.
template <typename T> void namesake(T image, array_view<const int, 2> from, array_view<int, 2> to)
{
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) { to[i] = image.sample(from[i]); });
}
struct squared {
	int sample(int n) const restrict(amp) { return n * n; }
};
template void namesake(squared, array_view<const int, 2>, array_view<int, 2>);
// CHECK-LABEL: struct namesake_kernel_1_{{.*}} {
// CHECK-NOT: amp_patches

void along_rows(array_view<const float, 2> from, array_view<const float, 1> row,
                array_view<float, 2> to, array_view<const float, 3> volume)
{
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) {
		for (int k = 0; k < from.extent[1]; k++)
			to[i] += from(i[0], k) * from(k, i[1]);
	});
	parallel_for_each(to.extent, [=](index<2> i) restrict(amp) { to[i] = from[i] + row[i[1]]; });
	parallel_for_each(volume.extent, [=](index<3> i) restrict(amp) {
		to(i[0], i[2]) = volume(i[0], i[1], i[2]);
	});
	parallel_for_each(volume.extent, [=](index<3> i) restrict(amp) {
		to(i[1], i[0]) = volume(i[0], i[1], i[2]);
	});
}
// CHECK-LABEL: struct along_rows_kernel_1_{{.*}} {
// CHECK-NOT: amp_patches
// CHECK-LABEL: struct along_rows_kernel_2_{{.*}} {
// CHECK-NOT: amp_patches
// CHECK-LABEL: struct along_rows_kernel_3_{{.*}} {
// CHECK-NOT: amp_patches
// CHECK-LABEL: struct along_rows_kernel_4_{{.*}} {
// CHECK-NOT: amp_patches
