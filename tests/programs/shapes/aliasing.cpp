// The bits of an element by another view of its memory in the same kernel, and by a pointer
// of another type: Microsoft's compiler supposes nothing of pointers of different types. Views that overlap in kernels
// which are compiled for views that do not, too.
// options: -O2
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static unsigned bits_of(float x) restrict(cpu, amp)
{
	return *reinterpret_cast<unsigned *>(&x);
}

static const int EACH = 8, TILE = 64, TILES = 500;

// A thread's elements, each from the one in front of it, which it has just written.
static void add_along(array_view<const float> from, array_view<float> to, int n)
{
	parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) {
		for (int k = 0; k + 1 < EACH; k++)
			to[i[0] * EACH + k] = from[i[0] * EACH + k] + 1;
	});
}

// The tile's elements move on by one place, three times.
static void turn(array_view<const float> from, array_view<float> to)
{
	parallel_for_each(to.extent.tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		for (int k = 0; k < 3; k++) {
			const float next = from[i.tile_origin[0] + (i.local[0] + 1) % TILE];
			i.barrier.wait();
			to[i] = next;
			i.barrier.wait();
		}
	});
}

static void overlapping()
{
	const int n = 1000;
	std::vector<float> values(n * EACH + 1), sums(n * EACH, -1);
	for (int i = 0; i < n * EACH; i++)
		values[i] = static_cast<float>(i % EACH ? 1000 : i);
	array_view<float> all(n * EACH + 1, values), apart(n * EACH, sums);
	add_along(all, apart, n);
	apart.synchronize();
	add_along(all, all.section(1, n * EACH), n);
	all.synchronize();
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < EACH; k++) {
			CHECK(values[i * EACH + k] == i * EACH + k);
			CHECK(sums[i * EACH + k] == (k == EACH - 1 ? -1 : k ? 1001 : i * EACH + 1));
		}
	}
	std::vector<float> circle(TILE * TILES), once(TILE * TILES);
	for (int i = 0; i < TILE * TILES; i++)
		circle[i] = static_cast<float>(i);
	array_view<float> around(TILE * TILES, circle), other(TILE * TILES, once);
	turn(around, other);
	turn(around, around);
	other.synchronize();
	around.synchronize();
	for (int i = 0; i < TILE * TILES; i++) {
		CHECK(once[i] == i / TILE * TILE + (i + 1) % TILE);
		CHECK(circle[i] == i / TILE * TILE + (i + 3) % TILE);
	}
}

// An element of either of two views, of which one was just written: nvcc makes one load of the two.
static void chosen()
{
	const int n = 1000;
	std::vector<double> from(n, 3.0), to(n, 7.0), exchanged(n, 7.0);
	array_view<const double> a(n, from);
	array_view<double> b(n, to), c(n, exchanged);

	parallel_for_each(b.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < 2; k++)
			b[i] = 0.5;
		b[i] = b[i] * (i[0] % 2 ? a[i] : b[i]);
	});
	parallel_for_each(c.extent.tile<10>(), [=](tiled_index<10> i) restrict(amp) {
		for (int k = 0; k < 2; k++) {
			c[i] = i.local[0] + k;
			i.barrier.wait();
		}
		const double x = i.local[0] < 5 ? a[i.global] : c[i.tile_origin[0] + i.local[0] - 5];
		i.barrier.wait();
		c[i] = x;
	});
	b.synchronize();
	c.synchronize();
	for (int i = 0; i < n; i++) {
		CHECK(to[i] == (i % 2 ? 1.5 : 0.25));
		CHECK(exchanged[i] == (i % 10 < 5 ? 3 : i % 10 - 4));
	}
}

// More views than a kernel has pointers for, without a loop; in the second kernel, the last two are written and read. The last
// one is the first one, too, or another one.
static void many(bool is_shared)
{
	const int n = 640;
	std::vector<std::vector<float>> data(10, std::vector<float>(n));
	std::vector<array_view<float>> v;
	for (int k = 0; k < 10; k++) {
		for (int i = 0; i < n; i++)
			data[k][i] = static_cast<float>(100 * k + i % 7);
		v.push_back(array_view<float>(n, data[k]));
	}
	const array_view<float> a = v[0], b = v[1], c = v[2], d = v[3], l = is_shared ? v[0] : v[9];
	const array_view<const float> e = v[4], f = v[5], g = v[6], h = v[7], k = is_shared ? v[0] : v[9];
	const array_view<float> j = v[8];
	parallel_for_each(a.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		a[i] = e[i] + f[i];
		b[i] = e[i] + g[i];
		c[i] = f[i] + h[i];
		d[i] = h[i] + k[i];
		j[i] = g[i] + k[i];
	});
	const auto value = [](int k, int i) { return static_cast<float>(100 * k + i % 7); };
	for (array_view<float> &view : v)
		view.synchronize();
	for (int i = 0; i < n; i++) {
		const float last = is_shared ? value(4, i) + value(5, i) : value(9, i);
		CHECK(data[1][i] == value(4, i) + value(6, i) && data[2][i] == value(5, i) + value(7, i));
		CHECK(data[3][i] == value(7, i) + last && data[8][i] == value(6, i) + last);
	}
	parallel_for_each(a.extent.tile<64>(), [=](tiled_index<64> i) restrict(amp) {
		a[i] = e[i];
		b[i] = f[i];
		c[i] = g[i];
		d[i] = h[i];
		j[i] = 3;
		l[i] = 2;
		j[i] = j[i] + (i.local[0] % 2 ? a[i] : j[i]);
		l[i] = l[i] + (i.local[0] % 2 ? a[i] : j[i]) + e[i] + f[i] + g[i] + h[i];
	});
	for (array_view<float> &view : v)
		view.synchronize();
	for (int i = 0; i < n; i++) {
		const float first = is_shared ? 2 : value(4, i), next = i % 2 ? 3 + first : 6;
		CHECK(data[8][i] == next);
		CHECK(data[is_shared ? 0 : 9][i] == 2 + (i % 2 ? first : next) + value(4, i) + value(5, i) + value(6, i) + value(7, i));
	}
}

int main()
{
	overlapping();
	chosen();
	many(false);
	many(true);
	const int n = 1000;
	std::vector<float> values(n, 1.0f);
	std::vector<unsigned> old(n), difference(n);
	array_view<float, 1> numbers(n, values);
	array_view<unsigned, 1> words = numbers.reinterpret_as<unsigned>();
	array_view<unsigned, 1> before(n, old), after(n, difference);
	parallel_for_each(numbers.extent, [=](index<1> i) restrict(amp) {
		before[i] = words[i];
		numbers[i] = 2.0f;
		after[i] = words[i] - bits_of(numbers[i]);
	});
	before.synchronize();
	after.synchronize();
	for (int i = 0; i < n; i++)
		CHECK(old[i] == 0x3f800000u && difference[i] == 0);
	std::puts("ok");
}
