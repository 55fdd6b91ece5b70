// Large untiled kernels without branches, of which a thread may take several
// points: sizes that are no multiple of four, sections at odd offsets, views
// that overlap, rows with gaps, elements of different sizes.
#include <amp.h>
#include <cstdio>
#include <vector>

using namespace concurrency;

namespace {

const int n = 1300003; // more than four times the threads of a large GPU
int failures;

void expect(bool right, const char *what)
{
	if (!right) {
		std::printf("%s: wrong\n", what);
		failures++;
	}
}

std::vector<float> numbers(int size)
{
	std::vector<float> v(size);
	for (int i = 0; i < size; i++)
		v[i] = static_cast<float>(i % 1000);
	return v;
}

void one_dimension()
{
	const std::vector<float> x = numbers(n);
	std::vector<float> y(n, -1);
	array_view<const float, 1> a(n, x);
	array_view<float, 1> b(n, y);
	b.discard_data();
	parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[i] = 2 * a[i] + i[0] % 3; });
	b.synchronize();
	bool right = true;
	for (int i = 0; i < n; i++)
		right = right && y[i] == 2 * x[i] + i % 3;
	expect(right, "one dimension");
}

void odd_offsets()
{
	const std::vector<float> x = numbers(n);
	std::vector<float> y(n, -1);
	array_view<const float, 1> a(n, x);
	array_view<float, 1> b(n, y);
	array_view<const float, 1> from = a.section(1, n - 3);
	array_view<float, 1> to = b.section(2, n - 3);
	parallel_for_each(to.extent, [=](index<1> i) restrict(amp) { to[i] = from[i] + 1; });
	b.synchronize();
	bool right = y[0] == -1 && y[1] == -1 && y[n - 1] == -1;
	for (int i = 2; i < n - 1; i++)
		right = right && y[i] == x[i - 1] + 1;
	expect(right, "odd offsets");
}

// Halves of one vector that meet, and one view used as source and destination.
void shared_storage()
{
	std::vector<float> x = numbers(n);
	array_view<float, 1> all(n, x), low = all.section(0, n / 2), high = all.section(n / 2 + 1, n / 2);
	parallel_for_each(low.extent, [=](index<1> i) restrict(amp) { high[i] = low[i] + 0.5f; });
	parallel_for_each(low.extent, [=](index<1> i) restrict(amp) {
		all[i] += 1;
		low[i] += 1; // the same element
	});
	all.synchronize();
	const std::vector<float> old = numbers(n);
	bool right = x[n / 2] == old[n / 2];
	for (int i = 0; i < n / 2; i++)
		right = right && x[i] == old[i] + 2 && x[n / 2 + 1 + i] == old[i] + 0.5f;
	expect(right, "shared storage");
}

void two_dimensions()
{
	const int rows = 1201, columns = 1102;
	const std::vector<float> x = numbers(rows * columns);
	std::vector<float> y(rows * columns), z(rows * columns);
	array_view<const float, 2> a(rows, columns, x);
	array_view<float, 2> b(rows, columns, y), c(rows, columns, z);
	parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { b[i] = a[i] * 3; });
	const array_view<float, 2> inner = c.section(1, 3, rows - 2, columns - 6);
	const array_view<const float, 2> source = a.section(0, 2, rows - 2, columns - 6);
	parallel_for_each(inner.extent, [=](index<2> i) restrict(amp) { inner[i] = source[i] - 1; });
	b.synchronize();
	c.synchronize();
	bool right = true;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) {
			const bool inside = i >= 1 && i < rows - 1 && j >= 3 && j < columns - 3;
			right = right && y[i * columns + j] == x[i * columns + j] * 3 &&
			        z[i * columns + j] == (inside ? x[(i - 1) * columns + j - 1] - 1 : 0);
		}
	expect(right, "two dimensions");
}

// The quarters of a matrix: gaps between rows that all begin at 16 bytes. And what is
// like it but for one thing: another number of columns, another distance of the rows.
void rows_with_gaps(int rows, int columns, int between)
{
	const int width = 2 * columns + between;
	std::vector<float> x = numbers(2 * rows * width);
	const std::vector<float> old = x;
	array_view<float, 2> all(2 * rows, width, x);
	const array_view<const float, 2> q1 = all.section(0, 0, rows, columns);
	const array_view<const float, 2> q2 = all.section(0, columns, rows, columns);
	const array_view<float, 2> q3 = all.section(rows, 0, rows, columns);
	array<float, 2> sums(rows, columns);
	parallel_for_each(sums.extent, [=, &sums](index<2> i) restrict(amp) {
		sums[i] = q1[i] + q2[i] + 2 * q3[i];
	});
	parallel_for_each(sums.extent, [=, &sums](index<2> i) restrict(amp) { q3[i] = sums[i] + 1; });
	const std::vector<float> y = sums;
	all.synchronize();
	bool right = true;
	for (int i = 0; i < 2 * rows; i++)
		for (int j = 0; j < width; j++) {
			float expected = old[i * width + j];
			if (i >= rows && j < columns) {
				const float *const top = &old[(i - rows) * width + j];
				const float sum = top[0] + top[columns] + 2 * expected;
				right = right && y[(i - rows) * columns + j] == sum;
				expected = sum + 1;
			}
			right = right && x[i * width + j] == expected;
		}
	expect(right, "rows with gaps");
}

// A section of a cube, of doubles and floats: 16 bytes are two elements of the one.
void planes_with_gaps()
{
	const int n = 104, m = 132;
	const extent<3> part(n - 2, n - 4, n - 2);
	const std::vector<float> f = numbers(n * m * m);
	std::vector<double> d(n * n * n, 0.5);
	array_view<const float, 3> a(n, m, m, f);
	array_view<double, 3> b(n, n, n, d);
	const array_view<const float, 3> from = a.section(index<3>(1, 2, 4), part);
	const array_view<double, 3> to = b.section(index<3>(2, 3, 2), part);
	parallel_for_each(part, [=](index<3> i) restrict(amp) { to[i] += from[i]; });
	b.synchronize();
	bool right = true;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++) {
				const bool inside = i >= 2 && j >= 3 && j < n - 1 && k >= 2;
				const double expected =
				    inside ? 0.5 + f[((i - 1) * m + j - 1) * m + k + 2] : 0.5;
				right = right && d[(i * n + j) * n + k] == expected;
			}
	expect(right, "planes with gaps");
}

void element_sizes()
{
	const std::vector<float> x = numbers(n);
	std::vector<double> y(n);
	std::vector<int> z(n, 7);
	array<float, 1> a(n, x.begin());
	array<double, 1> b(n);
	array<int, 1> c(n, z.begin());
	parallel_for_each(b.extent, [&](index<1> i) restrict(amp) {
		b[i] = a[i] + 0.25;
		c[i] += i[0];
	});
	copy(b, y.begin());
	copy(c, z.begin());
	bool right = true;
	for (int i = 0; i < n; i++)
		right = right && y[i] == x[i] + 0.25 && z[i] == 7 + i;
	expect(right, "element sizes");
}

template <typename T, int N> void scaled(array_view<T, N> v, T factor)
{
	parallel_for_each(v.extent, [=](index<N> i) restrict(amp) { v[i] *= factor; });
}

void templates()
{
	std::vector<int> x(n, 3), y(1200 * 1200, 5);
	scaled(array_view<int, 1>(n, x), 7);
	scaled(array_view<int, 2>(1200, 1200, y), 11);
	bool right = true;
	for (int v : x)
		right = right && v == 21;
	for (int v : y)
		right = right && v == 55;
	expect(right, "templates");
}

// A neighbour that is read, from another view.
void neighbours()
{
	const std::vector<float> x = numbers(n);
	std::vector<float> y(n);
	array_view<const float, 1> a(n, x);
	array_view<float, 1> b(n, y);
	const int last = n - 1;
	parallel_for_each(extent<1>(n - 2), [=](index<1> i) restrict(amp) {
		b[i + 1] = a[i] + 2 * a[i + 1] + a[i + 2];
	});
	b[0] = 2 * a[0] + a[1];
	b[last] = a[last - 1] + 2 * a[last];
	b.synchronize();
	bool right = true;
	for (int i = 0; i < n; i++)
		right = right && y[i] == (i > 0 ? x[i - 1] : 0) + 2 * x[i] + (i < last ? x[i + 1] : 0);
	expect(right, "neighbours");
}

// Rows that a kernel over one dimension goes through.
void other_ranks()
{
	const int rows = 3;
	std::vector<float> x = numbers(rows * n), y(n);
	array_view<const float, 2> a(rows, n, x);
	array_view<float, 1> b(n, y);
	parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {
		b[i] = a(0, i[0]) + a(1, i[0]) + a(2, i[0]);
	});
	b.synchronize();
	bool right = true;
	for (int i = 0; i < n; i++)
		right = right && y[i] == x[i] + x[n + i] + x[2 * n + i];
	expect(right, "other ranks");
}

} // namespace

int main()
{
	one_dimension();
	odd_offsets();
	shared_storage();
	two_dimensions();
	rows_with_gaps(1111, 1024, 0);
	rows_with_gaps(1021, 1100, 4);
	rows_with_gaps(1021, 1102, 0);
	rows_with_gaps(1021, 1100, 2);
	rows_with_gaps(2200000, 4, 4);
	planes_with_gaps();
	element_sizes();
	templates();
	neighbours();
	other_ranks();
	if (failures == 0)
		std::printf("right\n");
	return failures != 0;
}
