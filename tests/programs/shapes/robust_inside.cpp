// Accesses that need no comparison under conditions on extents and captured numbers, where the
// conditions hold and where they do not: what is beyond is zero, or dropped, all the same.
// options: --amp-robust-access
#include "../check.h"

#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

// A matrix of the elements 1, 2, ... with nothing on both sides.
struct matrix {
	int rows, columns;
	std::vector<int> data;

	matrix(int rows, int columns) : rows(rows), columns(columns), data(rows * columns) {
		for (int i = 0; i < rows * columns; i++)
			data[i] = i + 1;
	}
	int at(long long row, long long column) const {
		const long long i = row * columns + column;
		return i >= 0 && i < rows * columns ? static_cast<int>(i + 1) : 0;
	}
	array_view<const int, 2> view() const { return array_view<const int, 2>(rows, columns, data); }
};

// What a kernel and the same loops here come to. The kernel writes at its index.
template <typename Kernel, typename Expected>
static void compare(int rows, int columns, const Kernel &launch, const Expected &expected)
{
	std::vector<int> results(rows * columns, -1);
	array_view<int, 2> view(rows, columns, results);
	launch(view);
	view.synchronize();
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			CHECK(results[y * columns + x] == expected(y, x));
}

static void products(const matrix &a, const matrix &b, int rows, int columns)
{
	const array_view<const int, 2> va = a.view(), vb = b.view();
	compare(rows, columns, [&](array_view<int, 2> c) {
		parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
			int sum = 0;
			for (int k = 0; k < va.extent[1]; k++)
				sum += va(i[0], k) ^ vb(k, i[1]);
			c[i] = sum;
		});
	}, [&](int y, int x) {
		int sum = 0;
		for (int k = 0; k < a.columns; k++)
			sum += a.at(y, k) ^ b.at(k, x);
		return sum;
	});
}

static void neighbours(const matrix &a, int rows, int columns, int n)
{
	const array_view<const int, 2> va = a.view();
	compare(rows, columns, [&](array_view<int, 2> c) {
		parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
			const int y = i[0];
			int sum = 0;
			if (y > 0 && i[1] < n - 1 && i[1] >= 1)
				sum = va[index<2>(y - 1, i[1] + 1)] + 3 * va(y + 1, i[1] - 1);
			c[i] = sum;
		});
	}, [&](int y, int x) {
		return y > 0 && x < n - 1 && x >= 1 ? a.at(y - 1, x + 1) + 3 * a.at(y + 1, x - 1) : 0;
	});
	// the other way round, and by what has returned
	compare(rows, columns, [&](array_view<int, 2> c) {
		parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
			c[i] = -2;
			if (i[0] == 0 || !(i[1] + 1 < n))
				return;
			c[i] = va(i[0] - 1, i[1] + 1);
		});
	}, [&](int y, int x) { return y == 0 || !(x + 1 < n) ? -2 : a.at(y - 1, x + 1); });
}

// Numbers that are captured, of several types.
template <typename Launch>
static void with(const matrix &a, int rows, int columns, int first, int count, int step, const Launch &expected_step)
{
	const array_view<const int, 2> va = a.view();
	const unsigned unsigned_count = static_cast<unsigned>(count < 0 ? 0 : count);
	const long long_count = count;
	compare(rows, columns, [&](array_view<int, 2> c) {
		parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
			int sum = 0;
			for (int k = first; k < count; k += step)
				sum += va(0, k);
			for (unsigned k = 0; k < unsigned_count; ++k)
				sum += 2 * va(static_cast<int>(k), 0);
			for (int k = 0; k <= long_count; k++)
				sum += 3 * va(k, i[1] * 2);
			for (int k = count - 1; k > 0; k /= 2)
				sum += 5 * va(k, 0);
			c[i] = sum;
		});
	}, [&](int, int x) {
		int sum = 0;
		for (int k = first; k < count; k += step)
			sum += a.at(0, k);
		for (int k = 0; k < count; k++)
			sum += 2 * a.at(k, 0);
		for (int k = 0; k <= count; k++)
			sum += 3 * a.at(k, x * 2);
		for (int k = count - 1; k > 0; k /= 2)
			sum += 5 * a.at(k, 0);
		return expected_step(sum);
	});
}

// What a condition has said does not hold any more, or says less than it seems to.
static void tricks(const matrix &a, int rows, int columns, int n)
{
	const array_view<const int, 2> va = a.view();
	const unsigned u = static_cast<unsigned>(n);
	const long base = 4294967296L;
	compare(rows, columns, [&](array_view<int, 2> c) {
		parallel_for_each(c.extent, [=](index<2> i) restrict(amp) {
			int sum = 0, x = i[1];
			if (x < va.extent[1]) {
				x += n;
				sum = va(0, x);
			}
			unsigned before = static_cast<unsigned>(i[1]) - 1u;
			sum += 2 * va(0, static_cast<int>(before));
			if (static_cast<unsigned>(i[0]) < u)
				sum += 3 * va(i[0], 0);
			for (int k = 0; k < va.extent[0]; k++) {
				if (k == 1)
					k += n < 0 ? 0 : n;
				sum += 5 * va(k, 0);
			}
			const long far = base + i[0];
			sum += 7 * va(static_cast<int>(far), 0);
			c[i] = sum;
		});
	}, [&](int y, int x) {
		int sum = x < a.columns ? a.at(0, x + n) : 0;
		sum += 2 * a.at(0, x - 1);
		if (static_cast<unsigned>(y) < u)
			sum += 3 * a.at(y, 0);
		for (int k = 0; k < a.rows; k++) {
			if (k == 1)
				k += n < 0 ? 0 : n;
			sum += 5 * a.at(k, 0);
		}
		return sum + 7 * a.at(y, 0);
	});
}

// Rows in one dimension, written and read.
static void flat(int size, int rows, int n)
{
	std::vector<int> data(size);
	array_view<int> v(size, data);
	parallel_for_each(extent<1>(rows), [=](index<1> i) restrict(amp) {
		for (int k = 0; k < n; k++)
			v[i[0] * n + k] = i[0] + k;
	});
	v.synchronize();
	for (int i = 0; i < rows; i++)
		for (int k = 0; k < n; k++)
			CHECK(i * n + k >= size || data[i * n + k] == i + k);
}

static void tiles(const matrix &a, int rows, int columns)
{
	const array_view<const int, 2> va = a.view();
	compare(rows, columns, [&](array_view<int, 2> c) {
		parallel_for_each(c.extent.tile<4, 8>(), [=](tiled_index<4, 8> t) restrict(amp) {
			tile_static int block[4][8];
			const int row = t.local[0];
			int sum = 0;
			for (int k = 0; k < va.extent[1]; k += 8) {
				block[row][t.local[1]] = va(t.global[0], k + t.local[1]);
				t.barrier.wait();
				for (int j = 0; j < 8; j++)
					sum += block[row][j];
				t.barrier.wait();
			}
			c[t] = sum + va(t.tile_origin[0], t.tile[1]);
		});
	}, [&](int y, int x) {
		int sum = 0;
		for (int k = 0; k < a.columns; k += 8)
			for (int j = 0; j < 8; j++)
				sum += a.at(y, k + j);
		return sum + a.at(y / 4 * 4, x / 8);
	});
}

int main()
{
	const matrix wide(6, 40), tall(40, 6), square(16, 16);
	products(square, square, 16, 16);
	products(wide, tall, 6, 6);
	products(wide, square, 6, 16);  // b ends before a's rows do
	products(square, wide, 24, 16); // a has fewer rows than the product
	for (int n : {16, 17, 15, 3, 1, 0, -1, -7}) {
		neighbours(square, 16, 16, n);
		neighbours(square, 18, 20, n);
		neighbours(tall, 16, 16, n);
		tricks(square, 16, 16, n);
		tricks(square, 18, 20, n);
	}
	const auto same = [](int sum) { return sum; };
	for (int count : {0, -3, 1, 5, 8, 16, 17, 40})
		for (int first : {0, 1, -2}) {
			with(square, 8, 8, first, count, 1, same);
			with(square, 8, 8, first, count, 3, same);
		}
	flat(100, 10, 10);
	flat(100, 11, 10);
	flat(100, 10, 11);
	flat(100, 3, 0);
	tiles(matrix(8, 32), 8, 16);
	tiles(matrix(8, 30), 8, 16); // the last block ends beyond the rows
	tiles(matrix(6, 32), 8, 16);
	std::puts("ok");
}
