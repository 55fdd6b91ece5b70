// speed: kernels on the CPU accelerator, each launched once and then LAUNCHES times more, with a call of counted() after each of the
// two parts (speed.sh). The first kinds are y = a x + y with the views reached in several ways.
#include <amp.h>
#include <amp_graphics.h>
#include <cstdio>
#include <vector>
using namespace concurrency;

enum { LAUNCHES = 4, POINTS = 1 << 16, SIDE = 64 };

typedef array_view<const float, 1> source;
typedef array_view<float, 1> target;

extern "C" __attribute__((noinline, noclone)) void counted()
{
	__asm__ volatile("");
}

template <typename Launch> static void count(const char *kind, int points, const Launch &launch)
{
	launch();
	counted();
	for (int n = 0; n < LAUNCHES; n++)
		launch();
	counted();
	std::printf("%s %d\n", kind, points * LAUNCHES);
}

static void by_reference(const source &x, const target &y, index<1> i, float a) restrict(amp)
{
	y[i] = a * x[i] + y[i];
}

struct function_object {
	source x;
	target y;
	float a;
	void operator()(index<1> i) const restrict(amp) { y[i] = a * x[i] + y[i]; }
};

struct vectors {
	source x;
	target y;
	float term(index<1> i, float a) const restrict(amp) { return a * x[i]; }
};

static bool count_accesses()
{
	std::vector<float> a(POINTS, 1), b(POINTS, 2);
	const source x(POINTS, a);
	const target y(POINTS, b);
	const float half = 0.5f;
	const vectors v = {x, y};
	count("copy", POINTS, [&] { parallel_for_each(y.extent, [=](index<1> i) restrict(amp) { y[i] = x[i]; }); });
	count("lambda", POINTS,
	      [&] { parallel_for_each(y.extent, [=](index<1> i) restrict(amp) { y[i] = half * x[i] + y[i]; }); });
	count("reference", POINTS,
	      [&] { parallel_for_each(y.extent, [=](index<1> i) restrict(amp) { by_reference(x, y, i, half); }); });
	count("object", POINTS, [&] { parallel_for_each(y.extent, function_object{x, y, half}); });
	count("member", POINTS,
	      [&] { parallel_for_each(y.extent, [=](index<1> i) restrict(amp) { v.y[i] += v.term(i, half); }); });
	return y[0] > 2;
}

// Too many views for a loop that compares them at run time: it is vectorized because points are independent.
static bool count_views()
{
	std::vector<float> a(POINTS, 1), b(POINTS, 2), c(POINTS, 3);
	const source u(POINTS / 2, a), v(POINTS / 2, &a[POINTS / 2]), w(POINTS / 4, b), x(POINTS / 4, &b[POINTS / 2]);
	const target sum(POINTS / 4, c), difference(POINTS / 4, &c[POINTS / 4]), product(POINTS / 4, &c[POINTS / 2]);
	count("views", POINTS / 4, [&] {
		parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) {
			sum[i] = u[i] + v[i] + w[i] + x[i];
			difference[i] = u[i] - v[i] - w[i] - x[i];
			product[i] = u[i] * v[i] * w[i] * x[i];
		});
	});
	return difference[1] == -4;
}

static bool count_textures()
{
	std::vector<float> a(POINTS, 1);
	const graphics::texture<float, 2> x(256, 256, a.data(), POINTS * 4u, 32u);
	graphics::texture<float, 2> y(x);
	const graphics::texture_view<const float, 2> from(x);
	const graphics::texture_view<float, 2> to(y);
	count("textures", POINTS, [&] {
		parallel_for_each(y.extent, [=](index<2> i) restrict(amp) { to.set(i, 0.5f * from[i] + 1); });
	});
	copy(y, a.data(), POINTS * 4u);
	return a[1] == 1.5f;
}

template <int TILE>
static void count_tiled_product(const char *kind, array_view<const float, 2> x, array_view<const float, 2> y,
                                array_view<float, 2> product)
{
	count(kind, SIDE * SIDE * SIDE, [&] {
		parallel_for_each(product.extent.tile<TILE, TILE>(), [=](tiled_index<TILE, TILE> i) restrict(amp) {
			tile_static float x_block[TILE][TILE];
			tile_static float y_block[TILE][TILE];
			const int row = i.local[0], column = i.local[1];
			float sum = 0;
			for (int k = 0; k < x.extent[1]; k += TILE) {
				x_block[row][column] = x(i.global[0], k + column);
				y_block[row][column] = y(k + row, i.global[1]);
				i.barrier.wait();
				for (int j = 0; j < TILE; j++)
					sum += x_block[row][j] * y_block[j][column];
				i.barrier.wait();
			}
			product[i.global] = sum;
		});
	});
}

static bool count_products()
{
	std::vector<float> a(SIDE * SIDE, 1), b(SIDE * SIDE, 2), c(SIDE * SIDE);
	const array_view<const float, 2> x(SIDE, SIDE, a), y(SIDE, SIDE, b);
	const array_view<float, 2> product(SIDE, SIDE, c);
	count("product", SIDE * SIDE * SIDE, [&] {
		parallel_for_each(product.extent, [=](index<2> i) restrict(amp) {
			float sum = 0;
			for (int k = 0; k < x.extent[1]; k++)
				sum += x(i[0], k) * y(k, i[1]);
			product[i] = sum;
		});
	});
	count_tiled_product<16>("tiled-product", x, y, product);
	count_tiled_product<32>("large-tiles", x, y, product);
	return product(1, 1) == 2 * SIDE;
}

static bool count_reduction()
{
	std::vector<float> a(POINTS, 1), b(POINTS / 256);
	const source x(POINTS, a);
	const target sums(POINTS / 256, b);
	count("reduction", POINTS, [&] {
		parallel_for_each(x.extent.tile<256>(), [=](tiled_index<256> i) restrict(amp) {
			tile_static float part[256];
			part[i.local[0]] = x[i.global];
			i.barrier.wait();
			for (int n = 128; n > 0; n /= 2) {
				if (i.local[0] < n)
					part[i.local[0]] += part[i.local[0] + n];
				i.barrier.wait();
			}
			if (i.local[0] == 0)
				sums[i.tile] = part[0];
		});
	});
	return sums[1] == 256;
}

// The tiles reach beyond the views.
static bool count_bounded()
{
	const int n = SIDE - 3;
	std::vector<float> a(n * n, 1), b(n * n);
	const array_view<const float, 2> x(n, n, a);
	const array_view<float, 2> y(n, n, b);
	count("bounded", SIDE * SIDE, [&] {
		parallel_for_each(extent<2>(SIDE, SIDE).tile<16, 16>(), [=](tiled_index<16, 16> i) restrict(amp) {
			tile_static float block[16][16];
			const int row = i.local[0], column = i.local[1];
			if (i.global[0] < n && i.global[1] < n)
				block[row][column] = x[i.global];
			else
				block[row][column] = 0;
			i.barrier.wait();
			if (i.global[0] < n && i.global[1] < n)
				y[i.global] = block[row][15 - column];
		});
	});
	return y(1, 1) == 1;
}

// An untiled stencil that leaves the border as it is.
static bool count_inside()
{
	const int n = 4 * SIDE;
	std::vector<float> a(n * n, 1), b(n * n);
	const array_view<const float, 2> x(n, n, a);
	const array_view<float, 2> y(n, n, b);
	count("inside", n * n, [&] {
		parallel_for_each(y.extent, [=](index<2> i) restrict(amp) {
			if (i[0] > 0 && i[0] < x.extent[0] - 1 && i[1] > 0 && i[1] < x.extent[1] - 1)
				y[i] = 0.25f * (x(i[0] - 1, i[1]) + x(i[0] + 1, i[1]) + x(i[0], i[1] - 1) + x(i[0], i[1] + 1));
		});
	});
	return y(0, 1) == 0 && y(1, 1) == 1;
}

static int limit(int x, int n) restrict(amp)
{
	return x < 0 ? 0 : x >= n ? n - 1 : x;
}

// A blur whose indices a function limits, and a stencil in one dimension that divides the index.
static bool count_edges()
{
	const int n = 4 * SIDE;
	std::vector<float> a(n * n, 1), b(n * n);
	const array_view<const float, 2> x(n, n, a);
	const array_view<float, 2> y(n, n, b);
	count("limited", n * n, [&] {
		parallel_for_each(y.extent, [=](index<2> i) restrict(amp) {
			float sum = 0;
			for (int d = -1; d <= 1; d++)
				sum += x(limit(i[0] + d, x.extent[0]), i[1]) + x(i[0], limit(i[1] + d, x.extent[1]));
			y[i] = sum;
		});
	});
	const array_view<const float> u(n * n, a);
	const array_view<float> v(n * n, b);
	count("divided", n * n, [&] {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			const int row = i[0] / x.extent[1], column = i[0] % x.extent[1];
			if (row > 0 && column > 0)
				v[i] = u[i[0] - 1] + u[i[0] - x.extent[1]];
		});
	});
	return v[0] == 6 && v[n + 1] == 2;
}

static bool count_bytes()
{
	std::vector<unsigned> a(POINTS), b(256);
	for (unsigned i = 0; i < POINTS; i++)
		a[i] = i * 2654435761u;
	const array_view<const unsigned> x(POINTS, a);
	const array_view<unsigned> bins(256, b);
	count("histogram", POINTS, [&] {
		parallel_for_each(extent<1>(2 * 256).tile<256>(), [=](tiled_index<256> i) restrict(amp) {
			tile_static unsigned part[256];
			part[i.local[0]] = 0;
			i.barrier.wait();
			for (int k = i.global[0]; k < x.extent[0]; k += 2 * 256) {
				atomic_fetch_inc(&part[x[k] & 255]);
				atomic_fetch_add(&part[x[k] >> 24], 2u);
			}
			i.barrier.wait();
			atomic_fetch_add(&bins[i.local[0]], part[i.local[0]]);
		});
	});
	return bins[1] > 0;
}

// Launches of a single point, like the one before: a launch's cost by the number of views.
static bool count_launches()
{
	const int launches = 16;
	std::vector<float> a(8, 1);
	const target s(1, &a[0]), t(1, &a[1]), u(1, &a[2]), v(1, &a[3]), w(1, &a[4]), x(1, &a[5]), y(1, &a[6]), z(1, &a[7]);
	const auto one = [&] { parallel_for_each(s.extent, [=](index<1> i) restrict(amp) { s[i] += 1; }); };
	const auto eight = [&] {
		parallel_for_each(s.extent, [=](index<1> i) restrict(amp) {
			s[i] = t[i] + u[i] + v[i] + w[i];
			x[i] = y[i] = z[i] = 1;
		});
	};
	count("launch", launches, [&] {
		for (int n = 0; n < launches; n++)
			one();
	});
	count("launch-views", launches, [&] {
		for (int n = 0; n < launches; n++)
			eight();
	});
	return s[0] == 4;
}

int main()
{
	return count_accesses() && count_views() && count_textures() && count_products() && count_reduction() && count_bounded() && count_inside() && count_edges() && count_bytes() &&
	               count_launches() ? 0 : 1;
}
