// What kernels do with views in C: said where it is certain.
// RUN: mkdir -p %t; %ampcc --amp-save=%t -c -o %t/o %s; sed -E '/[/][/] (CHECK|RUN)/d' %t/c-access.amp.c | %FileCheck %s
#include <amp.h>

typedef struct element {
	int part, parts[4];
} element;
AMP_DECLARE_TYPE(element);
typedef struct two {
	amp_array_view(float, 1) to, from;
} two;

static float load(amp_array_view(float, 1) v, int i) restrict(amp) { return amp_at(v, i); }
static void store(amp_array_view(float, 1) v, amp_index1 at, float x) restrict(amp)
{
	amp_at(v, at) = x;
}
static void store_some(amp_array_view(float, 1) v, amp_index1 at) restrict(amp)
{
	if (at.i > 2)
		return;
	amp_at(v, at) = 1;
}
static void increase(float *x) restrict(amp) { *x += 1; }

// CHECK-LABEL: static amp_status written_kernel_1_{{....}}_launch
// CHECK: &amp_image_.v, {{.*}}
// CHECK: AMP_ACCESS_WRITE, 0);
// CHECK-LABEL: static amp_status written_kernel_2_{{....}}_launch
// CHECK: &amp_image_.v, {{.*}}
// CHECK: AMP_ACCESS_WRITE, 0);
// CHECK-LABEL: static amp_status written_kernel_3_{{....}}_launch
// CHECK: &amp_image_.p.to, {{.*}}
// CHECK: AMP_ACCESS_WRITE, 0);
// CHECK: &amp_image_.p.from, {{.*}}
// CHECK: AMP_ACCESS_READ, 0);
// CHECK-LABEL: static amp_status written_kernel_4_{{....}}_launch
// CHECK: &amp_image_.m, {{.*}}
// CHECK: AMP_ACCESS_WRITE, 0);
// CHECK-LABEL: static amp_status written_kernel_5_{{....}}_launch
// CHECK: &amp_image_.e, {{.*}}
// CHECK: AMP_ACCESS_WRITE, 0);
void written(amp_array_view(float, 1) v, amp_array_view(float, 1) w, amp_array_view(float, 2) m,
             amp_array_view(element, 1) e);
void written(amp_array_view(float, 1) v, amp_array_view(float, 1) w, amp_array_view(float, 2) m,
             amp_array_view(element, 1) e)
{
	const two p = {v, w};

	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) { amp_at(v, at) = 1; });
	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) {
		store(v, at, 0);
		for (int i = 0; i < v.extent.i; i++)
			amp_at(v, at.i) += i;
	});
	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) {
		amp_at(p.to, at) = load(p.from, at.i + 1);
	});
	amp_parallel_for_each(amp_tile(m.extent, 4, 4), ^(amp_tiled_index2 at) restrict(amp) {
		amp_at(m, at.global.i, at.global.j) = at.local.i;
	});
	amp_parallel_for_each(e.extent, ^(amp_index1 at) restrict(amp) {
		const element some = {1, {2}};

		amp_at(e, at) = some;
	});
}

// CHECK-LABEL: static amp_status not_certain_kernel_1_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
// CHECK-LABEL: static amp_status not_certain_kernel_2_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
// CHECK-LABEL: static amp_status not_certain_kernel_3_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
// CHECK-LABEL: static amp_status not_certain_kernel_4_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
// CHECK-LABEL: static amp_status not_certain_kernel_5_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
// CHECK-LABEL: static amp_status not_certain_kernel_6_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
// CHECK-LABEL: static amp_status not_certain_kernel_7_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
// CHECK-LABEL: static amp_status not_certain_kernel_8_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
// CHECK-LABEL: static amp_status not_certain_kernel_9_{{....}}_launch
// CHECK: AMP_ACCESS_READ_WRITE, 0);
void not_certain(amp_array_view(float, 1) v, amp_array_view(float, 2) m,
                 amp_array_view(element, 1) e);
void not_certain(amp_array_view(float, 1) v, amp_array_view(float, 2) m,
                 amp_array_view(element, 1) e)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) { store_some(v, at); });
	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) { amp_at(v, at.i + 1) = 1; });
	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) { increase(&amp_at(v, at)); });
	amp_parallel_for_each(v.extent, ^(amp_index1 at) restrict(amp) {
		at.i++;
		amp_at(v, at) = 1;
	});
	amp_parallel_for_each(m.extent, ^(amp_index2 at) restrict(amp) { amp_at(m, at.j, at.i) = 1; });
	amp_parallel_for_each(e.extent, ^(amp_index1 at) restrict(amp) { amp_at(e, at).part = 1; });
	amp_parallel_for_each(e.extent, ^(amp_index1 at) restrict(amp) { amp_at(e, at).parts[1] = 1; });
	amp_parallel_for_each(amp_tile(v.extent, 4), ^(amp_tiled_index1 at) restrict(amp) {
		amp_array_view(float, 1) part = amp_section(v, 4, 4);

		amp_at(part, at.local) = 1;
	});
	amp_parallel_for_each(e.extent, ^(amp_index1 at) restrict(amp) {
		int *parts = amp_at(e, at).parts;

		parts[0] = 1;
	});
}

// A function that is a kernel, launched behind its definition:
void kernel(amp_index1 at, amp_array_view(float, 1) to, amp_array_view(float, 1) from) restrict(amp)
{
	amp_at(to, at) = amp_at(from, at);
}
// CHECK-LABEL: static amp_status kernel_kernel_launch
// CHECK: &amp_image_.to, {{.*}}
// CHECK: AMP_ACCESS_WRITE, 0);
// CHECK: &amp_image_.from, {{.*}}
// CHECK: AMP_ACCESS_READ, 0);
void launch(amp_array_view(float, 1) v);
void launch(amp_array_view(float, 1) v)
{
	amp_parallel_for_each(v.extent, kernel, v, v);
}
