// What a kernel does with a view is said only where it is certain: read, or each
// thread writes the element at its index.
// RUN: %emit | %FileCheck %s
#include <amp.h>
using namespace concurrency;

// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(w, AMP_ACCESS_READ);
void copied(array_view<float, 1> v, array_view<float, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = w[i]; });
}

// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(m, AMP_ACCESS_WRITE);
void components(array_view<float, 1> v, array_view<float, 2> m)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i[0]] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v(i) = 1; });
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) { m(i[0], i[1]) = 1; });
}

// What is cast to void is not used.
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(w, AMP_ACCESS_READ);
void discarded(array_view<float, 1> v, array_view<float, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { (void)i, (void)v, (void)w[i]; v[i] = w[i]; });
}

// Elsewhere:
// CHECK: visit(v);
// CHECK: visit(v);
// CHECK: visit(v);
// CHECK: visit(m);
// CHECK: visit(m);
void elsewhere(array_view<float, 1> v, array_view<float, 2> m)
{
	const index<1> one(1);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i % 2] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i + one] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i[0] / 2] = 1; });
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) { m(i[1], i[0]) = 1; });
	parallel_for_each(m.extent, [=](index<2> i) restrict(amp) { m[i[0]][0] = 1; });
}

// By tiles:
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(m, AMP_ACCESS_WRITE);
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(v);
// CHECK: visit(v);
void tiled(array_view<float, 1> v, array_view<float, 2> m)
{
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i.global] = 1; });
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i.global[0]] = 1; });
	parallel_for_each(m.extent.tile<4, 4>(), [=](tiled_index<4, 4> i) restrict(amp) {
		m(i.global[0], i.global[1]) = 1;
	});
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i] = 1; });
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i.local] = 1; });
	parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { v[i.tile] = 1; });
}

// A thread's index is the sum of its tile's origin and its index in the tile:
// CHECK-LABEL: struct by_tiles_kernel_1
// CHECK: visit(to, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct by_tiles_kernel_2
// CHECK: visit(to, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct by_tiles_kernel_3
// CHECK: visit(to, AMP_ACCESS_WRITE);
// CHECK: visit(row, AMP_ACCESS_WRITE);
void by_tiles(array_view<float, 2> to, array_view<float, 1> row)
{
	parallel_for_each(to.extent.tile<8, 4>(), [=](tiled_index<8, 4> t) restrict(amp) {
		const index<2> local = t.local;
		int y = t.tile_origin[0] + local[0], column = t.tile[1];
		to(y, t.local[1] + 4 * column) = 1;
	});
	parallel_for_each(to.extent.tile<8, 4>(), [=](tiled_index<8, 4> t) restrict(amp) {
		const unsigned y = t.tile[0] * 8u + (unsigned)t.local[0];
		to[index<2>(y, t.tile[1] * 4 + t.local[1])] = 1;
	});
	parallel_for_each(to.extent.tile<8, 4>(), [=](tiled_index<8, 4> t) restrict(amp) {
		to(t.tile_origin[0] + t.local[0], t.tile_origin[1] + t.local[1]) = 1;
	});
	parallel_for_each(row.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		row[t.tile[0] * 64 + t.local[0]] = 1;
	});
}

// Not of another dimension or tile, with another factor, or after a change:
// CHECK-LABEL: struct not_by_tiles_kernel_1
// CHECK-COUNT-5: visit({{[a-e]}});
void not_by_tiles(array_view<float, 2> a, array_view<float, 2> b, array_view<float, 2> c, array_view<float, 2> d,
                  array_view<float, 2> e)
{
	parallel_for_each(a.extent.tile<8, 4>(), [=](tiled_index<8, 4> t) restrict(amp) {
		int x = t.local[1];
		const int y = t.tile_origin[0] + t.local[0];
		a(y, t.tile_origin[0] + x) = 1;
		b(y, t.tile[1] * 8 + t.local[1]) = 1;
		c(y, t.tile_origin[1] - x) = 1;
		d(y, t.tile_origin[1] + (t.local[1] & 3)) = 1;
		if (x > 2)
			x = 2;
		e(y, t.tile_origin[1] + x) = 1;
	});
}

// Not all threads, or not all of the element:
// CHECK: visit(v);
// CHECK: visit(v);
// CHECK: visit(v);
void partly(array_view<float, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { if (i[0] > 2) v[i] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		if (i[0] > 2)
			return;
		v[i] = 1;
	});
}

// A part of an element is not the element, whether a member or an array in it:
// CHECK-LABEL: struct parts_kernel_1
// CHECK: visit(v);
// CHECK-LABEL: struct parts_kernel_2
// CHECK: visit(v);
// CHECK-LABEL: struct parts_kernel_3
// CHECK: visit(w, AMP_ACCESS_WRITE);
// CHECK: visit(v, AMP_ACCESS_READ);
struct element {
	int part, parts[2];
};
void parts(array_view<element, 1> v, array_view<element, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i].part = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i].parts[1] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { w[i] = v[i + v[i].parts[0]]; });
}

// The element is written before it is read:
// CHECK-LABEL: struct accumulated_kernel_1
// CHECK: visit(c, AMP_ACCESS_WRITE);
// CHECK: visit(a, AMP_ACCESS_READ);
// CHECK-LABEL: struct accumulated_kernel_2
// CHECK: visit(c);
// CHECK-LABEL: struct accumulated_kernel_3
// CHECK: visit(c);
// CHECK-LABEL: struct accumulated_kernel_4
// CHECK: visit(c);
void accumulated(array_view<float, 2> a, array_view<float, 2> c)
{
	parallel_for_each(c.extent, [=](index<2> at) restrict(amp) {
		const int row = at[0], column = at[1];

		c[at] = 0;
		for (int k = 0; k < a.extent[1]; k++)
			c(row, column) += a(row, k) * a[k][column];
	});
	parallel_for_each(c.extent, [=](index<2> at) restrict(amp) {
		for (int k = 0; k < 3; k++)
			c[at] = 0; // as often as the loop goes
		c[at] += 1;
	});
	parallel_for_each(c.extent, [=](index<2> at) restrict(amp) {
		c[at] = 0;
		c[at] = c(at[1], at[0]); // another thread's
	});
	parallel_for_each(c.extent, [=](index<2> at) restrict(amp) {
		int row = at[0];

		row += 1;
		c(row, at[1]) = 0;
	});
}

// On all paths, or not:
// CHECK-LABEL: struct paths_kernel_1
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct paths_kernel_2
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct paths_kernel_3
// CHECK: visit(v);
// CHECK-LABEL: struct paths_kernel_4
// CHECK: visit(v);
// CHECK-LABEL: struct paths_kernel_5
// CHECK: visit(v);
// CHECK-LABEL: struct paths_kernel_6
// CHECK: visit(v);
// CHECK-LABEL: struct paths_kernel_7
// CHECK: visit(v);
void paths(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		if (i[0] > 2)
			v[i] = 1;
		else
			v[i] = 2;
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		if (i[0] > 2) {
			v[i] = 1;
			return;
		}
		v[i] = 2;
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { i[0] > 2 && (v[i] = 1); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { i[0] > 2 ? (v[i] = 1) : 0; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		switch (i[0]) {
		case 1:
			v[i] = 1;
			break;
		default:
			v[i] = 2;
		}
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		switch (i[0]) {
		case 1:
			v[i] = 1;
		case 2:
			v[i] += 1;
		}
		v[i] = 3;
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = v[i] + 1; });
}

// Copies of a view, references to it and to elements are followed, into functions,
// too:
static void store(const array_view<int, 1> &to, index<1> at, int value) restrict(amp)
{
	to[at] = value;
}
static void store_some(array_view<int, 1> to, index<1> at) restrict(amp)
{
	if (at[0] > 2)
		to[at] = 1;
}
static int load(array_view<int, 1> from, int at) restrict(amp) { return from[at]; }
static void increase(int &element) restrict(amp) { element++; }
static array_view<int, 1> same(array_view<int, 1> v) restrict(amp) { return v; }
// CHECK-LABEL: struct aliases_kernel_1
// CHECK: visit(w, AMP_ACCESS_READ);
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct aliases_kernel_2
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(w, AMP_ACCESS_READ);
// CHECK-LABEL: struct aliases_kernel_3
// CHECK: visit(v);
// CHECK-LABEL: struct aliases_kernel_4
// CHECK: visit(v);
// CHECK-LABEL: struct aliases_kernel_5
// CHECK: visit(v);
// CHECK-LABEL: struct aliases_kernel_6
// CHECK: visit(v);
// CHECK-LABEL: struct aliases_kernel_7
// CHECK: visit(v);
// CHECK-LABEL: struct aliases_kernel_8
// CHECK: visit(v);
// CHECK: visit(w);
// CHECK-LABEL: struct aliases_kernel_9
// CHECK: visit(v);
// CHECK-LABEL: struct aliases_kernel_10
// CHECK: visit(v);
void aliases(array_view<int, 1> v, array_view<int, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		const auto copy = w;
		const index<1> at = i;

		store(v, at, load(copy, i[0] + 1));
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int &element = v[i];

		element = w.section(1, 2)[i];
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { store_some(v, i); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { store(v, i + 1, 2); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { increase(v[i]); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { int *p = &v[i]; *p = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { same(v)[i] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) mutable restrict(amp) {
		v = w;
		v[i] = 1;
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		auto inner = [=](int at) { v[at] = 1; };
		inner(3);
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v.section(1, 2)[i] = 1; });
}

// The index is not what it was:
// CHECK-LABEL: struct indices_kernel_1
// CHECK: visit(v);
// CHECK-LABEL: struct indices_kernel_2
// CHECK: visit(v);
// CHECK-LABEL: struct indices_kernel_3
// CHECK: visit(v);
// CHECK-LABEL: struct indices_kernel_4
// CHECK: visit(v, AMP_ACCESS_WRITE);
static void next(index<1> &i) restrict(amp) { ++i; }
void indices(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { i[0]++; v[i] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { next(i); v[i] = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		index<1> &same = i;

		same = index<1>(3);
		v[i] = 1;
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		index<1> copy = i;

		next(copy);
		v[i] = copy[0];
	});
}

// What is in an object inside of the kernel is used by the kernel as it likes:
// CHECK-LABEL: struct captured_kernel_1
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK-LABEL: struct captured_kernel_2
// CHECK: visit(kernel);
// CHECK-LABEL: struct captured_kernel_3
// CHECK: visit(p.to, AMP_ACCESS_WRITE);
// CHECK: visit(p.from, AMP_ACCESS_READ);
// CHECK-LABEL: struct captured_kernel_4
// CHECK: visit(p);
// CHECK-LABEL: struct captured_kernel_5
// CHECK: visit.run(kernel);
// CHECK-LABEL: struct captured_kernel_6
// CHECK: visit(kernel);
// CHECK-LABEL: struct captured_kernel_7
// CHECK: visit(kernel);
struct pair_of_views {
	array_view<int, 1> to, from;
};
static void both(pair_of_views &p) restrict(amp) { p.to = p.from; }
void captured(array_view<int, 1> v)
{
	const auto kernel = [=](index<1> i) restrict(amp) { v[i] = 1; };
	pair_of_views p = {v, v};

	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { kernel(i / 2); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { p.to[i] = p.from[i + 1]; });
	parallel_for_each(v.extent, [=](index<1> i) mutable restrict(amp) {
		both(p);
		p.to[i] = 1;
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { kernel(i); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { if (i[0] > 2) kernel(i); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { kernel(i); kernel(i + 1); });
}

// What assigns is asked of the template's definition, not of a declaration before it:
template <typename T> struct total;
typedef total<int> totals;
template <typename T> struct total {
	T value;
	total &operator=(const total &other) restrict(cpu, amp)
	{
		value += other.value;
		return *this;
	}
};
// CHECK-LABEL: struct add_totals_kernel_1
// CHECK: visit(to);
// CHECK: visit(from);
void add_totals(array_view<totals, 1> to, array_view<totals, 1> from)
{
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { to[i] = from[i]; });
}

// An element that a condition chooses is one as it is without parentheses; its value is only read.
// CHECK-LABEL: struct chosen_kernel_1
// CHECK: visit(v);
// CHECK: visit(w);
// CHECK-LABEL: struct chosen_kernel_2
// CHECK: visit(v);
// CHECK: visit(w);
// CHECK-LABEL: struct chosen_kernel_3
// CHECK: visit(w);
// CHECK: visit(v, AMP_ACCESS_READ);
void chosen(array_view<int, 1> v, array_view<int, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { (i[0] > 2 ? v[i] : w[i]) = 1; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { (i[0] > 2 ? v[i] : w[i])++; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { w[i] += (i[0] > 2 ? v[i] : w[i]); });
}

// A reference is no read, though libclang shows the end of temporary objects, such as those of
// m[i][k], like a conversion.
int &at(const array_view<int, 2> &m, int i, int k) restrict(amp) { return m[i][k]; }
int value_at(const array_view<int, 2> &m, int i, int k) restrict(amp) { return m[i][k]; }
// CHECK-LABEL: struct referred_kernel_1
// CHECK: visit(v);
// CHECK-LABEL: struct referred_kernel_2
// CHECK: visit(v);
// CHECK-LABEL: struct referred_kernel_3
// CHECK: visit(v, AMP_ACCESS_READ);
// CHECK: visit(w);
// CHECK-LABEL: struct referred_kernel_4
// CHECK: visit(w);
// CHECK: visit(v, AMP_ACCESS_READ);
void referred(array_view<int, 2> v, array_view<int, 2> w)
{
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { int &r = v[i[0]][i[1]]; r = 1; });
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { at(v, i[0], i[1]) = 1; });
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
		const int &r = v[i[0]][i[1]];
		w[i[0]][i[1]] = r;
	});
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
		w[i[0]][i[1]] = value_at(v, i[0], i[1]);
	});
}

// The value of a statement expression is read, or referred to, by what it stands in.
// CHECK-LABEL: struct statement_expressions_kernel_1
// CHECK: visit(v);
// CHECK-LABEL: struct statement_expressions_kernel_2
// CHECK: visit(v);
// CHECK-LABEL: struct statement_expressions_kernel_3
// CHECK: visit(v, AMP_ACCESS_WRITE);
void statement_expressions(array_view<int> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = ({ int k = i[0]; k++; (v(i)); }); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = ({
			if (v[i] > 2)
				return;
			3;
		});
	});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = ({ int k = i[0]; k + 1; }); });
}

// In code for both the CPU and amp, the AST calls the overload for the CPU:
inline int change(int &x) restrict(cpu) { return x; }
inline int change(int &x) restrict(amp)
{
	x = 1;
	return x;
}
inline int change_both(int &x) restrict(cpu, amp) { return change(x); }
void overloaded(array_view<int, 1> v, array_view<int, 1> w)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		change(v[i]);
		change_both(w[i]);
	});
}
// CHECK-LABEL: struct overloaded_kernel_1_{{.*}} {
// CHECK: visit(v, AMP_ACCESS_WRITE);
// CHECK: visit(w);
