// An untiled kernel whose points all execute a loop of unknown length alike also has, in the host unit, that loop around
// loops over the points of a row, if these access consecutive elements; and of an if on the index, loops over the points for
// which it is true.
// RUN: %ampcc -std=c++17 --amp-save=%t -c %s -o %t.o
// RUN: sed -E '/[/][/] (CHECK|RUN)/d' %t/row_loops.amp.cpp | %FileCheck %s
#include <amp.h>
#include <amp_math.h>
using namespace concurrency;

typedef array_view<const float, 2> constants;
typedef array_view<float, 2> results;

// CHECK-LABEL: struct product_kernel
void product(constants a, constants b, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: const int row = i[0];
		// CHECK: float amp_kept_sum AMP_TILE_ARRAY;
		const int row = i[0];
		float sum = 0;
		// CHECK: for (int k = 0; k < a.extent[1]; k++)
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: sum += a(row, k) * b(k, i[1]);
		// CHECK: amp_kept_sum AMP_TILE_THREAD = sum;
		for (int k = 0; k < a.extent[1]; k++)
			sum += a(row, k) * b(k, i[1]);
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: c[i] = sum;
		c[i] = sum;
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct known_length_kernel
void known_length(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		float sum = 0;
		for (int k = 0; k < 4; k++)
			sum += a(k, i[1]);
		c[i] = sum;
	});
}

// Too long to be unrolled, up and down.
// CHECK-LABEL: struct known_to_be_long_kernel
void known_to_be_long(constants a, results c)
{
	const int n = 100;
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: for (int k = 0; k < n; k++)
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: for (int k = n; 0 < k; k--)
		// CHECK: AMP_TILE_LOOPS {
		float sum = 0;
		for (int k = 0; k < n; k++)
			sum += a(k, i[1]);
		for (int k = n; 0 < k; k--)
			sum *= a(k, i[1]);
		c[i] = sum;
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct down_columns_kernel
void down_columns(constants a, array_view<float> sums)
{
	parallel_for_each(sums.extent, [=](index<1> i) restrict(amp) {
		float sum = 0;
		for (int k = 0; k < a.extent[1]; k++)
			sum += a(i[0], k);
		sums[i] = sum;
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct indirect_kernel
void indirect(array_view<const int> places, array_view<const float> a, array_view<float> sums)
{
	parallel_for_each(sums.extent, [=](index<1> i) restrict(amp) {
		float sum = 0;
		for (int k = 0; k < places.extent[0]; k++)
			sum += a[places[k] + i[0]];
		sums[i] = sum;
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct unlike_kernel
void unlike(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		float sum = 0;
		for (int k = 0; k < i[1]; k++)
			sum += a(k, i[1]);
		c[i] = sum;
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct branches_kernel
void branches(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		float sum = 0;
		for (int k = 0; k < a.extent[0]; k++) {
			if (a(k, i[1]) < 0)
				break;
			sum += fast_math::sqrtf(a(k, i[1]));
		}
		c[i] = sum;
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct alike_in_rows_kernel
void alike_in_rows(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: for (int k = 0; k <= i[0]; k++)
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: sum += a[k][i[1]];
		float sum = 0;
		for (int k = 0; k <= i[0]; k++)
			sum += a[k][i[1]];
		c[i] = sum;
	});
}

// CHECK-LABEL: struct inside_kernel
void inside(constants a, results c, bool on)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: amp_exact = AMP_TILE_WHERE(amp_range_1, row > 0) && AMP_TILE_WHERE(amp_range_1, row < a.extent[0] - 1) && AMP_TILE_NARROW(amp_range_1, 1, greater_equal, i[1], 1) && AMP_TILE_WHERE(amp_range_1, on);
		// CHECK: if (amp_exact && AMP_TILE_IS_WHOLE(amp_range_1)) {
		// CHECK-NEXT: AMP_TILE_LOOPS {
		// CHECK: c[i] = a(row - 1, i[1]) + a(row + 1, i[1]) + a(row, i[1] - 1);
		const int row = i[0];
		if (row > 0 && row < a.extent[0] - 1 && i[1] >= 1 && on)
			c[i] = a(row - 1, i[1]) + a(row + 1, i[1]) + a(row, i[1] - 1);
	});
}

// A loop in an if, and behind conditions on which points leave.
// CHECK-LABEL: struct guarded_kernel
void guarded(constants a, constants b, results c, int n)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: amp_exact = AMP_TILE_WHERE(amp_range_1, i[0] < n) && AMP_TILE_NARROW(amp_range_1, 1, less, i[1], n);
		// CHECK: if (!AMP_TILE_IS_EMPTY(amp_then_1))
		// CHECK: for (int k = 0; k < n; k++)
		// CHECK: AMP_TILE_LOOPS_IN(amp_then_1) {
		// CHECK: sum += a(i[0], k) * b(k, i[1]);
		float sum = 0;
		if (i[0] < n && i[1] < n) {
			for (int k = 0; k < n; k++)
				sum += a(i[0], k) * b(k, i[1]);
		}
		// CHECK: amp_exact = AMP_TILE_NARROW(amp_range_1, 1, equal, i[1], 0);
		// CHECK: AMP_TILE_LOOPS_IN(amp_then_1) {
		// CHECK: c[i] = 0;
		// CHECK: const AMP_TILE_RANGE [[REST:amp_rest_[0-9]+]] = AMP_TILE_BESIDE(amp_range_0, amp_then_1);
		// CHECK-NEXT: if (AMP_TILE_IS_EMPTY([[REST]]))
		// CHECK-NEXT: continue;
		// CHECK: if (i[0] == 0) {
		// CHECK: AMP_TILE_LOOPS_IN([[REST]]) {
		// CHECK: c[i] = 0;
		// CHECK: } else {
		// CHECK: amp_range_0 = [[REST]]
		// CHECK: amp_exact = AMP_TILE_NARROW(amp_range_1, 1, greater_equal, i[1], n);
		if (i[1] == 0 || i[0] == 0 || i[1] >= n) {
			c[i] = 0;
			return;
		}
		// CHECK: AMP_TILE_LOOPS_IN(amp_rest_
		// CHECK: c[i] = sum;
		c[i] = sum;
		// CHECK: AMP_TILE_LOOPS_END
	});
}

// Points may leave by what they read, or all change a variable behind the condition.
// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct leaves_by_data_kernel
void leaves_by_data(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		if (i[1] == 0 || a(i) < 0)
			return;
		c[i] = a(i);
	});
}

// CHECK-NOT: amp_rest_
// CHECK-LABEL: struct counted_kernel
void counted(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		int n = 0;
		for (int k = 0; k < a.extent[0]; k++)
			c[i] += a(k, i[1]);
		if (i[1] == 0)
			return;
		n += 2;
		c[i] += n;
	});
}

// CHECK-NOT: amp_rest_
// Nothing on the index; what is not vectorized; distant elements; what may divide by 0 in no point.
// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct uniform_kernel
void uniform(constants a, results c, bool on)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		if (on)
			c[i] = a(i);
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct if_in_if_kernel
void if_in_if(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		if (i[1] > 0) {
			if (a(i) > 0)
				c[i] = a(i);
		}
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct column_if_kernel
void column_if(constants a, array_view<float> sums)
{
	parallel_for_each(sums.extent, [=](index<1> i) restrict(amp) {
		if (i[0] > 0)
			sums[i] = a(i[0], 0);
	});
}

// CHECK-NOT: amp_run_tile
// CHECK-LABEL: struct divided_kernel
void divided(constants a, results c, int n)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		if (n > 0 && i[1] < 9 / n)
			c[i] = a(i);
		// CHECK: end of the kernels
	});
}
const char end[] = "end of the kernels";

// A function object whose type is a template's parameter.
// CHECK-LABEL: struct applied_kernel
template <typename T, typename Op> void applied(array_view<const T, 2> a, array_view<T> sums, Op op)
{
	parallel_for_each(sums.extent, [=](index<1> i) restrict(amp) {
		// CHECK: amp_run_tile
		// CHECK: for (int k = 0; k < a.extent[0]; k++)
		// CHECK: AMP_TILE_LOOPS {
		// CHECK: sums[i] = op(sums[i], a(k, i[0]));
		for (int k = 0; k < a.extent[0]; k++)
			sums[i] = op(sums[i], a(k, i[0]));
		// CHECK: AMP_TILE_LOOPS_END
	});
}

// A comparison that chooses an index is true away from the edges, or false, in a loop over the points there; those at the edges
// have one of their own.
// CHECK-LABEL: struct clamped_kernel
void clamped(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		// CHECK: amp_exact = AMP_TILE_NARROW(amp_range_1, 1, greater, x, 0) && AMP_TILE_NARROW(amp_range_1, 1, less, x + 1, c.extent[1]) && AMP_TILE_NARROW(amp_range_1, 1, unequal, i[1], 3);
		// CHECK: AMP_TILE_SINGLE(amp_range_1, false);
		// CHECK-NEXT: if (AMP_TILE_IS_WHOLE(amp_range_1)) {
		// CHECK-NEXT: AMP_TILE_LOOPS {
		// CHECK: const int w = true? x - 1 : x, e = !(false) && i[0] > 0 ? x + 1 : x;
		// CHECK: AMP_TILE_EDGES {
		// CHECK-NEXT: const AMP_TILE_RANGE amp_edge = AMP_TILE_BESIDE(amp_range_0, amp_range_1);
		// CHECK-NEXT: AMP_TILE_LOOPS_IN(amp_edge) {
		// CHECK: const int w = x > 0 ? x - 1 : x, e = !(c.extent[1] <= x + 1) && i[0] > 0 ? x + 1 : x;
		// CHECK: AMP_TILE_LOOPS_IN(amp_range_1) {
		// CHECK: const int w = true? x - 1 : x, e = !(false) && i[0] > 0 ? x + 1 : x;
		// CHECK: c[i] = a(i[0], w) + a(i[0], e) + a(i[0], true? x : 4);
		const int x = i[1];
		const int w = x > 0 ? x - 1 : x, e = !(c.extent[1] <= x + 1) && i[0] > 0 ? x + 1 : x;
		c[i] = a(i[0], w) + a(i[0], e) + a(i[0], i[1] != 3 ? x : 4);
	});
}

static int within(int x, int low, int n) restrict(amp)
{
	if (x < low)
		return low;
	return x >= n ? n - 1 : x;
}

// Away from the edges, a call has the argument that the function returns there, also in all iterations of a loop; rows at the edges
// are like points there.
// CHECK-LABEL: struct limited_kernel
void limited(constants a, results c, int n)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		// CHECK: amp_exact = AMP_TILE_WHERE(amp_range_1, !((i[0]) < (0))) && AMP_TILE_WHERE(amp_range_1, !((i[0]) >= (n))) &&
		// CHECK-SAME: AMP_TILE_NARROW(amp_range_1, 1, greater_equal, (((i[1]) + (-2)) - (1)), (0)) && AMP_TILE_NARROW(amp_range_1, 1, greater_equal, (((i[1]) + (2)) - (1)), (0)) &&
		// CHECK-SAME: AMP_TILE_NARROW(amp_range_1, 1, less, (((i[1]) + (-2)) - (1)), (n)) &&
		// CHECK-SAME: AMP_TILE_NARROW(amp_range_1, 1, less_equal, i[1], n);
		// CHECK: AMP_TILE_LOOPS_IN(amp_range_1) {
		// CHECK: c[i] += a((int)(i[0]), (int)(i[1] + d - 1));
		// CHECK: c[i] += a(i[0], (int)(i[1]));
		for (int d = -2; d <= 2; d++)
			c[i] += a(within(i[0], 0, n), within(i[1] + d - 1, 0, n));
		c[i] += a(i[0], direct3d::imin(n, i[1]));
	});
}

// Without an index that a comparison chooses, compilers can execute both sides.
// CHECK-NOT: AMP_TILE_EDGES
// CHECK-LABEL: struct value_kernel
void value(constants a, results c)
{
	parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
		c[i] = i[1] > 0 ? a(i) : 0.0f;
		// CHECK: end of value
	});
	const char end[] = "end of value";
	(void)end;
}

// The points that are taken at once have the same quotient of the index, and remainders that grow by one.
// CHECK-LABEL: struct divisions_kernel
void divisions(array_view<const float> a, array_view<float> b, int width)
{
	const int small = 3;
	parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {
		// CHECK: const int amp_quotient_0 = (i[0]) / (width), amp_rest_0 = (i[0]) % (width);
		// CHECK-NEXT: const int amp_quotient_3 = Concurrency::details::row_rest((i[0]), (width)) / (16), amp_rest_3 =
		// CHECK-NEXT: const int row = amp_quotient_0;
		// CHECK: int column = (amp_rest_0 + amp_x);
		// CHECK: b[at] = a[row * width + (amp_rest_0 + amp_x)] + amp_quotient_3+ at % small + i[0] / unit;
		// CHECK: bool amp_segment(index<1> i, int amp_first, int &amp_end) const
		// CHECK: return Concurrency::details::row_segment((i[0]), (width), amp_first, amp_end) && Concurrency::details::row_segment(Concurrency::details::row_rest((i[0]), (width)), (16), amp_first, amp_end);
		const int at = i[0], row = at / width;
		int column = at % width;
		int unit = 20;
		unit += column;
		b[at] = a[row * width + at % width] + at % width / 16 + at % small + i[0] / unit;
	});
}
