// A tiled kernel of C is loops over its threads in the host unit, between the barriers,
// where that is certain to be right.
// RUN: %ampcc --amp-save=%t -c %s -o %t.o
// RUN: %ampcc --amp-tile-fibers --amp-save=%t.fibers -c %s -o %t.o
// RUN: ! grep '_loops(' %t.fibers/c-tile_loops.amp.c
// RUN: sed -E '/[/][/] (CHECK|RUN)/d' %t/c-tile_loops.amp.c | %FileCheck %s
// RUN: %ampcc -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-amp-divergent-barrier -Werror -O2 -c %s -o %t.o
#include <amp.h>

enum { TILE = 64 };

void between_barriers(amp_array_view(float, 1) v);
void bounds(amp_array_view(float, 1) v, float limit);
void early(amp_array_view(float, 1) v);
void atomics(amp_array_view(int, 1) v);
void functions(amp_array_view(int, 1) v);
void named(amp_array_view(float, 2) v);
void arrays(amp_array_view(float, 1) v);
void fibers(amp_array_view(int, 1) v);

// CHECK: static AMP_TILE_INLINE_ void [[NAME:between_barriers_kernel_1_[0-9a-f]+]]_loops(const amp_tile_threads_ amp_tile, const amp_array_view_float_1 v)
void between_barriers(amp_array_view(float, 1) v)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		// CHECK: enum { amp_threads = 64 };
		// CHECK: AMP_TILE_STATIC_(struct amp_tile_static_1, amp_tile_static_1);
		tile_static float values[TILE];
		// CHECK: float amp_kept_sum AMP_TILE_ARRAY;
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: const amp_tiled_index1 t = amp_tile_at1_(amp_tile, amp_z, amp_y, amp_x);
		// CHECK: const int me = t.local.i;
		const int me = t.local.i;
		float sum = amp_at(v, t.global);
		// CHECK: amp_kept_sum AMP_TILE_THREAD = sum;
		// CHECK: for (int half = TILE / 2; half > 0; half /= 2)
		for (int half = TILE / 2; half > 0; half /= 2) {
			// CHECK: AMP_TILE_LOOPS {
			// CHECK: const int me = t.local.i;
			// CHECK: float sum = amp_kept_sum AMP_TILE_THREAD;
			// CHECK: values[me] = sum;
			values[me] = sum;
			// CHECK-NOT: wait
			amp_barrier_wait(t.barrier);
			// CHECK: AMP_TILE_LOOPS {
			// CHECK: sum += amp_tile_static_1->values[me ^ half];
			sum += values[me ^ half];
			amp_barrier_wait(t.barrier);
		}
		// CHECK: goto amp_done_1;
		if (me == 3)
			return;
		amp_at(v, t.global) = sum;
		// CHECK: amp_done_1:;
	});
}
// CHECK: static void [[NAME]]_run(const void *amp_image_, amp_cpu_tile *amp_tile_)
// CHECK: [[NAME]]_loops(amp_tile_threads1_(amp_tile_, (amp_extent1){64}), amp_arguments_.v);

// Regions refer to an array.
// CHECK: arrays_kernel_1_{{.*}}_loops(
void arrays(amp_array_view(float, 1) v)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		// CHECK: float amp_kept_sums AMP_TILE_ARRAY[2][4];
		// CHECK: float amp_kept_weights AMP_TILE_ARRAY[4];
		float sums[2][4] = {{0}};
		const float weights[4] = {1, 2, 3, 4};
		// CHECK: memcpy(amp_kept_sums AMP_TILE_THREAD, sums, sizeof sums);
		amp_barrier_wait(t.barrier);
		// CHECK: {{^[[:space:]]*}}float (*const sums)[4] = amp_kept_sums AMP_TILE_THREAD;
		// CHECK: const float (*const weights) = amp_kept_weights AMP_TILE_THREAD;
		// CHECK-NOT: memcpy
		amp_at(v, t.global) = sums[1][0] + weights[3];
	});
	// CHECK: arrays_kernel_1_{{.*}}_run(
}

// Conditions on the index, and the last step of a loop that starts at it, bound the loops.
// CHECK: bounds_kernel_1_{{.*}}_loops(
void bounds(amp_array_view(float, 1) v, float limit)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static float values[72];
		const int me = t.local.i;
		// CHECK: for (long long amp_k_step = 0;
		// CHECK: AMP_TILE_LIMIT(amp_k_range, 0, less, amp_k_end - amp_k_least - amp_k_step);
		// CHECK: AMP_TILE_LOOPS_IN(amp_k_range)
		for (int k = me; k < 72; k += TILE)
			values[k] = amp_at(v, k);
		amp_barrier_wait(t.barrier);
		// CHECK: AMP_TILE_NARROW(amp_range_1, 0, greater_equal, me, 3) && AMP_TILE_NARROW(amp_range_1, 0, less, t.global.i, v.extent.i);
		if (3 <= me && t.global.i < v.extent.i)
			amp_at(v, t.global) = values[0];
		amp_barrier_wait(t.barrier);
		// CHECK: AMP_TILE_NARROW_FALLING(amp_range_1, 0, less_equal, 5 - me, 2) && AMP_TILE_WHERE(amp_range_1, limit > 1);
		if (5 - me <= 2 && limit > 1)
			amp_at(v, t.global) = 0;
		amp_barrier_wait(t.barrier);
		// CHECK-NOT: NARROW
		if ((float)me < limit)
			amp_at(v, t.global) = 0;
		// CHECK: AMP_TILE_LOOPS_END
	});
}

// Variables that are declared at the top: k is the same in all threads.
// CHECK: early_kernel_1_{{.*}}_loops(
void early(amp_array_view(float, 1) v)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static float values[TILE];
		// CHECK: {{^}}		int k;
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: {{^}}int j, amp_unused_k;
		int j, k;
		// CHECK: {{^}}for (k = 0; k < 4; k++)
		// CHECK: AMP_TILE_LOOPS {
		for (k = 0; k < 4; k++) {
			values[t.local.i] = amp_at(v, t.global);
			amp_barrier_wait(t.barrier);
			// CHECK: int j = amp_kept_j AMP_TILE_THREAD;
			for (j = 0; j < TILE; j++)
				amp_at(v, t.global) += values[j];
			amp_barrier_wait(t.barrier);
		}
		amp_at(v, t.global) *= (float)k;
	});
}

// Only on what is tile_static for certain.
// CHECK: static inline void atomics_kernel_1_
void atomics(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int counts[4];
		int *either = t.local.i ? &counts[0] : &amp_at(v, 0);
		// CHECK: amp_tile_atomic_fetch_inc(&amp_tile_static_1->counts[1]);
		amp_atomic_fetch_inc(&counts[1]);
		// CHECK: amp_atomic_fetch_add(&amp_kernel_at(v, 1), amp_tile_static_1->counts[1]);
		amp_atomic_fetch_add(&amp_at(v, 1), counts[1]);
		// CHECK: amp_atomic_fetch_inc(either);
		amp_atomic_fetch_inc(either);
	});
}

// A function that waits becomes one for all threads of the tile.
// CHECK-LABEL: int shift(
static int shift(int value, int *shared, int me, amp_tile_barrier barrier) restrict(amp)
{
	shared[me] = value;
	amp_barrier_wait(barrier);
	return shared[(me + 1) % TILE];
}
// CHECK: static AMP_TILE_INLINE_ void [[SHIFT:amp_tile_1_[0-9a-f]+_shift]](int const *amp_own_value, int *shared,
// CHECK-SAME: const int amp_own_me, amp_tile_barrier barrier, const amp_tile_threads_ amp_tile, int *amp_result)
// CHECK: int value = amp_own_value AMP_TILE_THREAD;
// CHECK: int me = amp_own_me + AMP_TILE_LOCAL(0);
// CHECK: AMP_TILE_RETURN((shared[(me + 1) % TILE])); goto amp_done_1;

// CHECK: functions_kernel_1_{{.*}}_loops(
void functions(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int shared[TILE];
		// CHECK: amp_own_0_1 AMP_TILE_THREAD = amp_kernel_at(v, t.global);
		// CHECK: [[SHIFT]](amp_own_0_1, amp_tile_static_1->shared, t.local.i, t.barrier, amp_tile, amp_result_1);
		// CHECK: amp_kernel_at(v, t.global) = 2 * amp_result_1 AMP_TILE_THREAD;
		amp_at(v, t.global) = 2 * shift(amp_at(v, t.global), shared, t.local.i, t.barrier);
	});
}

// A kernel that is a function, in tiles of several shapes.
static void turn(amp_tiled_index2 t, amp_array_view(float, 2) v, float scale) restrict(amp)
{
	tile_static float block[16][16];

	block[t.local.j][t.local.i] = amp_at(v, t.global) * scale;
	scale /= 2;
	amp_barrier_wait(t.barrier);
	amp_at(v, t.global) = block[t.local.i][t.local.j] * scale;
}
// CHECK: static AMP_TILE_INLINE_ void [[TURN:turn_kernel_[0-9a-f]+]]_loops(
// CHECK: float amp_kept_scale AMP_TILE_ARRAY;
// CHECK: amp_kept_scale AMP_TILE_THREAD = scale;
// CHECK: static void [[TURN]]_run(
// CHECK: if (amp_arguments_.amp_tile_.i == 16 && amp_arguments_.amp_tile_.j == 16)
// CHECK-NEXT: [[TURN]]_loops(amp_tile_threads2_(amp_tile_, (amp_extent2){16, 16}), amp_arguments_.v, amp_arguments_.scale);
// CHECK-NEXT: else
// CHECK-NEXT: [[TURN]]_loops(amp_tile_threads2_(amp_tile_, amp_arguments_.amp_tile_), amp_arguments_.v, amp_arguments_.scale);
void named(amp_array_view(float, 2) v)
{
	const int n = v.extent.i < 8 ? v.extent.i : 8;

	amp_parallel_for_each(amp_tile(v.extent, 16, 16), turn, v, 1.0f);
	amp_parallel_for_each(amp_tile(v.extent, n, n), turn, v, 2.0f);
}

// A function that waits in a condition, a barrier in a loop whose variable the threads
// change each on its own, an index that changes: fibers.
static int wait_and_return(int value, amp_tile_barrier barrier) restrict(amp)
{
	amp_barrier_wait(barrier);
	return value;
}
// CHECK: fibers_kernel_1_
// CHECK-NOT: AMP_TILE_LOOPS
void fibers(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		if (amp_at(v, 0) && wait_and_return(1, t.barrier))
			amp_at(v, t.global) = 1;
	});
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		int k;

		for (k = 0; k < 4; k++)
			amp_barrier_wait(t.barrier);
		while (amp_at(v, t.global) > k)
			k++;
		amp_at(v, t.global) = k;
	});
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		t.global.i ^= 1;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = 1;
	});
}
