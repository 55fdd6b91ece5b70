// Conjugate gradients (Hestenes, Stiefel, 1952) for 5 x - the sum of x's four neighbours = b on a plane: rounds of five
// launches, whose sums stay on the accelerator.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

// Each thread has several points, so that a tile has fewer values to add up.
static const int ROWS = 8, COLUMNS = 32, THREADS = ROWS * COLUMNS, EACH = 4;

// What is summed up: r * r in this round and the last one, and p * A p.
enum { SQUARE, LAST_SQUARE, CURVATURE, SUMS };

typedef array_view<float> vector;
typedef array_view<const float> const_vector;

// Returns to a tile's first thread the sum of the threads' values, with two barriers instead of the eight of a tree.
static float sum_of_tile(const tile_barrier &barrier, float (&values)[THREADS], int me, float mine) restrict(amp)
{
	values[me] = mine;
	barrier.wait_with_tile_static_memory_fence();
	if (me < COLUMNS) {
#pragma unroll
		for (int k = 1; k < ROWS; k++)
			mine += values[me + k * COLUMNS];
		values[me] = mine;
	}
	barrier.wait_with_tile_static_memory_fence();
	if (me == 0) {
#pragma unroll
		for (int k = 1; k < COLUMNS; k++)
			mine += values[k];
	}
	return mine;
}

// Of x = 0; parts: of r * r, one for each tile.
static void start(const_vector b, vector x, vector r, vector p, vector parts)
{
	parallel_for_each(extent<1>(x.extent[0] / EACH).tile<THREADS>(), [=](tiled_index<THREADS> i) restrict(amp) {
		tile_static float values[THREADS];
		const int first = i.tile_origin[0] * EACH + i.local[0];
		float mine = 0;
#pragma unroll
		for (int k = 0; k < EACH; k++) {
			const int at = first + k * THREADS;
			const float here = b[at];
			x[at] = 0;
			r[at] = p[at] = here;
			mine += here * here;
		}
		const float sum = sum_of_tile(i.barrier, values, i.local[0], mine);
		if (i.local[0] == 0)
			parts[i.tile] = sum;
	});
}

// q = A p, for n x n points; parts: of p * q.
static void apply(const_vector p_of_plane, vector q_of_plane, vector parts, int n)
{
	const array_view<const float, 2> p = p_of_plane.view_as(extent<2>(n, n));
	const array_view<float, 2> q = q_of_plane.view_as(extent<2>(n, n));
	const int columns = n / COLUMNS;
	parallel_for_each(extent<2>(n / EACH, n).tile<ROWS, COLUMNS>(), [=](tiled_index<ROWS, COLUMNS> i) restrict(amp) {
		tile_static float values[THREADS];
		const int first = i.tile_origin[0] * EACH + i.local[0], x = i.global[1];
		float mine = 0;
#pragma unroll
		for (int k = 0; k < EACH; k++) {
			const int y = first + k * ROWS;
			const float here = p(y, x);
			const float above = y > 0 ? p(y - 1, x) : 0, below = y + 1 < n ? p(y + 1, x) : 0;
			const float left = x > 0 ? p(y, x - 1) : 0, right = x + 1 < n ? p(y, x + 1) : 0;
			const float there = 5 * here - (above + below + left + right);
			q(y, x) = there;
			mine += here * there;
		}
		const int me = i.local[0] * COLUMNS + i.local[1];
		const float sum = sum_of_tile(i.barrier, values, me, mine);
		if (me == 0)
			parts[i.tile[0] * columns + i.tile[1]] = sum;
	});
}

// A step along p; parts: of r * r.
static void step(const_vector p, const_vector q, vector x, vector r, const_vector sums, vector parts)
{
	parallel_for_each(extent<1>(x.extent[0] / EACH).tile<THREADS>(), [=](tiled_index<THREADS> i) restrict(amp) {
		tile_static float values[THREADS];
		const int first = i.tile_origin[0] * EACH + i.local[0];
		const float length = sums[SQUARE] / sums[CURVATURE];
		float mine = 0;
#pragma unroll
		for (int k = 0; k < EACH; k++) {
			const int at = first + k * THREADS;
			const float rest = r[at] - length * q[at];
			x[at] += length * p[at];
			r[at] = rest;
			mine += rest * rest;
		}
		const float sum = sum_of_tile(i.barrier, values, i.local[0], mine);
		if (i.local[0] == 0)
			parts[i.tile] = sum;
	});
}

// The next direction.
static void turn(const_vector r, const_vector sums, vector p)
{
	parallel_for_each(p.extent, [=](index<1> i) restrict(amp) {
		p[i] = r[i] + sums[SQUARE] / sums[LAST_SQUARE] * p[i];
	});
}

// Stores the sum of the parts in sums[which].
static void add_up(const_vector parts, vector sums, int which)
{
	const int n = parts.extent[0];
	parallel_for_each(extent<1>(THREADS).tile<THREADS>(), [=](tiled_index<THREADS> i) restrict(amp) {
		tile_static float values[THREADS];
		float mine = 0;
		for (int k = i.local[0]; k < n; k += THREADS)
			mine += parts[k];
		const float sum = sum_of_tile(i.barrier, values, i.local[0], mine);
		if (i.local[0] == 0) {
			if (which == SQUARE)
				sums[LAST_SQUARE] = sums[SQUARE];
			sums[which] = sum;
		}
	});
}

BENCHMARK_WITHOUT_OPENCL(conjugate_gradient)
{
	const int n = bench::size(4096, 512, 64), rounds = 20;
	const std::size_t elements = static_cast<std::size_t>(n) * n;
	const int tiles = static_cast<int>(elements / THREADS / EACH);
	const std::vector<float> right = bench::random<float>(elements, -1, 1);
	std::vector<float> result = bench::poisoned<float>(elements);
	const int size = static_cast<int>(elements);
	const const_vector b(size, right);
	const vector x(size, result), r(size), p(size), q(size), parts(tiles), sums(SUMS);
	bench::memory<float> twin_b(right), twin_x(elements), twin_work(3 * elements + tiles + SUMS);
	const auto compare = [&](const char *name, decltype(openmp_conjugate_gradient) *twin) {
		bench::compare({name, "float", double(n), rounds * 11.0 * sizeof(float) * double(elements), "GB/s", 1e-4},
		               [&] {
			               start(b, x, r, p, parts);
			               add_up(parts, sums, SQUARE);
			               for (int round = 0; round < rounds; round++) {
				               apply(p, q, parts, n);
				               add_up(parts, sums, CURVATURE);
				               step(p, q, x, r, sums, parts);
				               add_up(parts, sums, SQUARE);
				               turn(r, sums, p);
			               }
		               },
		               [&] { twin(twin_b, twin_x, twin_work, n, rounds); },
		               [&] {
			               x.synchronize();
			               return bench::difference(result, twin_x.read());
		               });
	};
	compare("conjugate gradients", TWIN_OF(conjugate_gradient));
	if (bench::against_openmp())
		compare("conjugate gradients, by blocks", openmp_conjugate_gradient_blocks);
}
