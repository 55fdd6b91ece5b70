// What kernels read beyond a buffer is zero, and what they write there is dropped.
// options: --amp-robust-access
#include "../check.h"

#include <amp.h>

#include <vector>

using namespace concurrency;

static const int n = 1000;

static std::vector<float> counted(int size)
{
	std::vector<float> numbers(size);
	for (int i = 0; i < size; i++)
		numbers[i] = i + 1.0f;
	return numbers;
}

// Of the elements 1, 2, … of n, on both sides of which is nothing.
static float expected(int i)
{
	return i >= 0 && i < n ? i + 1.0f : 0;
}

static float read(const array_view<float> &v, int i) restrict(cpu, amp)
{
	return v[i];
}
static void write(float &to, float x) restrict(cpu, amp)
{
	to = x;
}

static void reads()
{
	std::vector<float> a = counted(n), b(3 * n);
	array_view<float> va(n, a), vb(3 * n, b);
	array_view<const float> vc(n, a);
	array<float> owned(n, a.begin());
	parallel_for_each(extent<1>(3 * n), [=, &owned](index<1> i) restrict(amp) {
		vb[i] = read(va, i[0] - n) + 2 * vc[i - n] + 4 * owned(i - n);
	});
	vb.synchronize();
	for (int i = 0; i < 3 * n; i++)
		CHECK(b[i] == 7 * expected(i - n));
}

// Each thread reads behind what it has just written, as others do.
static void writes()
{
	std::vector<float> a = counted(n), b(3 * n, -1.0f);
	std::vector<int> counts(4);
	array_view<float> va(n, a), vb(3 * n, b);
	array_view<int> vc(4, counts);
	parallel_for_each(extent<1>(3 * n), [=](index<1> i) restrict(amp) {
		va[i[0] - n] = 5;
		write(va[i[0] + 100000], 3);
		va[-5 - i[0]] += 2;
		va[n + i[0]]++;
		float sum = va[-1 - i[0]] + va[n + i[0]] + va[2147483647 - i[0]] + va[-2147483647 + i[0]];
		int old = atomic_fetch_add(&vc[i[0] - n], 3);
		if (i[0] < n || i[0] >= n + 4)
			sum += static_cast<float>(old + atomic_exchange(&vc[i[0] + 4], 9));
		int none = 0;
		if (!atomic_compare_exchange(&vc[-1 - i[0]], &none, 7))
			sum++;
		vb[i] = sum;
	});
	vb.synchronize(), va.synchronize(), vc.synchronize();
	for (int i = 0; i < 3 * n; i++)
		CHECK(b[i] == 0);
	for (int i = 0; i < n; i++)
		CHECK(a[i] == 5);
	for (int i = 0; i < 4; i++)
		CHECK(counts[i] == 3);
}

// What is beside a section in the buffer is read; it need not have been used on the accelerator.
static void sections()
{
	std::vector<float> a = counted(n), b(n);
	array_view<float> va(n, a), vb(n, b);
	const array_view<float> part = va.section(100, 50);
	parallel_for_each(vb.extent, [=](index<1> i) restrict(amp) { vb[i] = part[i[0] - 200]; });
	vb.synchronize();
	for (int i = 0; i < n; i++)
		CHECK(b[i] == expected(i - 100));
	parallel_for_each(vb.extent, [=](index<1> i) restrict(amp) {
		const array_view<float> inner = part.section(10, 5), none = part.section(2000, 5);
		vb[i] = inner[i[0] - 200] + none[i[0] - 1500] + none[i[0]];
	});
	vb.synchronize();
	for (int i = 0; i < n; i++)
		CHECK(b[i] == expected(i - 90));
}

// The distance in the buffer counts, as in Direct3D; a row that begins beyond has no elements.
static void planes()
{
	const int rows = 20, columns = 50;
	std::vector<float> a = counted(n), b(22 * 52 * 2);
	array_view<float, 2> va(rows, columns, a);
	array_view<float, 3> cube = array_view<float>(n, a).view_as(extent<3>(2, 10, 50)), vb(22, 52, 2, b);
	parallel_for_each(extent<2>(22, 52), [=](index<2> i) restrict(amp) {
		const int y = i[0] - 1, x = i[1] - 1;
		vb(i[0], i[1], 0) = va(y, x) + 2 * cube(y / 10, y % 10, x);
		vb(i[0], i[1], 1) = va[y][x] + 2 * cube[0][y][x];
		va[y][1000000] = va(1000000, x) = 8;
	});
	vb.synchronize(), va.synchronize();
	for (int i = 0; i < 22; i++)
		for (int j = 0; j < 52; j++) {
			const int y = i - 1, x = j - 1;
			const float row = y >= 0 ? expected(y * columns + x) : 0;
			CHECK(b[(i * 52 + j) * 2] == 3 * expected(y * columns + x));
			CHECK(b[(i * 52 + j) * 2 + 1] == 3 * row);
		}
	for (int i = 0; i < n; i++)
		CHECK(a[i] == expected(i));
}

// Elements of all sizes, members of them, and with another type in the kernel.
struct small {
	double x;
};
struct large {
	int x[40];
};
struct alignas(32) aligned {
	int x[8];
};

template <typename T> static void elements(int ints)
{
	std::vector<T> a(8);
	std::vector<int> sums(100);
	for (int i = 0; i < 8 * ints; i++)
		reinterpret_cast<int *>(a.data())[i] = 1;
	array_view<T> va(8, a);
	array_view<int> vs(100, sums);
	parallel_for_each(vs.extent, [=](index<1> i) restrict(amp) {
		T all[4] = {va[i[0] - 50], va[i[0] + 8], va[i[0] - 1000], va[i[0] - 50]};
		va[i[0] + 8] = all[0];
		va[-1 - i[0]] = all[0];
		const array_view<int> words = va.template reinterpret_as<int>();
		int sum = words[i[0] - 50] + 10 * words[i[0] + 8 * ints];
		for (int k = 0; k < 4; k++)
			for (int w = 0; w < ints; w++)
				sum += reinterpret_cast<int *>(&all[k])[w];
		words[i[0] + 8 * ints] = 7;
		vs[i] = sum;
	});
	vs.synchronize();
	for (int i = 0; i < 100; i++)
		CHECK(sums[i] == (i >= 50 && i < 58 ? 2 * ints : 0) + (i >= 50 && i < 50 + 8 * ints));
	va.synchronize();
	for (int i = 0; i < 8 * ints; i++)
		CHECK(reinterpret_cast<int *>(a.data())[i] == 1);
}

static void members()
{
	std::vector<large> a(4);
	array_view<large> va(4, a);
	parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) {
		va[i[0] - 500].x[3] += 1;
		va[i].x[8 + i[0] % 32] += va[i[0] + 4].x[7];
	});
	va.synchronize();
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 40; k++)
			CHECK(a[i].x[k] == (k == 3));
}

// More threads than elements, fewer, and as many as are neighbours of one thread on a GPU.
static void elementwise(int size, int threads)
{
	std::vector<float> a = counted(size), b(size, -1.0f);
	array_view<const float> va(size, a);
	array_view<float> vb(size, b);
	parallel_for_each(extent<1>(threads), [=](index<1> i) restrict(amp) { vb[i] = 2 * va[i]; });
	vb.synchronize();
	for (int i = 0; i < size; i++)
		CHECK(b[i] == (i < threads ? 2 * a[i] : -1.0f));
}

struct summing {
	array_view<const float, 2> from;
	array_view<float, 2> to;
	void operator()(tiled_index<8, 8> i) const restrict(amp)
	{
		tile_static float tile[10][10];
		for (int k = i.local[0] * 8 + i.local[1]; k < 100; k += 64)
			tile[k / 10][k % 10] = from(i.tile_origin[0] + k / 10 - 1, i.tile_origin[1] + k % 10 - 1);
		i.barrier.wait();
		const int y = i.local[0] + 1, x = i.local[1] + 1;
		to[i] = tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1];
	}
};

// A domain that is padded to whole tiles.
static void tiles()
{
	const int rows = 21, columns = 40;
	std::vector<float> a = counted(rows * columns), b(rows * columns);
	const summing sum = {array_view<const float, 2>(rows, columns, a),
	                     array_view<float, 2>(rows, columns, b)};
	parallel_for_each(extent<2>(rows, columns).tile<8, 8>().pad(), sum);
	sum.to.synchronize();
	auto at = [&](int y, int x) {
		const int i = y * columns + x;
		return i >= 0 && i < rows * columns ? a[i] : 0;
	};
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			CHECK(b[y * columns + x] == at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1));
}

// The host accesses what is there.
static void host()
{
	std::vector<float> a = counted(n);
	array_view<float> va(n, a), part = va.section(10, 20);
	for (int i = 0; i < 20; i++)
		CHECK(part[i] == expected(i + 10) && read(part, i) == expected(i + 10));
}

int main()
{
	reads();
	writes();
	sections();
	planes();
	elements<int>(1);
	elements<small>(2);
	elements<aligned>(8);
	elements<large>(40);
	members();
	elementwise(n, 2 * n);
	elementwise(n, n / 2);
	elementwise(1 << 20, 1 << 20);
	elementwise((1 << 20) - 3, 1 << 20);
	tiles();
	host();
	std::puts("ok");
}
