// A tiled kernel is loops over its threads in the host unit, between the
// barriers, where that is certain to be right.
// RUN: %ampcc -std=c++17 --amp-save=%t -c %s -o %t.o
// RUN: sed -E '/[/][/] (CHECK|RUN)/d' %t/tile_loops.amp.cpp | %FileCheck %s
// RUN: case $(uname -m) in x86_64) %ampcc -O3 -march=x86-64-v3 -DREDUCTION -o %t.linked %s;; esac
#include <amp.h>
using namespace concurrency;

#ifdef REDUCTION
// gcc 12 knew that the index was nearly INT_MAX where the compared index might wrap around, and wrote the address of `part`
// relative to that of such an element, which did not fit into an instruction.
int main()
{
	array<float> all(1000), sums(4);
	parallel_for_each(all.extent.tile<256>().pad(), [&](tiled_index<256> t) restrict(amp) {
		tile_static float part[256];
		const int me = t.local[0];
		part[me] = 0;
		t.barrier.wait();
		if (t.global[0] < all.extent[0])
			part[me] = all[t.global];
		t.barrier.wait();
		for (int k = 128; k > 0; k /= 2) {
			if (me < k)
				part[me] += part[me + k];
			t.barrier.wait();
		}
		if (me == 0)
			sums[t.tile] = part[0];
	});
}
#else

// CHECK-LABEL: struct between_barriers_kernel
void between_barriers(array_view<float, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: static thread_local float values[64];
		tile_static float values[64];
		// CHECK: float amp_kept_sum AMP_TILE_ARRAY;
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: const int me = t.local[0];
		const int me = t.local[0];
		float sum = v[t.global];
		// CHECK: amp_kept_sum{{.*}} = sum;
		// CHECK: for (int half = 32; half > 0; half /= 2)
		for (int half = 32; half > 0; half /= 2) {
			// CHECK: AMP_TILE_LOOPS {
			// CHECK: const int me = t.local[0];
			// CHECK: float sum = amp_kept_sum
			// CHECK: values[me] = sum;
			values[me] = sum;
			// CHECK-NOT: wait
			t.barrier.wait();
			// CHECK: AMP_TILE_LOOPS {
			// CHECK: sum += values[me ^ half];
			// CHECK: amp_kept_sum{{.*}} = sum;
			sum += values[me ^ half];
			t.barrier.wait();
		}
		v[t.global] = sum;
	});
}

// The loop over k is outside of the one over the threads.
// CHECK-LABEL: struct stride_kernel
void stride(array_view<const float, 1> v, array_view<float, 1> sums)
{
	parallel_for_each(extent<1>(256).tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		float sum = 0;
		// CHECK: amp_run_tile
		// CHECK: for (long long amp_k_step = 0;
		// CHECK: if (amp_k_all) {
		// CHECK: sum += v[k];
		for (int k = t.global[0]; k < v.extent[0]; k += 256)
			sum += v[k];
		sums[t.global] = sum;
	});
}

// Conditions on the index, and the last step of a stride, bound the loop.
// CHECK-LABEL: struct bounds_kernel
void bounds(array_view<const float, 1> v, array_view<float, 1> sums, int parts)
{
	const float limit = 3;
	parallel_for_each(extent<1>(256).tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static float values[72];
		const int me = t.local[0];
		// CHECK: amp_run_tile
		// CHECK: AMP_TILE_LIMIT(amp_k_range, 0, less, amp_k_end - amp_k_least - amp_k_step);
		// CHECK: AMP_TILE_LOOPS_IN(amp_k_range)
		for (int k = me; k < 72; k += 64)
			values[k] = v[k];
		t.barrier.wait();
		for (int half = 32; half > 0; half /= 2) {
			// CHECK: amp_exact = AMP_TILE_NARROW(amp_range_1, 0, less, me + 1, half);
			// CHECK: if (amp_exact && AMP_TILE_IS_WHOLE(amp_range_1)) {
			// CHECK-NEXT: AMP_TILE_LOOPS {
			// CHECK: values[me] += values[me + half];
			// CHECK: AMP_TILE_TURNS(amp_exact) {
			// CHECK: AMP_TILE_SINGLE(amp_range_1, me + 1 < half);
			// CHECK: AMP_TILE_BOTH(amp_range_0, amp_range_1);
			// CHECK-NEXT: AMP_TILE_LOOPS_IN(amp_then_1)
			// CHECK: values[me] += values[me + half];
			if (me + 1 < half)
				values[me] += values[me + half];
			t.barrier.wait();
		}
		// CHECK: AMP_TILE_NARROW(amp_range_1, 0, greater_equal, me, 3) && AMP_TILE_NARROW(amp_range_1, 0, less, t.global[0], v.extent[0]);
		if (3 <= me && t.global[0] < v.extent[0])
			sums[t.global] = values[0];
		t.barrier.wait();
		// not the index and integers
		// CHECK-NOT: NARROW
		if (me < limit)
			sums[t.global] = 0;
		t.barrier.wait();
		if (me * 2 < 5)
			sums[t.global] = 0;
		t.barrier.wait();
		if (5 - me - me < 5)
			sums[t.global] = 0;
		t.barrier.wait();
		// falling
		// CHECK: AMP_TILE_NARROW_FALLING(amp_range_1, 0, less, 5 - me, 5);
		if (5 - me < 5)
			sums[t.global] = 0;
		t.barrier.wait();
		// long long, of which it is not known whether it comes from what wraps around; what may divide by 0 in no thread
		// CHECK-NOT: NARROW
		if (me + 1LL < 5)
			sums[t.global] = 0;
		t.barrier.wait();
		if (me < parts && me < v.extent[0] / parts)
			sums[t.global] = 0;
		t.barrier.wait();
		// CHECK: AMP_TILE_NARROW(amp_range_1, 0, less, me, v.extent[0] / parts) && AMP_TILE_NARROW(amp_range_1, 0, less, me, v.extent[0] / 2);
		if (me < v.extent[0] / parts && me < v.extent[0] / 2)
			sums[t.global] = 0;
		t.barrier.wait();
		// declared again in each region, though not the whole list; the condition's initializer is compared
		// CHECK: int amp_kept_mine AMP_TILE_ARRAY;
		// CHECK-NOT: amp_kept_
		// CHECK: const int mine = v[t], at = 9 - me;
		// CHECK: const int at = 9 - me;
		// CHECK: AMP_TILE_NARROW_FALLING(amp_range_1, 0, greater_equal, at, 0) && AMP_TILE_NARROW(amp_range_1, 0, less, me, 7);
		const int mine = v[t], at = 9 - me;
		const bool is_inside = at >= 0 && me < 7;
		t.barrier.wait();
		if (is_inside)
			sums[t.global] = mine;
		// CHECK: AMP_TILE_LOOPS_END
	});
}

// Every n-th thread is a loop with that step.
// CHECK-LABEL: struct multiples_kernel
void multiples(array_view<float, 1> v, int first)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static float values[64];
		const int me = t.local[0];
		values[me] = v[t];
		t.barrier.wait();
		for (int n = 1; n < 64; n *= 2) {
			// CHECK: amp_exact = AMP_TILE_MULTIPLES(0, me, (2 * n), 0, amp_first, amp_by);
			// CHECK: if (amp_exact) {
			// CHECK-NEXT: AMP_TILE_LOOPS_BY(0, amp_first, amp_by) {
			// CHECK: values[me] += values[me + n];
			// CHECK: } else {
			// CHECK-NEXT: AMP_TILE_LOOPS {
			// CHECK: if (me % (2 * n) == 0)
			if (me % (2 * n) == 0)
				values[me] += values[me + n];
			t.barrier.wait();
		}
		// CHECK-NOT: MULTIPLES
		if (me * 2 % 3 == first)
			v[t] = 0;
		t.barrier.wait();
		if (me % 3 == me)
			v[t] = 0;
		t.barrier.wait();
		if (me % 3 == first)
			v[t] = 0;
		else
			v[t] = values[0];
		// CHECK: AMP_TILE_LOOPS_END
	});
}

// The threads that a condition excludes are a loop on each side of the others; a branch that is such an if selects some of a
// branch's threads.
// CHECK-LABEL: struct sides_kernel
void sides(array_view<const float, 2> v, array_view<float, 2> sums, int k)
{
	parallel_for_each(v.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
		tile_static float values[16][16];
		const int row = t.local[0], column = t.local[1];
		// CHECK: amp_exact = AMP_TILE_NARROW(amp_range_1, 0, greater, row, k) && AMP_TILE_NARROW(amp_range_1, 1, greater, column, k) && AMP_TILE_NARROW(amp_range_2, 1, equal, column, k) && AMP_TILE_NARROW(amp_range_3, 0, less, row, k);
		// CHECK: if (amp_exact && AMP_TILE_IS_WHOLE(amp_range_1)) {
		// CHECK: AMP_TILE_TURNS(amp_exact) {
		// CHECK: AMP_TILE_SINGLE(amp_range_1, row > k && column > k);
		// CHECK: AMP_TILE_SINGLE(amp_range_2, column == k);
		// CHECK: AMP_TILE_SINGLE(amp_range_3, row < k);
		// CHECK: const AMP_TILE_RANGE amp_then_1 = AMP_TILE_BOTH(amp_range_0, amp_range_1);
		// CHECK: AMP_TILE_LOOPS_IN(amp_then_1) {
		// CHECK: values[row][column] = v[t.global];
		// CHECK: AMP_TILE_SIDES {
		// CHECK: const AMP_TILE_RANGE amp_else_1 = AMP_TILE_BESIDE(amp_range_0, amp_then_1);
		// CHECK: const AMP_TILE_RANGE amp_then_2 = AMP_TILE_BOTH(amp_else_1, amp_range_2);
		// CHECK: const AMP_TILE_RANGE amp_then_3 = AMP_TILE_BOTH(amp_then_2, amp_range_3);
		// CHECK: AMP_TILE_LOOPS_IN(amp_then_3) {
		// CHECK: values[row][column] = 1;
		// CHECK: const AMP_TILE_RANGE amp_else_2 = AMP_TILE_BESIDE(amp_else_1, amp_then_2);
		// CHECK: AMP_TILE_LOOPS_IN(amp_else_2) {
		// CHECK: values[row][column] = 0;
		if (row > k && column > k)
			values[row][column] = v[t.global];
		else if (column == k) {
			if (row < k)
				values[row][column] = 1;
		} else
			values[row][column] = 0;
		t.barrier.wait();
		// what may divide by 0 in no thread
		// CHECK-NOT: amp_range_2
		if (row < k)
			sums[t.global] = values[column][row];
		else if (column < 9 / k)
			sums[t.global] = 0;
		// CHECK: AMP_TILE_LOOPS_END
	});
}

// Only on what is tile_static for certain.
// CHECK-LABEL: struct atomics_kernel
void atomics(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int counts[4];
		int *either = t.local[0] ? &counts[0] : &v[0];
		// CHECK: atomic_fetch_inc(Concurrency::details::tile_memory(&counts[1]));
		atomic_fetch_inc(&counts[1]);
		// CHECK: atomic_fetch_inc(&v[1]);
		atomic_fetch_inc(&v[1]);
		// CHECK: atomic_fetch_inc(either);
		atomic_fetch_inc(either);
		// CHECK: atomic_fetch_inc(&either[1]);
		atomic_fetch_inc(&either[1]);
	});
}

// A function that waits becomes one for all threads of the tile, and a variable that
// all threads change together is changed once.
// CHECK-LABEL: int shift(
static int shift(int *shared, int by, const tiled_index<64> &t) restrict(amp)
{
	int from = 0;
	for (int k = 0; k < by; k++) {
		t.barrier.wait();
		from = 1 - from;
	}
	return shared[(t.local[0] + from) % 64];
}
// CHECK: inline void [[SHIFT:amp_tile_1_[0-9a-f]+_shift]](int *shared, int by,
// CHECK-SAME: const tiled_index<64> &t, const amp_tile_t amp_tile, amp_result_t &amp_result)
// CHECK: {{^}}int from = 0;
// CHECK: for (int k = 0; k < by; k++)
// CHECK-NOT: AMP_TILE_LOOPS
// CHECK: {{^}}from = 1 - from;
// CHECK: AMP_TILE_LOOPS {
// CHECK: { AMP_TILE_RETURN((shared[(t.local[0] + from) % 64])); goto amp_done_1; }
// CHECK-NEXT: }
// CHECK-NEXT: amp_done_1:;

// CHECK-LABEL: struct functions_kernel
void functions(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int shared[64];
		shared[t.local[0]] = v[t];
		// CHECK: amp_run_tile
		// CHECK: [[SHIFT]](shared, 4, t, amp_tile, amp_result_1);
		// CHECK: v[t.global] = 2 * amp_result_1(amp_z, amp_y, amp_x);
		v[t.global] = 2 * shift(shared, 4, t);
	});
}

// It may change a variable of the thread's.
static void shift_in_place(int &value, const tiled_index<64> &t) restrict(amp)
{
	tile_static int all[64];
	all[t.local[0]] = value;
	t.barrier.wait();
	value = all[(t.local[0] + 1) % t.tile_dim0];
	t.barrier.wait();
}
// CHECK: int &value = amp_own_value(amp_z, amp_y, amp_x);
// CHECK-LABEL: struct own_variables_kernel
void own_variables(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		int own = v[t];
		// CHECK: amp_run_tile
		// CHECK: typename std::add_lvalue_reference<int>::type {
		// CHECK-NEXT: return amp_kept_own AMP_TILE_THREAD;
		// CHECK: int own = amp_kept_own AMP_TILE_THREAD;
		shift_in_place(own, t);
		v[t] = own;
	});
}

// A lambda without captures is there once; its returns are its own.
// CHECK-LABEL: struct lambda_kernel
void lambda(array_view<float, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: {{^}}const auto larger = [](float a, float b) { return a > b ? a : b; };
		// CHECK: AMP_TILE_LOOPS
		const auto larger = [](float a, float b) restrict(amp) { return a > b ? a : b; };
		v[t] = larger(v[t], 1);
		t.barrier.wait();
		// CHECK-NOT: larger =
		v[t] = larger(v[t], 2);
	});
	// CHECK: AMP_TILE_LOOPS_END
}

// Two that all threads exchange are uniform because of each other; two that one thread
// exchanges are not.
// CHECK-LABEL: struct exchange_kernel
void exchange(array_view<int, 1> v, int rounds)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		tile_static int buffer[2][64];
		// CHECK: {{^}}int in = 0, out = 1;
		int in = 0, out = 1;
		// CHECK: int amp_kept_first AMP_TILE_ARRAY;
		// CHECK: int amp_kept_second AMP_TILE_ARRAY;
		int first = 0, second = 1;
		buffer[in][t.local[0]] = v[t];
		for (int k = 0; k < rounds; k++) {
			t.barrier.wait();
			buffer[out][t.local[0]] = buffer[in][63 - t.local[0]];
			// CHECK: {{^}}const int last = in;
			// CHECK: {{^}}in = out;
			// CHECK: {{^}}out = last;
			const int last = in;
			in = out;
			out = last;
			if (t.local[0] == 3) {
				const int before = first;
				first = second;
				second = before;
			}
		}
		v[t] = buffer[in][t.local[0]] + first - second;
	});
}

// Arrays and objects are moved once to where the regions behind refer to them.
struct complex {
	float re, im;
	complex(float re, float im) restrict(cpu, amp) : re(re), im(im) {}
};
template <typename T> struct box {
	T value;
	box(T value) restrict(cpu, amp) : value(value) {}
};
// CHECK-LABEL: struct in_place_kernel
template <typename T, int N> void in_place(array_view<T, 1> v)
{
	// CHECK: Concurrency::details::is_moved_as_bytes<T[N][4] >::value && Concurrency::details::is_moved_as_bytes<complex >::value && Concurrency::details::is_moved_as_bytes<box<T> >::value && Concurrency::details::is_moved_as_bytes<box<T>[2] >::value
	parallel_for_each(v.extent.template tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: tile_values<T[N][4], amp_tile_t> amp_kept_sums;
		// CHECK: tile_values<complex, amp_tile_t> amp_kept_turn;
		T sums[N][4] = {};
		const complex turn(0, 1);
		const box<T> half(T(0.5)), both[2] = {half, half};
		// CHECK: amp_kept_sums.move(amp_z, amp_y, amp_x, sums);
		// CHECK: amp_kept_turn.move(amp_z, amp_y, amp_x, turn);
		t.barrier.wait();
		// CHECK: {{^[[:space:]]*}}auto &sums = amp_kept_sums.at(amp_z, amp_y, amp_x);
		// CHECK: const auto &turn = amp_kept_turn.at(amp_z, amp_y, amp_x);
		// CHECK-NOT: move
		v[t.global] = sums[0][0] + T(turn.im) + half.value + both[1].value;
	});
	// CHECK: AMP_TILE_LOOPS_END
}
template void in_place<float, 2>(array_view<float, 1>);

// The loops of a function object are its members.
// CHECK-LABEL: struct object
struct object {
	array_view<int, 1> v;

	void operator()(tiled_index<64> t) const restrict(amp)
	{
		t.barrier.wait();
		v[t.global] = 1;
	}
	// CHECK: typedef object amp_tile_loops_class;
	// CHECK: amp_run_tile(const amp_tile_t amp_tile) const AMP_TILE_RESTRICT
};

// Conditions that follow from data are asked of each thread: all say the same.
// CHECK-LABEL: struct by_data_kernel
void by_data(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int n;
		if (t.local[0] == 0)
			n = v[t.tile[0]];
		t.barrier.wait();
		// CHECK: unsigned [[ANSWERS:amp_answers_[0-9]+]] = 0;
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: [[ANSWERS]] |= (n > 1) ? 1u : 2u;
		// CHECK: if (AMP_TILE_AGREED([[ANSWERS]]))
		if (n > 1) {
			t.barrier.wait();
			v[t.global] = 1;
		}
		// CHECK: for (int k = 0;
		// CHECK-NEXT: ;
		// CHECK: k++)
		// CHECK: |= (k < n) ? 1u : 2u;
		// CHECK: if (!(AMP_TILE_AGREED({{.*}})))
		// CHECK-NEXT: break;
		for (int k = 0; k < n; k++) {
			t.barrier.wait();
			v[t.global] += k;
			// CHECK: |= (v[k] == 7) ? 1u : 2u;
			// CHECK: if (AMP_TILE_AGREED({{.*}}))
			// CHECK-NOT: LOOPS
			// CHECK: break;
			if (v[k] == 7)
				break;
		}
		// CHECK: int amp_kept_k AMP_TILE_ARRAY;
		// CHECK: for (;;) {
		// CHECK: |= (k < n) ? 1u : 2u;
		// CHECK: k += 64;
		for (int k = v[t.tile]; k < n; k += 64)
			t.barrier.wait();
		// CHECK: |= (n < 100) ? 1u : 2u;
		do {
			t.barrier.wait();
			if (t.local[0] == 0)
				n *= 2;
			t.barrier.wait();
		} while (n < 100);
	});
}

// Jumps that all threads make, in front of barriers; and one behind the last of a loop's,
// which each thread makes or does not.
static int doubled(int value, int n, const tiled_index<64> &t) restrict(amp)
{
	tile_static int shared[64];
	if (n == 0)
		return value;
	shared[t.local[0]] = value;
	t.barrier.wait();
	return shared[63 - t.local[0]] * 2;
}
// CHECK: amp_tile_{{.*}}_doubled(int value, int n, const tiled_index<64> &t, const amp_tile_t amp_tile
// CHECK: if (n == 0)
// CHECK: AMP_TILE_RETURN((value)); goto amp_done
// CHECK: return;
// CHECK: AMP_TILE_LOOPS

// CHECK-LABEL: struct jumps_kernel
void jumps(array_view<int, 1> v, int n)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: if (t.tile[0] * 64 >= n)
		// CHECK-NOT: LOOPS
		// CHECK: return;
		if (t.tile[0] * 64 >= n)
			return;
		// CHECK: |= (v[t.tile] < 0) ? 1u : 2u;
		// CHECK: if (AMP_TILE_AGREED({{.*}}))
		// CHECK: v[t.global] = -1;
		// CHECK: return;
		if (v[t.tile] < 0) {
			v[t.global] = -1;
			return;
		}
		// CHECK: for (int k = 0; k < n; k++)
		for (int k = 0; k < n; k++) {
			// CHECK: if (k % 3 == 0)
			// CHECK-NOT: LOOPS
			// CHECK: continue;
			if (k % 3 == 0)
				continue;
			t.barrier.wait();
			// CHECK: AMP_TILE_LOOPS {
			// CHECK: if (v[t.global] == k)
			// CHECK: goto amp_done_[[LABEL:[0-9]+]];
			// CHECK: v[t.global] += k;
			// CHECK: amp_done_[[LABEL]]:;
			if (v[t.global] == k)
				continue;
			v[t.global] += k;
		}
		int k = 0;
		// CHECK: |= (k == n) ? 1u : 2u;
		// CHECK: goto amp_next_[[NEXT:[0-9]+]];
		// CHECK: t.local[0] == k
		// CHECK: amp_next_[[NEXT]]:;
		// CHECK: |= (k < 9) ? 1u : 2u;
		do {
			k++;
			if (k == n)
				continue;
			t.barrier.wait();
			if (t.local[0] == k)
				v[t.global]++;
		} while (k < 9);
		v[t.global] = doubled(v[t.global], n, t);
	});
}

// The names of a structured binding are variables like others, but not where they refer to
// what has another name.
struct cell {
	int row, column;
};
// CHECK-LABEL: struct bindings_kernel
void bindings(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int memory[64];
		// CHECK: int amp_kept_row AMP_TILE_ARRAY;
		// CHECK: const auto [row, column] = cell{t.local[0], 3};
		// CHECK: amp_kept_row AMP_TILE_THREAD = row;
		const auto [row, column] = cell{t.local[0], 3};
		memory[row] = v[t];
		t.barrier.wait();
		// CHECK: int row = amp_kept_row AMP_TILE_THREAD;
		v[t] = memory[63 - row] + column;
	});
}
// CHECK-LABEL: struct references_kernel
// CHECK-NOT: amp_run_tile
void references(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int memory[64];
		cell c{t.local[0], 3};
		auto &[row, column] = c;
		memory[row] = v[t];
		t.barrier.wait();
		row++;
		v[t] = memory[c.row % 64] + column;
	});
}

// A copy of the barrier.
// CHECK-LABEL: struct copied_barrier_kernel
void copied_barrier(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int memory[64];
		// CHECK: amp_run_tile
		// CHECK: const tile_barrier barrier = t.barrier;
		// CHECK-NEXT: AMP_TILE_LOOPS
		// CHECK-NOT: wait
		// CHECK: AMP_TILE_LOOPS
		// CHECK: amp_visit
		const tile_barrier barrier = t.barrier;
		memory[t.local[0]] = v[t];
		barrier.wait_with_tile_static_memory_fence();
		v[t] = memory[63 - t.local[0]];
	});
}

// A view across a barrier, and the index given to another object's function, which does not wait.
struct reader {
	array_view<const int, 1> x;
	template <int> int of(const tiled_index<64> &t) const restrict(amp) { return x[t.global]; }
};
// CHECK-LABEL: struct kept_views_kernel
void kept_views(array_view<int, 1> v, reader r)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		// CHECK: is_moved_as_bytes<Concurrency::array_view<int> >::value> amp_has_tile_loops
		// CHECK: tile_values<Concurrency::array_view<int>, amp_tile_t> amp_kept_part;
		// CHECK: part[t.local] = r.template of<3>(t);
		array_view<int, 1> part = v.section(t.tile_origin, extent<1>(64));
		part[t.local] = r.template of<3>(t);
		t.barrier.wait();
		// CHECK: auto &part = amp_kept_part.at(amp_z, amp_y, amp_x);
		const int other = part[63 - t.local[0]];
		t.barrier.wait();
		part[t.local] = other;
	});
}

// A function that waits in a condition: fibers.
static int wait_and_return(int value, const tile_barrier &barrier) restrict(amp)
{
	barrier.wait();
	return value;
}
// CHECK-LABEL: struct fibers_kernel
// CHECK-NOT: amp_run_tile

void fibers(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		if (v[0] && wait_and_return(1, t.barrier))
			v[t.global] = 1;
	});
}

// Several calls of functions that wait in an expression or in a list, and one in a condition: the rest follows.
static int wait_for(int n, const tile_barrier &barrier) restrict(amp)
{
	barrier.wait();
	return n;
}
// CHECK-LABEL: struct several_calls_kernel
void several_calls(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		const int me = t.local[0];
		// CHECK: amp_run_tile
		// CHECK: amp_result_1);
		// CHECK: amp_result_2);
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: int sum = amp_result_1(amp_z, amp_y, amp_x){{ ?}}+ amp_result_2(amp_z, amp_y, amp_x), a
		int sum = wait_for(me, t.barrier) + wait_for(1, t.barrier), a = sum;
		// CHECK: amp_result_3);
		// CHECK: amp_result_4);
		// CHECK: const int b = amp_result_3(amp_z, amp_y, amp_x), c = amp_result_4(amp_z, amp_y, amp_x){{ ?}}+ a;
		const int b = wait_for(sum, t.barrier), c = wait_for(me, t.barrier) + a;
		// CHECK: amp_result_5);
		// CHECK: if (amp_result_5(amp_z, amp_y, amp_x){{ ?}}> 3)
		if (wait_for(c, t.barrier) > 3)
			sum += b;
		v[t.global] = sum;
	});
}

// What is not: a call whose arguments have the value of the one in front of it, one behind something that may see what it
// stores, one that depends on a condition, and one whose branches change what all threads have in common.
// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct dependent_call_kernel
void dependent_call(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		const int a = wait_for(v[t.global], t.barrier), b = wait_for(a, t.barrier);
		v[t.global] = b;
	});
}
// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct call_behind_load_kernel
void call_behind_load(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		const int a = v[t.global], b = wait_for(1, t.barrier);
		v[t.global] = a + b;
	});
}
// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct call_within_condition_kernel
void call_within_condition(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		if (v[0] > 3 && wait_for(1, t.barrier) > 0)
			v[t.global] = 1;
	});
}
// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct common_count_kernel
void common_count(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		int n = 0;
		if (wait_for(v[t.global], t.barrier) > 0)
			n++;
		t.barrier.wait();
		v[t.global] = n;
	});
}
// CHECK-NOT: amp_run_tile

// The number of a thread in a tile of several rows.
// CHECK-LABEL: struct numbered_kernel
void numbered(array_view<int, 2> v)
{
	const int width = 16;
	parallel_for_each(v.extent.tile<4, 16>(), [=](tiled_index<4, 16> t) restrict(amp) {
		tile_static int sums[64];
		const int me = t.local[0] * width + t.local[1];
		sums[me] = v[t.global];
		for (int half = 32; half > 0; half /= 2) {
			t.barrier.wait();
			// CHECK: AMP_TILE_NARROW_FLAT(amp_range_1, 0, less, me, half, width);
			if (me < half)
				sums[me] += sums[me + half];
		}
		t.barrier.wait();
		// CHECK: AMP_TILE_NARROW_FLAT(amp_range_1, 0, equal, t.local[1] + t.tile_dim1 * t.local[0], 3, t.tile_dim1);
		if (t.local[1] + t.tile_dim1 * t.local[0] == 3)
			v[t.global] = sums[0];
	});
}

// A branch that all threads take alike is not in the loop over the threads that contains another loop.
// CHECK-LABEL: struct uniform_branch_kernel
void uniform_branch(array_view<int, 2> v, int skipped)
{
	parallel_for_each(v.extent.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
		tile_static int row[16];
		row[t.local[1]] = v[t.global];
		t.barrier.wait();
		int least = v[t.global];
		// CHECK: int amp_kept_least AMP_TILE_ARRAY;
		// CHECK: AMP_TILE_UNROLL for (int k = 0; k < 16; k++)
		for (int k = 0; k < 16; k++)
			least = least < row[k] ? least : row[k];
		// CHECK: amp_kept_least AMP_TILE_THREAD = least;
		// CHECK: if (t.tile[0] != skipped)
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: v[t.global] = least;
		if (t.tile[0] != skipped)
			v[t.global] = least;
	});
}
#endif

// What a region repeats has edges, too, if the region needs it; those of other dimensions are the same in a loop over a row.
// CHECK-LABEL: struct halo_kernel
void halo(array_view<float, 2> v)
{
	parallel_for_each(v.extent.tile<4, 16>(), [=](tiled_index<4, 16> t) restrict(amp) {
		tile_static float part[4][16];
		const int x = t.local[1], y = t.local[0];
		const int w = x == 0 ? 0 : x - 1, n = y == 0 ? 0 : y - 1;
		const int unused = x > 7 ? 1 : 2;
		part[y][x] = v[t.global];
		t.barrier.wait();
		// CHECK: part[y][x] = v[t.global];
		// CHECK: amp_exact = AMP_TILE_NARROW(amp_range_1, 1, unequal, x, 0);
		// CHECK: AMP_TILE_EDGES {
		// CHECK: const int w = x == 0 ? 0 : x - 1, n = y == 0 ? 0 : y - 1;
		// CHECK: AMP_TILE_LOOPS_IN(amp_range_1) {
		// CHECK: const int w = false? 0 : x - 1, n = y == 0 ? 0 : y - 1;
		// CHECK: v[t.global] = part[y][w] + part[n][x];
		v[t.global] = part[y][w] + part[n][x];
	});
}

// The comparison is in a declaration that regions repeat without the rest of its list: it is not replaced.
// CHECK-LABEL: struct named_edge_kernel
void named_edge(array_view<float> v)
{
	parallel_for_each(v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
		tile_static float part[16];
		const int x = t.local[0];
		const bool is_first = x == 0, is_large = v[t.global] > 9;
		part[x] = v[t.global];
		t.barrier.wait();
		// CHECK: const bool is_first = x == 0;
		// CHECK-NOT: AMP_TILE_EDGES
		// CHECK: v[t.global] = part[is_first ? 0 : x - 1] + is_large;
		v[t.global] = part[is_first ? 0 : x - 1] + is_large;
	});
}
