// Untiled kernels whose loops are around loops over the points of a row on the CPU accelerator: rows that are longer and
// shorter than the number of points that are taken at once, and kernels whose loops stay where they are.
// options: -O1
#include "../check.h"
#include <amp.h>
#include <algorithm>
#include <vector>
using namespace concurrency;

static const int ROWS = 5, COLUMNS = 150, DEPTH = 7;

struct matrix {
	std::vector<int> data;
	int columns;
	matrix(int rows, int columns) : data(rows * columns), columns(columns)
	{
		for (std::size_t i = 0; i < data.size(); i++)
			data[i] = static_cast<int>(i * i % 97) - 30;
	}
	int &operator()(int row, int column) { return data[row * columns + column]; }
	array_view<int, 2> view() { return array_view<int, 2>(static_cast<int>(data.size()) / columns, columns, data); }
};

static int larger(int a, int b) restrict(cpu, amp)
{
	return a > b ? a : b;
}

static void products()
{
	matrix a(ROWS, DEPTH), b(DEPTH, COLUMNS), c(ROWS, COLUMNS), d(ROWS, COLUMNS);
	const array_view<int, 2> av = a.view(), bv = b.view(), cv = c.view(), dv = d.view();
	const array_view<int> flat(DEPTH * COLUMNS, b.data);
	parallel_for_each(cv.extent, [=](index<2> i) restrict(amp) {
		const int row = i[0], column = i[1], columns = bv.extent[1];
		int sum = 0, most = -1000, turns = 0;
		for (int k = 0; k < av.extent[1]; k++) {
			const int here = flat[k * columns + column];
			sum += av(row, k) * bv(k, column) + bv[k][column] + bv[index<2>(k, i[1])];
			for (int n = 0; n < 3; n++) // of known length
				sum += n * here;
			most = larger(most, here);
			turns++;
		}
		cv[i] = sum;
		if (column > 2 && column < columns - 1)
			dv[i] = most * turns;
	});
	cv.synchronize();
	dv.synchronize();
	for (int row = 0; row < ROWS; row++) {
		for (int column = 0; column < COLUMNS; column++) {
			int sum = 0, most = -1000;
			for (int k = 0; k < DEPTH; k++) {
				sum += a(row, k) * b(k, column) + 5 * b(k, column);
				most = larger(most, b(k, column));
			}
			CHECK(c(row, column) == sum);
			CHECK(d(row, column) == (column > 2 && column < COLUMNS - 1 ? most * DEPTH : matrix(ROWS, COLUMNS)(row, column)));
		}
	}
}

// Of all points at most `radius` away, whose number is the same in all points of a row, since that has a border.
template <typename T> static void window(int radius)
{
	const int columns = COLUMNS - 2 * radius;
	std::vector<T> from(ROWS * COLUMNS), to(ROWS * columns);
	for (int i = 0; i < ROWS * COLUMNS; i++)
		from[i] = static_cast<T>(i % 41);
	const array_view<const T, 2> in(ROWS, COLUMNS, from);
	const array_view<T, 2> out(ROWS, columns, to);
	parallel_for_each(out.extent, [=](index<2> i) restrict(amp) {
		const int top = i[0] > radius ? i[0] - radius : 0;
		const int end = i[0] + radius < in.extent[0] ? i[0] + radius + 1 : in.extent[0];
		T sum = 0;
		for (int y = top; y < end; ++y)
			for (int x = 0; x <= 2 * radius; x += 1)
				sum += in(y, i[1] + x);
		out[i] = sum;
	});
	out.synchronize();
	for (int row = 0; row < ROWS; row++) {
		for (int column = 0; column < columns; column++) {
			T sum = 0;
			for (int y = row > radius ? row - radius : 0; y <= row + radius && y < ROWS; y++)
				for (int x = 0; x <= 2 * radius; x++)
					sum += from[y * COLUMNS + column + x];
			CHECK(to[row * columns + column] == sum);
		}
	}
}

// In place, by a function object; its points are all in one row.
struct running {
	array_view<int, 2> v;
	int most;
	void operator()(index<1> i) const restrict(amp)
	{
		for (int k = 1; k < most; k++)
			v(k, i[0]) += v(k - 1, i[0]);
	}
};

static void in_place()
{
	matrix m(ROWS, COLUMNS), expected(ROWS, COLUMNS);
	const running f = {m.view(), ROWS};
	parallel_for_each(extent<1>(COLUMNS), f);
	f.v.synchronize();
	for (int row = 1; row < ROWS; row++)
		for (int column = 0; column < COLUMNS; column++)
			expected(row, column) += expected(row - 1, column);
	CHECK(m.data == expected.data);
}

// Each point has its own number of iterations, leaves on its own, or changes its index.
static void alone()
{
	matrix m(ROWS, COLUMNS);
	std::vector<int> results(4 * COLUMNS);
	const array_view<int, 2> v = m.view(), out(4, COLUMNS, results);
	parallel_for_each(extent<1>(COLUMNS), [=](index<1> i) restrict(amp) {
		int sum = 0;
		for (int k = 0; k < i[0] % ROWS; k++)
			sum += v(k, i[0]);
		out(0, i[0]) = sum;
	});
	parallel_for_each(extent<1>(COLUMNS), [=](index<1> i) restrict(amp) {
		if (v(0, i[0]) < 0)
			return;
		int sum = 0;
		for (int k = 0; k < v.extent[0]; k++)
			sum += v(k, i[0]);
		out(1, i[0]) = sum;
	});
	parallel_for_each(extent<1>(COLUMNS), [=](index<1> i) restrict(amp) {
		const int column = i[0];
		int sum = 0;
		for (int k = 0; k < v.extent[0]; k++) {
			sum += v(k, column) * i[0];
			i[0]++;
		}
		out(2, column) = sum;
	});
	parallel_for_each(extent<1>(COLUMNS), [=](index<1> i) restrict(amp) {
		int last[2] = {0, 0}, n = v(0, i[0]) > 0 ? 1 : 0;
		for (int k = n; k < v.extent[0]; k++)
			last[k % 2] += v(k, i[0]);
		out(3, i[0]) = last[0] - last[1];
	});
	out.synchronize();
	for (int column = 0; column < COLUMNS; column++) {
		int first = 0, all = 0, weighted = 0, last[2] = {0, 0};
		for (int k = 0; k < ROWS; k++) {
			first += k < column % ROWS ? m(k, column) : 0;
			all += m(k, column);
			weighted += m(k, column) * (column + k);
			last[k % 2] += k > 0 || m(0, column) <= 0 ? m(k, column) : 0;
		}
		CHECK(results[column] == first);
		CHECK(results[COLUMNS + column] == (m(0, column) < 0 ? 0 : all));
		CHECK(results[2 * COLUMNS + column] == weighted);
		CHECK(results[3 * COLUMNS + column] == last[0] - last[1]);
	}
}

// Function objects whose types are a template's parameters: one reads a view and changes the number that it gets, one has a state
// of its own in each point.
struct adds {
	array_view<const int, 2> v;
	int operator()(int &from, int row, int column) const restrict(amp) { return from++ + v(row, column); }
};

struct counts {
	int n;
	int operator()(int by) restrict(amp) { return n += by; }
};

template <typename Add, typename Count> static void apply(array_view<int, 2> out, Add add, Count count, int rows)
{
	parallel_for_each(extent<1>(out.extent[1]), [=](index<1> i) restrict(amp) {
		Count own = count;
		const int column = i[0];
		int last = column % 3;
		for (int k = 0; k < rows; k++) {
			const int row = k;
			out(0, column) += add(last, row, column);
			out(1, column) += own(last);
		}
		out(2, column) = last;
	});
}

static void objects()
{
	matrix m(ROWS, COLUMNS), out(3, COLUMNS), expected(3, COLUMNS);
	const array_view<int, 2> ov = out.view();
	apply(ov, adds{m.view()}, counts{2}, ROWS);
	ov.synchronize();
	for (int x = 0; x < COLUMNS; x++) {
		int last = x % 3, n = 2;
		for (int k = 0; k < ROWS; k++) {
			expected(0, x) += last++ + m(k, x);
			expected(1, x) += n += last;
		}
		expected(2, x) = last;
	}
	CHECK(out.data == expected.data);
}

// Ifs on the index with an else, beside a loop; far wraps around.
static void sides(int width, int end)
{
	std::vector<int> data(3 * width), more(width, 2);
	array_view<int, 2> v(3, width, data);
	const array_view<const int> from(width, more);
	const unsigned far = 0u - 3;
	parallel_for_each(v.extent, [=](index<2> i) restrict(amp) {
		int sum = 0;
		for (int k = 0; k < from.extent[0]; k++)
			sum += from[k];
		if (i[1] < end)
			v[i] = sum;
		else if (i[0] == 1 && i[1] >= 64)
			v[i] = 1;
		else if (i[1] + far < 5u)
			v[i] = -1;
		else
			v[i] = 0;
	});
	v.synchronize();
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < width; x++)
			CHECK(data[y * width + x] == (x < end ? 2 * width : y == 1 && x >= 64 ? 1 : x + far < 5u ? -1 : 0));
}

// Ifs on the index and on what all points of a row have alike; beside them, a loop in which nothing is cut.
static void inside(int rows, int columns, int border, bool on, unsigned most)
{
	std::vector<int> from(rows * columns), to(rows * columns, -1), more(rows * columns);
	for (int i = 0; i < rows * columns; i++)
		from[i] = i * i % 89;
	const array_view<const int, 2> a(rows, columns, from);
	const array_view<int, 2> b(rows, columns, to), c(rows, columns, more);
	parallel_for_each(b.extent, [=](index<2> i) restrict(amp) {
		const int row = i[0], column = i[1];
		int last = a[i];
		if (row >= border && on && row < rows - border && column >= border && column < columns - border)
			b[i] = a(row - border, column) + a(row, column + border) + (border > 0 ? a(row, column - border) : 0);
		else if (row + 1 == rows)
			b[i] = last;
		if (row % 2 == 1 && static_cast<unsigned>(column) - 1 < most) {
			last *= 2;
			c[i] = last;
		} else if (row == 0 && column > 2147483647 - border) {
			c[i] = 7;
		}
	});
	b.synchronize();
	c.synchronize();
	for (int row = 0; row < rows; row++) {
		for (int column = 0; column < columns; column++) {
			const int i = row * columns + column;
			const bool is_inside = row >= border && on && row < rows - border && column >= border && column < columns - border;
			CHECK(to[i] == (is_inside           ? from[i - border * columns] + from[i + border] + (border > 0 ? from[i - border] : 0)
			                : row + 1 == rows ? from[i]
			                                  : -1));
			CHECK(more[i] == (row % 2 == 1 && static_cast<unsigned>(column) - 1 < most   ? 2 * from[i]
			                  : row == 0 && column > 2147483647 - border ? 7
			                                                                            : 0));
		}
	}
}

// Points that leave on conditions on the index, in front of loops and behind them; loops in ifs; 9 / by and 9 % by, which no point
// evaluates if by is 0.
static void guards(int columns, int first, int last, int by)
{
	matrix a(ROWS, columns), b(ROWS, columns), c(2, columns);
	const matrix before = b, before_c = c;
	const array_view<int, 2> av = a.view(), bv = b.view(), cv = c.view();
	parallel_for_each(bv.extent, [=](index<2> i) restrict(amp) {
		int sum = 0, turns = 0;
		const int row = i[0];
		if (row == 1 || i[1] < first || row == 3 || i[1] > last) {
			bv[i] = -1;
			return;
		}
		for (int k = 0; k < av.extent[0]; k++) {
			sum += av(k, i[1]);
			turns++;
		}
		if (i[1] + 1 == av.extent[1])
			return;
		if (row == 4)
			return;
		if (by == 0)
			return;
		const int ninth = 9 / by;
		for (int k = 0; k < 9 % by; k++)
			sum += k * av(k % 5, i[1]);
		bv[i] = sum + turns + ninth;
	});
	parallel_for_each(extent<1>(columns), [=](index<1> i) restrict(amp) {
		int sum = 0, n = 1;
		if (i[0] >= first && i[0] <= last && by != 0) {
			n += 2;
			for (int k = 0; k < 9 / by; k++)
				sum += av(k % 5, i[0]);
		} else if (i[0] == 0) {
			n++;
			sum = 7;
		} else {
			for (int k = 0; k < av.extent[0]; k++)
				sum -= av(k, i[0]);
		}
		cv(0, i[0]) = sum * n;
		if (!(i[0] > first) || n == 3)
			return;
		cv(1, i[0]) = n;
	});
	bv.synchronize();
	cv.synchronize();
	for (int x = 0; x < columns; x++) {
		int all = 0, weighted = 0, some = 0;
		for (int k = 0; k < ROWS; k++)
			all += a(k, x);
		for (int k = 0; by > 0 && k < 9 % by; k++)
			weighted += k * a(k % 5, x);
		for (int k = 0; by > 0 && k < 9 / by; k++)
			some += a(k % 5, x);
		for (int y = 0; y < ROWS; y++) {
			const bool leaves = x + 1 == columns || y == 4 || by == 0;
			CHECK(b(y, x) == (y == 1 || x < first || y == 3 || x > last ? -1
			                  : leaves                                  ? matrix(before)(y, x)
			                                                            : all + weighted + ROWS + 9 / by));
		}
		const bool is_inside = x >= first && x <= last && by != 0;
		const int n = is_inside ? 3 : x == 0 ? 2 : 1;
		CHECK(c(0, x) == n * (is_inside ? some : x == 0 ? 7 : -all));
		CHECK(c(1, x) == (x > first && n != 3 ? n : matrix(before_c)(1, x)));
	}
}

// Indices that are others at the edges, which are in the middle of a row, outside of it, or where integers wrap around.
static void edges(int columns, unsigned low, unsigned high, int other)
{
	matrix a(ROWS, columns), b(ROWS, columns), c(ROWS, columns), d(ROWS, columns);
	const array_view<const int, 2> av = a.view();
	const array_view<int, 2> bv = b.view(), cv = c.view(), dv = d.view();
	const int least = static_cast<int>(low), most = static_cast<int>(high);
	parallel_for_each(bv.extent, [=](index<2> i) restrict(amp) {
		const int y = i[0], x = i[1], last = av.extent[1] - 1;
		const bool is_inside = x > 0 && x + other != last;
		const int w = x > 0 ? x - 1 : x, e = x < last ? x + 1 : x, s = y == ROWS - 1 ? y : y + 1;
		bv[i] = av(y, w) + 3 * av(y, e) + 5 * av(s, x) + 7 * av(y, is_inside ? x - 1 : last) + (last - x <= other ? 1000 : 0);
	});
	parallel_for_each(cv.extent, [=](index<2> i) restrict(amp) {
		const unsigned x = i[1] - 2;
		cv[i] = av(i[0], x < low ? 0 : i[1]) + 3 * av(i[0], high >= x ? i[1] : 0) + 5 * av(i[0], i[1] == other ? 0 : i[1]);
	});
	parallel_for_each(dv.extent, [=](index<2> i) restrict(amp) {
		const int x = i[1] - 2;
		dv[i] = av(i[0], x < least ? 0 : i[1]) + 3 * av(i[0], most >= x ? i[1] : 0) + 5 * av(i[0], low > x + 0u ? 0 : i[1]);
	});
	bv.synchronize();
	cv.synchronize();
	dv.synchronize();
	for (int y = 0; y < ROWS; y++) {
		for (int x = 0, last = columns - 1; x < columns; x++) {
			CHECK(b(y, x) == a(y, std::max(x - 1, 0)) + 3 * a(y, std::min(x + 1, last)) + 5 * a(std::min(y + 1, ROWS - 1), x) +
			                     7 * a(y, x > 0 && x + other != last ? x - 1 : last) + (last - x <= other ? 1000 : 0));
			const unsigned at = x - 2;
			CHECK(c(y, x) == a(y, at < low ? 0 : x) + 3 * a(y, high >= at ? x : 0) + 5 * a(y, x == other ? 0 : x));
			CHECK(d(y, x) == a(y, x - 2 < least ? 0 : x) + 3 * a(y, most >= x - 2 ? x : 0) + 5 * a(y, low > at ? 0 : x));
		}
	}
}

static int limit(int x, int low, int high) restrict(amp)
{
	if (x < low)
		return low;
	return larger(x, high) == high ? x : high;
}

static int within(int x, int n) restrict(amp)
{
	return x < 0 ? 0 : x >= n ? n - 1 : x;
}

// Indices that functions limit, in loops of constant and of other length.
static void limits(int columns, int radius, int low, int high)
{
	matrix a(ROWS, columns), b(ROWS, columns), c(ROWS, columns);
	const array_view<const int, 2> av = a.view();
	const array_view<int, 2> bv = b.view(), cv = c.view();
	parallel_for_each(bv.extent, [=](index<2> i) restrict(amp) {
		int sum = 0;
		for (int dy = -1; dy <= 1; dy++) {
			for (int dx = -2; dx < 3; dx += 2)
				sum += (dx + 3) * av(within(i[0] + dy, ROWS), within(i[1] - dx, av.extent[1]));
		}
		const int w = direct3d::imax(i[1] - 3, 0), e = direct3d::imin(columns - 1, i[1] + 1);
		bv[i] = sum + av(i[0], w) + 3 * av(i[0], e) + 5 * av(i[0], limit(i[1] - 1, low, high));
	});
	parallel_for_each(cv.extent, [=](index<2> i) restrict(amp) {
		const int x = i[1];
		int sum = 0;
		for (int d = -radius; d <= radius; d++)
			sum += (d + 7) * av(i[0], within(x + d, columns));
		cv[i] = sum;
	});
	bv.synchronize();
	cv.synchronize();
	for (int y = 0; y < ROWS; y++) {
		for (int x = 0, last = columns - 1; x < columns; x++) {
			const auto inside = [](int n, int size) { return std::max(0, std::min(n, size - 1)); };
			int sum = 0, other = 0;
			for (int dy = -1; dy <= 1; dy++) {
				for (int dx = -2; dx < 3; dx += 2)
					sum += (dx + 3) * a(inside(y + dy, ROWS), inside(x - dx, columns));
			}
			for (int d = -radius; d <= radius; d++)
				other += (d + 7) * a(y, inside(x + d, columns));
			const int limited = x - 1 < low ? low : std::min(x - 1, high);
			CHECK(b(y, x) == sum + a(y, std::max(x - 3, 0)) + 3 * a(y, std::min(x + 1, last)) + 5 * a(y, limited));
			CHECK(c(y, x) == other);
		}
	}
}

struct shape {
	int width, height;
};

// Divisions of the index, whose quotients are the same in some of the points that are taken at once.
static void divisions(int n, shape s, int first)
{
	matrix a(1, n), b(1, n), c(1, n), d(1, n);
	const array_view<const int> av(n, a.data);
	const array_view<int> bv(n, b.data), cv(n, c.data), dv(n, d.data);
	parallel_for_each(bv.extent, [=](index<1> i) restrict(amp) {
		const int at = i[0], width = s.width, size = width * s.height;
		int row = at / width, column = at % width;
		if (row == 0 || column == width - 1)
			return;
		int sum = 100 * row + 10000 * column + at / size + at % size / width;
		for (int k = 0; k < s.height; k++)
			sum += k * av[(at % (s.width * s.height)) / width + k < av.extent[0] ? column : 0];
		bv[i] = sum + av[column > 2 ? at - 2 : at];
	});
	parallel_for_each(cv.extent, [=](index<1> i) restrict(amp) {
		cv[i] = av[(i[0] + n - 1) % n] + 3 * av[(1 + i[0]) % n] + 5 * ((i[0] - first) / 20) + 7 * ((first + i[0]) % s.width) + (2 * i[0]) / 17;
	});
	parallel_for_each(dv.extent, [=](index<1> i) restrict(amp) {
		int rest = i[0];
		const int x = rest % s.width, wide = s.width;
		rest /= s.width;
		const long far = i[0] / (wide + 1L);
		const unsigned left = (i[0] + 3u) % wide;
		for (int k = i[0] % wide; k < wide; k += i[0] / wide + 1)
			dv[i] += k;
		dv[i] += x + 100 * rest + static_cast<int>(far) * 7 + static_cast<int>(left) * 3;
	});
	const matrix before_b(1, n), before_d(1, n);
	bv.synchronize();
	cv.synchronize();
	dv.synchronize();
	for (int i = 0; i < n; i++) {
		const int row = i / s.width, column = i % s.width, size = s.width * s.height;
		int sum = 100 * row + 10000 * column + i / size + i % size / s.width, turns = 0;
		for (int k = 0; k < s.height; k++)
			sum += k * a(0, i % size / s.width + k < n ? column : 0);
		CHECK(b(0, i) == (row == 0 || column == s.width - 1 ? matrix(before_b)(0, i) : sum + a(0, column > 2 ? i - 2 : i)));
		CHECK(c(0, i) == a(0, (i + n - 1) % n) + 3 * a(0, (i + 1) % n) + 5 * ((i - first) / 20) + 7 * ((i + first) % s.width) + 2 * i / 17);
		for (int k = column; k < s.width; k += row + 1)
			turns += k;
		CHECK(d(0, i) == matrix(before_d)(0, i) + turns + column + 100 * row + static_cast<int>(i / (s.width + 1L)) * 7 +
		                     static_cast<int>((i + 3u) % s.width) * 3);
	}
}

int main()
{
	for (int n : {1, 15, 64, 200, 1000}) {
		for (int width : {1, 15, 16, 17, 63, 64, 65, 130, 5000}) {
			for (int first : {0, 5, 100, -7})
				divisions(n, {width, first == 5 ? 2 : 1}, first);
		}
	}
	for (int columns : {1, 2, 64, 65, 130}) {
		for (int radius : {-1, 0, 1, 5, 100}) {
			for (int high : {columns - 1, columns / 2, 0})
				limits(columns, radius, columns / 3, high);
		}
	}
	for (int columns : {1, 2, 64, 65, 130}) {
		for (int other : {-1, 0, 1, 40, 100}) {
			for (unsigned low : {0u, 7u, 50u, 0xffffffffu}) {
				for (unsigned high : {30u, columns - 5u, 0x80000000u, 0xfffffff0u})
					edges(columns, low, high, other);
			}
		}
	}
	for (int columns : {1, 64, 130}) {
		for (int first : {-5, 0, 1, 63, 200}) {
			for (int last : {-1, 0, 64, 1000})
				guards(columns, first, last, last == 0 ? 0 : 4);
		}
	}
	for (int columns : {1, 64, 65, 200}) {
		for (int border : {0, 1, 70}) {
			for (unsigned most : {0u, 3u, 100u, 0x80000000u, 0xffffffffu})
				inside(columns == 200 ? 150 : 5, columns, border, most != 3, most);
		}
	}
	for (int width : {1, 63, 64, 130}) {
		for (int end : {-1, 0, 5, 64, 100})
			sides(width, end);
	}
	products();
	window<int>(2);
	window<float>(40);
	window<double>(0);
	in_place();
	objects();
	alone();
	std::puts("ok");
}
