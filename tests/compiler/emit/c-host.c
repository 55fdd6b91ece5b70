// The host unit of a C program: C without blocks.
// RUN: mkdir -p %t; %ampcc --amp-save=%t -c -o %t/o %s; sed -E '/[/][/] (CHECK|RUN)/d' %t/c-host.amp.c | %FileCheck %s
// RUN: mkdir -p %t; %ampcc -std=c11 -Wall -Wextra -Wpedantic -Wredundant-decls -Werror -c -o %t/o %s
// RUN: %ampcc --amp-host-compiler=clang -std=c99 -Wall -Wextra -Wpedantic -Werror -c -o %t/o %s
// RUN: ! %ampcc -c -o %t.o %s -DHOST_ERROR 2> %t.2 && grep 'c-host.c:13: Error: no such instruction' %t.2
#include <amp.h>

float broken(float) restrict(cpu,
                             amp);
#ifdef HOST_ERROR
static void bad(void)
{
	__asm__("bad.instruction"); // only the assembler knows that there is none
}
void (*volatile const used)(void) = bad;
#endif

// CHECK: static inline void [[NAME:run_kernel_1_[0-9a-f]{4}]](amp_index2 at, const amp_array_view_float_2 v, const float factor)
// CHECK: amp_kernel_at(v, at) *= factor;
// CHECK: static void [[NAME]]_run(const void *amp_image_, const int *amp_domain_, size_t amp_begin_, size_t amp_end_)
// CHECK: AMP_INDEPENDENT_
// CHECK: static amp_status [[NAME]]_launch(amp_accelerator_view *amp_view_, amp_extent2 amp_domain_, amp_array_view_float_2 v, float factor)
amp_status run(amp_array_view(float, 2) v, float factor);
amp_status run(amp_array_view(float, 2) v, float factor)
{
	// CHECK: return [[NAME]]_launch(NULL, v.extent, v, factor)
	return amp_parallel_for_each(v.extent, ^(amp_index2 at) restrict(amp) {
		amp_at(v, at) *= factor;
	});
}

// Standard C99, if not for the library's own macros.
typedef struct { int n; } item;
AMP_DECLARE_TYPE(item);
void reverse(amp_array_view(item, 1) v);
void reverse(amp_array_view(item, 1) v)
{
	amp_parallel_for_each(amp_tile(v.extent, 4), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int all[4];
		all[t.local.i] = amp_at(v, t.global.i).n;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global).n = all[3 - t.local.i];
	});
}

// CHECK: static void [[CLEAR:clear_kernel_[0-9a-f]{4}]]_run(const void *amp_image_, const int *amp_domain_, size_t amp_begin_, size_t amp_end_)
// CHECK-NOT: [[CLEAR]]_run(
// CHECK: static amp_status [[CLEAR]]_launch(
static void clear(amp_index1 i, amp_array_view(item, 1) v) restrict(amp) { amp_at(v, i).n = 0; }
void clear_all(amp_array_view(item, 1) v);
void clear_all(amp_array_view(item, 1) v)
{
	amp_parallel_for_each(v.extent, clear, v);
}
