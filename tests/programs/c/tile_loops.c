/* Tiled kernels that become loops over their threads on the CPU accelerator: what lives
 * across barriers, functions that wait, kernels that are functions, tiles of any shape; and
 * what stays with fibers. */
#include <amp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 32, TILES = 5, SIZE = TILE * TILES };

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

typedef struct pair {
	int first, second;
} pair;

struct weights {
	float first, scale;
};

/* ---- Variables ------------------------------------------------------------ */

static void variables(void)
{
	int data[SIZE];
	amp_array_view(int, 1) v = amp_view(data, SIZE);
	const int offset = 3;

	amp_discard(v);
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int a[TILE], b[TILE];
		const int me = t.local.i, tile = t.tile.i;
		int next = me + 1, twice = 2 * me, unset;
		next %= TILE;
		pair p = {me, tile};
		const int scale = offset * 2;
		enum { SEVEN = 7 };
		a[me] = t.global.i * scale;
		amp_barrier_wait(t.barrier);
		unset = a[next];
		p.first += unset;
		b[me] = p.first;
		amp_barrier_wait_with_tile_static_memory_fence(t.barrier);
		{
			int inner = b[next] + twice;
			amp_barrier_wait(t.barrier);
			b[me] = inner;
		}
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = SEVEN;
		if (me == 5)
			return;
		amp_at(v, t.global) = b[next] + unset + p.second + twice;
	});
	for (int tile = 0; tile < TILES; tile++) {
		int a[TILE], b[TILE], c[TILE];

		for (int me = 0; me < TILE; me++)
			a[me] = (tile * TILE + me) * 6;
		for (int me = 0; me < TILE; me++)
			b[me] = me + a[(me + 1) % TILE];
		for (int me = 0; me < TILE; me++)
			c[me] = b[(me + 1) % TILE] + 2 * me;
		for (int me = 0; me < TILE; me++) {
			const int next = (me + 1) % TILE;

			CHECK(amp_at(v, tile * TILE + me) ==
			      (me == 5 ? 7 : c[next] + a[next] + tile + 2 * me));
		}
	}
	amp_release(v);
}

static float sum_of(const float *values, int n) restrict(cpu, amp)
{
	float sum = 0;

	for (int i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

/* Arrays that live across barriers; of the last, the size is asked for. */
static void arrays(void)
{
	float data[SIZE];
	amp_array_view(float, 1) v = amp_view(data, SIZE);

	amp_discard(v);
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static float shared[TILE];
		const float weights[] = {0.5f, 2};
		const int me = t.local.i;
		float sums[2][3] = {{1, 2, 3}, {(float)me}};
		pair last[2] = {{me, 1}};

		for (int round = 0; round < 4; round++) {
			shared[me] = sums[round % 2][0];
			amp_barrier_wait(t.barrier);
			for (int i = 0; i < 3; i++)
				sums[1 - round % 2][i] += weights[i % 2] * shared[(me + 1) % TILE];
			last[1].first += round;
			amp_barrier_wait(t.barrier);
		}
		amp_at(v, t.global) =
			sum_of(sums[0], 3) + sum_of(sums[1], 3) + (float)(last[0].first + last[1].first);
	});
	for (int i = 0; i < SIZE; i++) {
		float sums[TILE][2][3], expected = (float)(i % TILE + 6);

		for (int me = 0; me < TILE; me++) {
			const float first[2][3] = {{1, 2, 3}, {(float)me}};

			memcpy(sums[me], first, sizeof first);
		}
		for (int round = 0; round < 4; round++) {
			float shared[TILE];

			for (int me = 0; me < TILE; me++)
				shared[me] = sums[me][round % 2][0];
			for (int me = 0; me < TILE; me++)
				for (int k = 0; k < 3; k++)
					sums[me][1 - round % 2][k] += (k % 2 ? 2 : 0.5f) * shared[(me + 1) % TILE];
		}
		expected += sum_of(&sums[i % TILE][0][0], 6);
		CHECK(amp_at(v, i) > 0.9999f * expected && amp_at(v, i) < 1.0001f * expected);
	}
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		float own[3] = {(float)t.local.i, 1, 2};

		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = sum_of(own, (int)(sizeof own / sizeof own[0]));
	});
	for (int i = 0; i < SIZE; i++)
		CHECK(amp_at(v, i) == (float)(i % TILE + 3));
	amp_release(v);
}

/* Loops from the thread's index on, conditions that bound the threads; unsigned, which
 * wraps. */
static void strides(int n)
{
	int data[SIZE] = {0};
	unsigned more[SIZE] = {0};
	amp_array_view(int, 1) v = amp_view(data, SIZE);
	amp_array_view(unsigned, 1) w = amp_view(more, SIZE);
	const unsigned limit = 3;
	const long far = 1000;

	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int counts[100];
		const int me = t.local.i;
		int sum = 0;

		for (int k = me; k < 100; k += TILE)
			counts[k] = k;
		amp_barrier_wait(t.barrier);
		for (int k = me + t.tile.i; k <= n; k += 7)
			sum += counts[k];
		amp_barrier_wait(t.barrier);
		for (int half = TILE / 2; half > 0; half /= 2) {
			if (me + 1 <= half && t.global.i < far)
				counts[me] += counts[me + half];
			amp_barrier_wait(t.barrier);
		}
		amp_at(v, t.global) = sum + counts[0];
	});
	amp_parallel_for_each(amp_tile(w.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		const unsigned me = t.local.i;
		unsigned sum = 0;

		for (unsigned k = me; k < limit; k += 2)
			sum += k + 1;
		amp_barrier_wait(t.barrier);
		if (me - 5 < limit)
			sum += 100;
		amp_barrier_wait(t.barrier);
		if (t.local.i - 2 > (int)limit)
			sum += 1000;
		amp_barrier_wait(t.barrier);
		if (n - t.local.i <= 3 && n - t.local.i > -4)
			sum += 10000;
		amp_barrier_wait(t.barrier);
		if (limit - me < 9)
			sum += 100000;
		amp_at(w, t.global) = sum;
	});
	for (int i = 0; i < SIZE; i++) {
		const int me = i % TILE;
		const unsigned u = (unsigned)me;
		int sum = TILE * (TILE - 1) / 2;

		for (int k = me + i / TILE; k <= n; k += 7)
			sum += k;
		CHECK(amp_at(v, i) == sum);
		CHECK(amp_at(w, i) == (u < 1 ? 4u : u < 3 ? u + 1 : 0u) + (u - 5 < limit ? 100u : 0u) +
		                          (me > 5 ? 1000u : 0u) + (n - me <= 3 && n - me > -4 ? 10000u : 0u) + (u <= limit ? 100000u : 0u));
	}
	amp_release(w);
	amp_release(v);
}

/* Variables that are declared at the top, some of which all threads change together. */
static void early_declarations(int rounds)
{
	int data[SIZE];
	amp_array_view(int, 1) v = amp_view(data, SIZE);

	amp_discard(v);
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int buffers[2][TILE];
		int from = 0, round, k, sum = t.tile.i;
		unsigned steps;

		steps = 0;
		buffers[from][t.local.i] = t.local.i;
		for (round = 0; round < rounds; round += 2) {
			amp_barrier_wait(t.barrier);
			for (k = 0; k < t.local.i; k++)
				sum += buffers[from][k];
			buffers[1 - from][t.local.i] = sum % 100;
			from = 1 - from;
			steps++;
		}
		amp_barrier_wait(t.barrier);
		for (k = TILE - 1; k > t.local.i; k--)
			sum += buffers[from][k];
		amp_at(v, t.global) = sum + (int)steps * 1000 + round;
	});
	for (int tile = 0; tile < TILES; tile++) {
		int from[TILE], to[TILE], sum[TILE], steps = 0;

		for (int me = 0; me < TILE; me++)
			from[me] = me, sum[me] = tile;
		for (int round = 0; round < rounds; round += 2, steps++) {
			for (int me = 0; me < TILE; me++) {
				for (int k = 0; k < me; k++)
					sum[me] += from[k];
				to[me] = sum[me] % 100;
			}
			memcpy(from, to, sizeof(from));
		}
		for (int me = 0; me < TILE; me++) {
			for (int k = TILE - 1; k > me; k--)
				sum[me] += from[k];
			CHECK(amp_at(v, tile * TILE + me) == sum[me] + steps * 1000 + 2 * steps);
		}
	}
	amp_release(v);
}

/* Atomic operations on tile_static variables, which are not locked there. */
static void atomics(void)
{
	int data[SIZE];
	amp_array_view(int, 1) v = amp_view(data, SIZE);

	amp_discard(v);
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int counts[8];
		tile_static unsigned most, bits;
		struct place {
			int at;
		};
		tile_static struct {
			float sum;
			int least, first;
		} all;
		const int me = t.local.i;

		if (me < 8)
			counts[me] = 0;
		if (me == 0) {
			most = bits = 0;
			all.sum = 0;
			all.least = all.first = SIZE;
		}
		amp_barrier_wait(t.barrier);
		int expected = SIZE;
		const struct place place = {4 + me % 2};

		amp_atomic_fetch_inc(&counts[me % 4]);
		amp_atomic_fetch_add(&counts[place.at], t.tile.i);
		amp_atomic_fetch_sub(&counts[6], 2);
		amp_atomic_fetch_max(&most, (unsigned)(me * 7 % 50));
		amp_atomic_fetch_or(&bits, 1u << (me % 5));
		amp_atomic_fetch_add(&all.sum, 0.5f);
		amp_atomic_fetch_min(&all.least, t.global.i);
		if (amp_atomic_compare_exchange(&all.first, &expected, me))
			amp_atomic_fetch_add(&counts[7], 1);
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = me < 8     ? counts[me]
		                      : me == 8  ? (int)(most * 100 + bits)
		                      : me == 9  ? (int)all.sum
		                      : me == 10 ? all.least
		                                 : 0;
	});
	for (int tile = 0; tile < TILES; tile++) {
		const int expected[] = {8, 8, 8, 8, 16 * tile, 16 * tile, -64, 1, 4931, 16, TILE * tile};

		for (int i = 0; i < 11; i++)
			CHECK(amp_at(v, tile * TILE + i) == expected[i]);
	}
	amp_release(v);
}

/* ---- Functions that wait -------------------------------------------------- */

/* The sum of the values of the threads 0 ... me: a double buffer, of which all threads
 * change the halves together. */
static int scan_tile(int value, int me, amp_tile_barrier barrier) restrict(amp)
{
	tile_static int sums[2][TILE];
	int from = 0;

	sums[from][me] = value;
	amp_barrier_wait_with_tile_static_memory_fence(barrier);
	for (int distance = 1; distance < TILE; distance *= 2) {
		sums[1 - from][me] = sums[from][me] + (me >= distance ? sums[from][me - distance] : 0);
		from = 1 - from;
		amp_barrier_wait_with_tile_static_memory_fence(barrier);
	}
	const int sum = sums[from][me];

	amp_barrier_wait(barrier);
	return sum;
}

/* tile_static memory of the caller's, parameters that change, an early return. */
static void rotate(int shared[TILE], int by, amp_tiled_index1 t) restrict(amp)
{
	static const int one[] = {1};

	by += one[0];
	by %= TILE;
	const int value = shared[(t.local.i + by) % TILE];

	amp_barrier_wait(t.barrier);
	if (by == 3 * one[0])
		return;
	shared[t.local.i] = value;
}

/* Calls another one. */
static pair both(int value, const amp_tiled_index1 t) restrict(amp)
{
	const int before = scan_tile(value, t.local.i, t.barrier) - value;
	tile_static int last;

	if (t.local.i == TILE - 1)
		last = before + value;
	amp_barrier_wait(t.barrier);
	pair p = {before, last};

	amp_barrier_wait(t.barrier);
	if (t.local.i == 0)
		return (pair){0, last};
	return p;
}

/* Do not wait. */
static int twice(amp_tiled_index1 t) restrict(amp) { return 2 * t.local.i; }
static void fence(amp_tile_barrier barrier) restrict(amp) { amp_all_memory_fence(barrier); }

static void functions(void)
{
	int data[SIZE];
	amp_array_view(int, 1) v = amp_view(data, SIZE);

	amp_discard(v);
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int shared[TILE];
		const int me = t.local.i;
		int value = me * 3 % 7 + t.tile.i;

		value = scan_tile(value, me, t.barrier) + value;
		shared[me] = value;
		fence(t.barrier);
		amp_barrier_wait(t.barrier);
		rotate(shared, me, t);
		amp_barrier_wait(t.barrier);
		pair p = both(shared[me] % 100, t);

		for (int round = 0; round < 3; round++) {
			p.first += scan_tile(p.second % 5 + round, t.local.i, t.barrier);
			amp_tile_static_memory_fence(t.barrier);
		}
		amp_at(v, t.global) = p.first + p.second + twice(t);
	});
	for (int tile = 0; tile < TILES; tile++) {
		int value[TILE], shared[TILE], total = 0;

		for (int me = 0, before = 0; me < TILE; me++) {
			value[me] = me * 3 % 7 + tile;
			before += value[me];
			shared[me] = value[me] = before + value[me];
		}
		for (int me = 0; me < TILE; me++) {
			const int by = (me + 1) % TILE;

			if (by != 3)
				shared[me] = value[(me + by) % TILE];
		}
		for (int me = 0; me < TILE; me++)
			total += shared[me] % 100;
		for (int me = 0, before = 0; me < TILE; me++) {
			int first = before;

			for (int round = 0; round < 3; round++)
				first += (total % 5 + round) * (me + 1);
			CHECK(amp_at(v, tile * TILE + me) == first + total + 2 * me);
			before += shared[me] % 100;
		}
	}
	amp_release(v);
}

/* ---- Kernels that are functions ------------------------------------------- */

/* The parameters n and w change, in each thread on its own. */
static void weigh(amp_tiled_index2 at, amp_array_view(float, 2) v, int rounds, int n,
                  struct weights w) restrict(amp)
{
	tile_static float block[16][16];
	const int row = at.local.i, column = at.local.j;

	for (int k = 0; k < rounds; k++) {
		block[row][column] = amp_at(v, at.global) * w.scale;
		amp_barrier_wait(at.barrier);
		n += row;
		amp_at(v, at.global) += block[column % at.tile_extent.i][row % at.tile_extent.j] + (float)n;
		w.scale = w.first;
		amp_barrier_wait(at.barrier);
	}
}

/* The same; may be launched from another unit, with tiles of any shape. */
void weigh_all(amp_tiled_index2 at, amp_array_view(float, 2) v, int rounds, int n,
               struct weights weights) restrict(amp);

static void named(int rows, int columns, bool all)
{
	enum { N = 48 };
	float data[N][N], expected[N][N], before[N][N];
	amp_array_view(float, 2) v = amp_view(&data[0][0], N, N);
	const struct weights w = {1, 0.5f};

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			data[i][j] = expected[i][j] = (float)(i * 3 % 11 + j % 5);
	for (int k = 0; k < 2; k++) {
		memcpy(before, expected, sizeof(before));
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < N; j++) {
				const int row = i % rows, column = j % columns;
				const int other_i = i - row + column % rows, other_j = j - column + row % columns;

				expected[i][j] += before[other_i][other_j] * (k ? 1 : w.scale) +
				                  (float)(4 + (k + 1) * row);
			}
		}
	}
	amp_refresh(v);
	if (all)
		amp_parallel_for_each(amp_tile(v.extent, rows, columns), weigh_all, v, 2, 4, w);
	else if (rows == 16)
		amp_parallel_for_each(amp_tile(v.extent, 16, 8), weigh, v, 2, 4, w);
	else
		amp_parallel_for_each(amp_tile(v.extent, 4, 16), weigh, v, 2, 4, w);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			CHECK(amp_at(v, i, j) == expected[i][j]);
	amp_release(v);
}

void weigh_all(amp_tiled_index2 t, amp_array_view(float, 2) grid, int rounds, int n,
               struct weights w) restrict(amp)
{
	tile_static float block[16][16];
	const int row = t.local.i, column = t.local.j;

	for (int k = 0; k < rounds; k++) {
		block[row][column] = amp_at(grid, t.global) * w.scale;
		amp_barrier_wait(t.barrier);
		n += row;
		amp_at(grid, t.global) += block[column % t.tile_extent.i][row % t.tile_extent.j] + (float)n;
		w.scale = w.first;
		amp_barrier_wait(t.barrier);
	}
}

/* Three dimensions, in tiles that only the launch knows. */
static void cubes(int n)
{
	enum { N = 8 };
	int data[N * N * N];
	amp_array_view(int, 3) v = amp_view(data, N, N, N);

	amp_discard(v);
	amp_parallel_for_each(amp_tile(v.extent, 2, n, 4), ^(amp_tiled_index3 t) restrict(amp) {
		tile_static int block[2][4][4];

		block[t.local.i][t.local.j][t.local.k] = t.global.i * 100 + t.global.j * 10 + t.global.k;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = block[1 - t.local.i][t.local.j][3 - t.local.k] * n + t.tile.j;
	});
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				CHECK(amp_at(v, i, j, k) ==
				      ((i ^ 1) * 100 + j * 10 + (k ^ 3)) * n + j / n);
	amp_release(v);
}

/* ---- Jumps that all threads make in front of barriers, and those of each thread -- */

static int next_of(int value, int n, int shared[TILE], amp_tiled_index1 t) restrict(amp)
{
	if (n == 0)
		return value;
	shared[t.local.i] = value;
	amp_barrier_wait(t.barrier);
	return shared[(t.local.i + 1) % TILE];
}

static void jumps(int n)
{
	int data[SIZE];
	amp_array_view(int, 1) v = amp_view(data, SIZE);

	for (int i = 0; i < SIZE; i++)
		data[i] = i % 7;
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int shared[TILE];
		const int me = t.local.i;
		int x = amp_at(v, t.global), k = 0;

		if (t.tile.i == 2)
			return;
		while (k < 6) {
			k++;
			if (k == n)
				continue;
			shared[me] = x;
			amp_barrier_wait(t.barrier);
			const int other = shared[TILE - 1 - me];

			amp_barrier_wait(t.barrier);
			if (other % 2)
				continue;
			x += other + k;
		}
		x = next_of(x, n, shared, t);
		amp_at(v, t.global) = x;
	});
	amp_synchronize(v);
	for (int tile = 0; tile < TILES; tile++) {
		int x[TILE], before[TILE];

		for (int me = 0; me < TILE; me++)
			x[me] = (tile * TILE + me) % 7;
		for (int k = 1; k <= 6 && tile != 2; k++) {
			memcpy(before, x, sizeof x);
			for (int me = 0; me < TILE && k != n; me++) {
				const int other = before[TILE - 1 - me];

				x[me] += other % 2 ? 0 : other + k;
			}
		}
		for (int me = 0; me < TILE; me++)
			CHECK(data[tile * TILE + me] == (tile == 2 || n == 0 ? x[me] : x[(me + 1) % TILE]));
	}
	amp_release(v);
}

/* ---- What stays with fibers ----------------------------------------------- */

static int wait_and_return(int value, amp_tile_barrier barrier) restrict(amp)
{
	amp_barrier_wait(barrier);
	return value;
}
static void add_at(int *to, int value, amp_tile_barrier barrier) restrict(amp)
{
	amp_barrier_wait(barrier);
	*to += value;
}
static int with_pointer(const amp_tiled_index1 *t) restrict(amp)
{
	amp_barrier_wait(t->barrier);
	return t->local.i;
}

static void fibers(void)
{
	int data[SIZE], more[SIZE];
	amp_array_view(int, 1) v = amp_view(data, SIZE), w = amp_view(more, SIZE);

	amp_discard(v);
	amp_discard(w);
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		unsigned n = (unsigned)t.local.i;
		unsigned *p = (unsigned *)&n;

		amp_barrier_wait(t.barrier);
		*p += 5;
		amp_barrier_wait(t.barrier);
		amp_at(w, t.global) = (int)n;
	});
	for (int i = 0; i < SIZE; i++)
		CHECK(amp_at(w, i) == i % TILE + 5);
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int shared[TILE];
		int own[3] = {1, 2, 3}, me = t.local.i, n = 0;
		int *p = me % 2 ? (int *)&n : &shared[me];

		*p = 0;
		own[me % 3] += 10;
		if (wait_and_return(1, t.barrier) == 1)
			n += wait_and_return(me++, t.barrier);
		*p += 5;
		add_at(&n, 3, t.barrier);
		amp_at(v, t.global) = n + me + own[0] + own[1] + own[2];
	});
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		const int me = with_pointer(&t), odd = me % 2;
		int k;

		t.local.i += 1;
		for (k = 0; k < 3; k++)
			amp_barrier_wait(t.barrier);
		amp_at(w, t.global) = t.local.i * 10 + odd + k;
	});
	for (int i = 0; i < SIZE; i++) {
		const int me = i % TILE;

		CHECK(amp_at(v, i) == me + me % 2 * 5 + 3 + me + 1 + 16);
		CHECK(amp_at(w, i) == (me + 1) * 10 + me % 2 + 3);
	}
	/* a pointer to an array, not to an element: a region has a pointer for the array */
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		int own[3] = {t.local.i, 20, 30}, rows[2][3] = {{1, 2, 3}, {4, 5, t.local.i}};
		int(*const whole)[3] = &own;
		int(*const row)[3] = &rows[1];

		amp_barrier_wait(t.barrier);
		(*whole)[1] += (*whole)[0];
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = own[1] + (*whole)[2] + (*row)[2];
	});
	for (int i = 0; i < SIZE; i++)
		CHECK(amp_at(v, i) == 20 + 30 + 2 * (i % TILE));
	amp_release(w);
	amp_release(v);
}

/* A loop without braces in front of a barrier, indented as much as ampcc's own text is:
 * compilers do not take what is kept of its sum for a part of it. */
static void sums(amp_tiled_index1 t, amp_array_view(int, 1) v) restrict(amp)
{
	tile_static int part[8];
	int sum = t.local.i;

	part[t.local.i] = sum;
	amp_barrier_wait(t.barrier);
	for (int k = 0; k < 8; k++)
                sum += part[k];
	amp_barrier_wait(t.barrier);
	amp_at(v, t.global) = sum;
}

static void loops_without_braces(void)
{
	int data[SIZE];
	amp_array_view(int, 1) v = amp_view(data, SIZE);

	amp_discard(v);
	amp_parallel_for_each(amp_tile(v.extent, 8), sums, v);
	for (int i = 0; i < SIZE; i++)
		CHECK(amp_at(v, i) == i % 8 + 28);
	amp_release(v);
}

/* Objects without a name, which live as long as the block, whichever barriers are in it. */
static void compound_literals(void)
{
	int data[SIZE], more[SIZE];
	amp_array_view(int, 1) v = amp_view(data, SIZE), w = amp_view(more, SIZE);

	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		int *p = (int[]){t.local.i, 10, 200};
		pair *q = &(pair){t.tile.i, 3};

		p[1] += p[0];
		amp_barrier_wait(t.barrier);
		q->second += q->first;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = p[0] + p[1] + p[2];
		amp_at(w, t.global) = q->second;
	});
	for (int i = 0; i < SIZE; i++)
		CHECK(amp_at(v, i) == 2 * (i % TILE) + 210 && amp_at(w, i) == 3 + i / TILE);
	/* whose values alone are read */
	amp_parallel_for_each(amp_tile(v.extent, TILE), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int s[TILE];

		s[t.local.i] = (int[]){3, 5, 7, 9}[t.local.i % 4] + (pair){t.tile.i, 3}.first;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = s[TILE - 1 - t.local.i];
	});
	for (int i = 0; i < SIZE; i++)
		CHECK(amp_at(v, i) == 9 - i % 4 * 2 + i / TILE);
	amp_release(v);
	amp_release(w);
}

/* Ifs on the index with an else; far may wrap around. */
static void sides(int low, int high, unsigned from)
{
	enum { ROWS = 4, COLUMNS = 8 };
	int data[2 * ROWS][2 * COLUMNS];
	amp_array_view(int, 2) v = amp_view(&data[0][0], 2 * ROWS, 2 * COLUMNS);

	amp_discard(v);
	amp_parallel_for_each(amp_tile(v.extent, ROWS, COLUMNS), ^(amp_tiled_index2 t) restrict(amp) {
		tile_static int ways[ROWS][COLUMNS];
		const int row = t.local.i, column = t.local.j;
		const unsigned far = from + (unsigned)column;

		if (row > low && column > high)
			ways[row][column] = 1;
		else if (column >= high) {
			if (far < 100)
				ways[row][column] = 2;
			else
				ways[row][column] = 3;
		} else
			ways[row][column] = 4;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = ways[ROWS - 1 - row][column];
	});
	amp_synchronize(v);
	for (int y = 0; y < 2 * ROWS; y++) {
		for (int x = 0; x < 2 * COLUMNS; x++) {
			const int row = ROWS - 1 - y % ROWS, column = x % COLUMNS;

			CHECK(data[y][x] == (row > low && column > high ? 1 : column < high ? 4 : from + (unsigned)column < 100 ? 2 : 3));
		}
	}
	amp_release(v);
}

int main(void)
{
	for (int low = -1; low < 6; low++) {
		for (int high = -1; high < 10; high++) {
			sides(low, high, 96);
			sides(low, high, (unsigned)-3);
		}
	}
	compound_literals();
	loops_without_braces();
	variables();
	arrays();
	strides(90);
	strides(-5);
	early_declarations(5);
	early_declarations(0);
	atomics();
	functions();
	named(16, 8, false);
	named(4, 16, false);
	named(16, 8, true);
	named(3, 12, true);
	cubes(2);
	cubes(4);
	jumps(0);
	jumps(3);
	jumps(9);
	fibers();
	puts("ok");
	return 0;
}
