// Tiled kernels that become loops over their threads on the CPU accelerator:
// variables that live across barriers, are the same in all threads, or follow
// from the index; loops and conditions around barriers; loops that start at the
// thread's index.
// options: -Wno-sign-compare -Wno-amp-divergent-barrier
#include "../check.h"
#include <amp.h>
#include <algorithm>
#include <cmath>
#include <vector>
using namespace concurrency;

static const int TILE = 32, TILES = 5, SIZE = TILE * TILES;

struct pair {
	int first, second;
};

struct counter {
	int n;
	counter() restrict(cpu, amp) : n(7) {}
};

// cannot be moved as bytes
struct guard {
	int n;
	explicit guard(int n) restrict(cpu, amp) : n(n) {}
	~guard() restrict(cpu, amp) { n = -1; }
};

struct complex {
	float re, im;
	explicit complex(float re, float im = 0) restrict(cpu, amp) : re(re), im(im) {}
	complex operator*(const complex &o) const restrict(cpu, amp)
	{
		return complex(re * o.re - im * o.im, re * o.im + im * o.re);
	}
	void add(const complex &o) restrict(cpu, amp)
	{
		re += o.re;
		im += o.im;
	}
};

static void variables()
{
	std::vector<int> data(SIZE);
	array_view<int, 1> v(SIZE, data);
	const int offset = 3;
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int a[TILE], b[TILE];
		const int me = t.local[0], tile = t.tile[0];
		int next = me + 1, twice = 2 * me, unset;
		next %= TILE;
		pair p = {me, tile};
		const int scale = offset * 2;
		a[me] = t.global[0] * scale;
		t.barrier.wait();
		unset = a[next];
		p.first += unset;
		b[me] = p.first;
		t.barrier.wait_with_tile_static_memory_fence();
		{
			int inner = b[next] + twice;
			t.barrier.wait();
			b[me] = inner;
		}
		t.barrier.wait();
		if (me == 5)
			return;
		v[t.global] = b[next] + unset + p.second + twice;
	});
	v.synchronize();
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
			CHECK(data[tile * TILE + me] == (me == 5 ? 0 : c[next] + a[next] + tile + 2 * me));
		}
	}
}

// What cannot be kept runs as fibers.
static void not_kept()
{
	std::vector<int> data(SIZE);
	array_view<int, 1> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int a[TILE];
		guard g(7);
		const int me = t.local[0];
		a[me] = me;
		g.n += me;
		t.barrier.wait();
		v[t.global] = a[TILE - 1 - me] + g.n;
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == TILE - 1 + 7);
}

static float sum_of(const float *values, int n) restrict(amp)
{
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

// Arrays, objects with constructors, and both.
template <typename T, int N> static void objects(T one)
{
	std::vector<float> data(SIZE), more(SIZE);
	array_view<float, 1> v(SIZE, data), w(SIZE, more);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static float shared[TILE];
		const int me = t.local[0];
		const index<1> here = t.global;
		const float weights[] = {0.5f, 2};
		float sums[2][3] = {{1, 2, 3}, {float(me)}};
		T own[N] = {one, one}, last = one;
		complex z(1), turns[2] = {complex(0, 1), complex(2)};
		counter c;
		for (int round = 0; round < 3; round++) {
			index<1> next = t.local + 1;
			float row[2];
			shared[me] = sums[1][0];
			t.barrier.wait();
			next %= TILE;
			for (int i = 0; i < 3; i++)
				sums[round % 2][i] += shared[next[0]] * weights[i % 2];
			row[0] = row[1] = sums[0][round];
			z = z * turns[round % 2];
			t.barrier.wait();
			own[round % N] += T(row[0] + row[1]);
			last = last + own[0];
			z.add(complex(1));
			c.n += round;
		}
		float all = 0;
		for (float x : sums[1])
			all += x;
		v[here] = all + sum_of(sums[0], 3) + z.re * 3 + z.im + c.n;
		w[here] = float(own[0]) + 2 * float(own[N - 1]) + float(last);
	});
	v.synchronize();
	w.synchronize();
	float sums[TILE][2][3], own[TILE][N], last[TILE];
	for (int me = 0; me < TILE; me++) {
		const float first[2][3] = {{1, 2, 3}, {float(me)}};
		std::copy(&first[0][0], &first[0][0] + 6, &sums[me][0][0]);
		std::fill(own[me], own[me] + N, 0.0f);
		own[me][0] = own[me][1] = last[me] = float(one);
	}
	float re = 1, im = 0;
	for (int round = 0; round < 3; round++) {
		float shared[TILE];
		for (int me = 0; me < TILE; me++)
			shared[me] = sums[me][1][0];
		for (int me = 0; me < TILE; me++) {
			for (int i = 0; i < 3; i++)
				sums[me][round % 2][i] += shared[(me + 1) % TILE] * (i % 2 ? 2 : 0.5f);
			own[me][round % N] += 2 * sums[me][0][round];
			last[me] += own[me][0];
		}
		const float turned = round % 2 ? 2 * re : -im;
		im = round % 2 ? 2 * im : re;
		re = turned + 1;
	}
	for (int i = 0; i < SIZE; i++) {
		const int me = i % TILE;
		float all = re * 3 + im + 10;
		for (int k = 0; k < 6; k++)
			all += sums[me][k / 3][k % 3];
		CHECK(std::fabs(data[i] - all) <= 1e-5f * std::fabs(all));
		CHECK(more[i] == own[me][0] + 2 * own[me][N - 1] + last[me]);
	}
}

// Pointers to variables of a thread's own, which arrays would move.
static void add_at(int *to, int value, const tile_barrier &barrier) restrict(amp)
{
	barrier.wait();
	*to += value;
}
static void pointers()
{
	std::vector<int> data(SIZE), more(SIZE);
	array_view<int, 1> v(SIZE, data), w(SIZE, more);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE];
		int own = t.local[0];
		int *p = own % 2 ? &own : &shared[own];
		*p = 0;
		t.barrier.wait();
		*p += 5;
		t.barrier.wait();
		v[t.global] = own;
	});
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE];
		int own = t.local[0], *p = &shared[t.local[0]];
		add_at(&own, 3, t.barrier);
		*p = own;
		t.barrier.wait();
		w[t.global] = own + *p;
	});
	v.synchronize();
	w.synchronize();
	for (int i = 0; i < SIZE; i++) {
		CHECK(data[i] == (i % 2 ? 5 : i % TILE));
		CHECK(more[i] == 2 * (i % TILE + 3));
	}
}

// Constants that are declared between barriers.
static void enumerations()
{
	std::vector<int> data(SIZE);
	array_view<int, 1> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE];
		enum { HALF = TILE / 2 };
		shared[t.local[0]] = t.local[0];
		t.barrier.wait();
		v[t.global] = shared[(t.local[0] + HALF) % TILE];
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == (i + TILE / 2) % TILE);
}

template <typename T, int N> static void loops(int rounds)
{
	std::vector<T> data(4 * N * N);
	array_view<T, 2> v(2 * N, 2 * N, data);
	parallel_for_each(v.extent.template tile<N, N>(), [=](tiled_index<N, N> t) restrict(amp) {
		tile_static T block[N][N];
		const int row = t.local[0], column = t.local[1];
		T sum = 0;
		block[row][column] = T(row * N + column);
		t.barrier.wait();
		for (int round = 0; round < rounds; round++) {
			for (int half = N / 2; half > 0; half /= 2) {
				T other = block[row][(column + half) % N];
				if (round == 1 && t.tile[0] == 1) {
					t.barrier.wait();
					other += block[(row + 1) % N][column];
				} else {
					t.barrier.wait();
					sum += other;
				}
				for (int k = 0; k < 5; k++) {
					if (k == row)
						continue;
					if (k == 3)
						break;
					sum += T(k);
				}
				t.barrier.wait();
				block[row][column] = other;
				t.barrier.wait();
			}
		}
		v[t.global] = sum;
	});
	v.synchronize();

	for (int tile_row = 0; tile_row < 2; tile_row++) {
		std::vector<T> block(N * N), sum(N * N), other(N * N);
		for (int i = 0; i < N * N; i++)
			block[i] = T(i);
		for (int round = 0; round < rounds; round++) {
			for (int half = N / 2; half > 0; half /= 2) {
				for (int i = 0; i < N * N; i++) {
					const int row = i / N, column = i % N;
					other[i] = block[row * N + (column + half) % N];
					if (round == 1 && tile_row == 1)
						other[i] += block[(row + 1) % N * N + column];
					else
						sum[i] += other[i];
					for (int k = 0; k < 5; k++)
						sum[i] += T(k == row || (k >= 3 && row != 3) ? 0 : k);
				}
				block = other;
			}
		}
		for (int row = 0; row < N; row++)
			for (int column = 0; column < 2 * N; column++)
				CHECK(data[(tile_row * N + row) * 2 * N + column] == sum[row * N + column % N]);
	}
}

// Loops that start at the thread's index; their ends are not the tile's.
static void strides()
{
	const int n = 1003;
	std::vector<int> data(n), sums(SIZE), picture(SIZE);
	for (int i = 0; i < n; i++)
		data[i] = i * 7 % 31;
	array_view<const int, 1> v(n, data);
	array_view<int, 1> sum(SIZE, sums), inside(SIZE, picture);
	const unsigned limit = 40;
	parallel_for_each(sum.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int block[TILE + 4];
		int total = 0;
		for (int k = t.global[0]; k < v.extent[0]; k += SIZE) {
			const int value = v[k];
			if (value == 3)
				continue;
			total += value;
		}
		for (int k = t.local[0] - 2; k < TILE + 2; k += TILE)
			block[k + 2] = k;
		t.barrier.wait();
		// from -2 it ends at once: compared with an unsigned number
		for (int k = t.local[0] - 2; k < limit; k += 16)
			total += 1000;
		for (int k = t.local[0]; k < 3.5f; k += 1)
			total += 10000000;
		// near the largest integer: only some threads take a second step
		for (int k = 2147483647 - 40 + t.local[0]; k <= 2147483647 - 10; k += 9)
			total += 100000;
		for (unsigned k = t.local[0]; k <= 3; k += 2)
			for (int m = t.local[0]; m < 3; m += 1)
				total += 1;
		sum[t.global] = total;
		inside[t.global] = block[t.local[0]] + block[t.local[0] + 4];
	});
	sum.synchronize();
	inside.synchronize();
	for (int i = 0; i < SIZE; i++) {
		const int me = i % TILE;
		int total = 0;
		for (int k = i; k < n; k += SIZE)
			total += data[k] == 3 ? 0 : data[k];
		for (int k = me - 2; k >= 0 && k < 40; k += 16)
			total += 1000;
		for (int k = me; k <= 3; k++)
			total += 10000000;
		for (long long k = 2147483647ll - 40 + me; k <= 2147483647ll - 10; k += 9)
			total += 100000;
		for (int k = me; k <= 3; k += 2)
			for (int m = me; m < 3; m++)
				total++;
		CHECK(sums[i] == total);
		CHECK(picture[i] == (me - 2) + (me + 2));
	}
}

// Conditions around barriers that follow from data, the same in all threads of a tile.
static void data()
{
	std::vector<int> numbers(SIZE), starts(TILES + 1), counts(TILES), sums(SIZE), halves(SIZE),
	    sorted(SIZE), found(SIZE), shifted(SIZE);
	for (int i = 0; i < SIZE; i++)
		numbers[i] = (i * 7919 + 13) % 1009;
	for (int i = 0; i <= TILES; i++)
		starts[i] = i * i * TILE / TILES;
	for (int i = 0; i < TILES; i++)
		counts[i] = (i * 3) % 4;
	array_view<const int, 1> number(SIZE, numbers), start(TILES + 1, starts), count(TILES, counts);
	array_view<int, 1> sum(SIZE, sums), half(SIZE, halves), order(SIZE, sorted), at(SIZE, found),
	    shift(SIZE, shifted);
	parallel_for_each(number.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int a[TILE], n;
		const int me = t.local[0];
		// a loop whose variable each thread has from data
		int total = 0, end = start[t.tile[0] + 1];
		for (int k = start[t.tile[0]]; k < end; k += TILE / 4) {
			a[me] = number[(k + me) % SIZE];
			t.barrier.wait();
			for (int j = 0; j < TILE; j++)
				total += a[j] + k;
			t.barrier.wait();
		}
		// one whose end is in tile_static memory
		if (me == 0)
			n = count[t.tile];
		t.barrier.wait();
		for (int k = 0; k < n; k++) {
			a[me] = k + me;
			t.barrier.wait();
			total += a[TILE - 1 - me];
			t.barrier.wait();
		}
		// one without a condition
		for (int k = n;; k--) {
			if (k < 2)
				break;
			a[me] = k * me;
			t.barrier.wait();
			total += a[TILE - 1 - me];
			t.barrier.wait();
		}
		// an if
		if (n > 1) {
			a[me] = total;
			t.barrier.wait();
			total += a[(me + 1) % TILE];
		} else if (count[t.tile[0]] == 1) {
			total = -total;
			t.barrier.wait();
		}
		sum[t.global] = total;
	});
	parallel_for_each(number.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int again;
		int x = number[t.global], steps = 0;
		do {
			t.barrier.wait();
			if (t.local[0] == 0)
				again = 0;
			t.barrier.wait();
			if (x > 1) {
				x /= 2;
				again = 1;
			}
			steps++;
			t.barrier.wait();
		} while (again);
		while (again < 3) {
			t.barrier.wait();
			if (t.local[0] == 0)
				again++;
			steps += 100;
			t.barrier.wait();
		}
		half[t.global] = steps;
	});
	// a bitonic sort
	parallel_for_each(number.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int a[TILE];
		const int me = t.local[0], first = t.tile_origin[0];
		a[me] = number[first + me];
		t.barrier.wait();
		for (int k = 2; k <= TILE; k <<= 1)
			for (int j = k >> 1; j > 0; j >>= 1) {
				const int other = me ^ j;
				if (other > me && (a[me] > a[other]) == ((me & k) == 0)) {
					int x = a[me];
					a[me] = a[other];
					a[other] = x;
				}
				t.barrier.wait();
			}
		order[t.global] = a[me];
	});
	// loops that all threads leave
	parallel_for_each(number.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int most;
		int x = number[t.global], place = -1, rounds = 0;
		for (int k = 0; k < 100; k++) {
			if (t.local[0] == 0)
				most = -1;
			t.barrier.wait();
			if (x % (k + 2) == 0)
				atomic_fetch_max(&most, x);
			t.barrier.wait();
			if (most >= 0) {
				place = most;
				rounds += k;
				break;
			}
			t.barrier.wait();
		}
		at[t.global] = place + 10000 * rounds;
		tile_static int turn;
		while (true) {
			if (t.local[0] == 0)
				turn = rounds;
			t.barrier.wait();
			rounds++;
			if (turn > 5)
				break;
			t.barrier.wait();
		}
		shift[t.global] = rounds;
	});
	sum.synchronize();
	half.synchronize();
	order.synchronize();
	at.synchronize();
	shift.synchronize();
	for (int tile = 0; tile < TILES; tile++) {
		const int *mine = &numbers[tile * TILE];
		int total = 0, steps = 0;
		for (int k = starts[tile]; k < starts[tile + 1]; k += TILE / 4)
			for (int j = 0; j < TILE; j++)
				total += numbers[(k + j) % SIZE] + k;
		std::vector<int> totals(TILE, total), expected(mine, mine + TILE);
		for (int me = 0; me < TILE; me++)
			for (int k = 0; k < counts[tile]; k++)
				totals[me] += k + TILE - 1 - me;
		for (int me = 0; me < TILE; me++)
			for (int k = counts[tile]; k > 1; k--)
				totals[me] += k * (TILE - 1 - me);
		std::sort(expected.begin(), expected.end());
		for (int most = expected.back(); most > 1; most /= 2)
			steps++;
		steps += 301; // the step that finds nothing to do, and three more
		int place = -1, rounds = 0;
		for (int k = 0; k < 100 && place < 0; k++)
			for (int x : expected)
				if (x % (k + 2) == 0) {
					place = x;
					rounds = k;
				}
		for (int me = 0; me < TILE; me++) {
			const int i = tile * TILE + me;
			CHECK(sums[i] == (counts[tile] > 1    ? totals[me] + totals[(me + 1) % TILE]
			                  : counts[tile] == 1 ? -totals[me]
			                                      : totals[me]));
			CHECK(halves[i] == steps);
			CHECK(sorted[i] == expected[me]);
			CHECK(found[i] == place + 10000 * rounds);
			CHECK(shifted[i] == (rounds > 5 ? rounds + 1 : 7));
		}
	}
}

// Jumps that all threads of a tile make in front of barriers, and those of each thread's own.
static int sum_of_neighbours(int value, int n, const tiled_index<TILE> &t) restrict(amp)
{
	tile_static int shared[TILE];
	if (n == 0)
		return value;
	shared[t.local[0]] = value;
	t.barrier.wait();
	if (n == 1)
		return shared[(t.local[0] + 1) % TILE];
	value = shared[(t.local[0] + 1) % TILE] + shared[(t.local[0] + 2) % TILE];
	t.barrier.wait();
	return value;
}
static void jumps(int n)
{
	std::vector<int> numbers(SIZE), skipped(SIZE), results(SIZE, -1);
	for (int i = 0; i < SIZE; i++) {
		numbers[i] = (i * 7919 + 13) % 1009;
		skipped[i] = i % TILES == 1 ? 0 : i;
	}
	array_view<const int, 1> number(SIZE, numbers), skip(SIZE, skipped);
	array_view<int, 1> result(SIZE, results);
	parallel_for_each(number.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int a[TILE];
		const int me = t.local[0];
		if (t.tile[0] == 4)
			return;
		if (skip[t.tile] == 0) {
			result[t.global] = -2;
			return;
		}
		int x = number[t.global], rounds = 0;
		for (int k = 0; k < 6; k++) {
			if (k == n)
				continue;
			a[me] = x;
			t.barrier.wait();
			int y = a[TILE - 1 - me];
			t.barrier.wait();
			switch (k) {
			case 1:
				y++;
				break;
			default:
				y += k;
			}
			if (y % 3 == 0)
				continue;
			x += y;
		}
		do {
			rounds++;
			if (rounds == n) {
				x++;
				continue;
			}
			a[me] = x;
			t.barrier.wait();
			x = a[(me + 1) % TILE];
			t.barrier.wait();
			if (rounds == 5 && n == 3) {
				result[t.global] = x;
				return;
			}
		} while (rounds < 7);
		// the step of a loop whose variable each thread has from data
		for (int k = number[t.tile] % 3; k < 5; k++) {
			if (k == n)
				continue;
			a[me] = x;
			t.barrier.wait();
			x ^= a[(me + k) % TILE];
			t.barrier.wait();
		}
		x = sum_of_neighbours(x, n, t);
		result[t.global] = x;
	});
	result.synchronize();
	for (int tile = 0; tile < TILES; tile++) {
		const int *mine = &numbers[tile * TILE];
		std::vector<int> x(mine, mine + TILE), a;
		for (int k = 0; k < 6; k++) {
			a = x;
			for (int me = 0; me < TILE && k != n; me++) {
				const int y = a[TILE - 1 - me] + (k == 1 ? 1 : k);
				x[me] += y % 3 == 0 ? 0 : y;
			}
		}
		for (int round = 1; round <= (n == 3 ? 5 : 7); round++) {
			a = x;
			for (int me = 0; me < TILE; me++)
				x[me] = round == n ? a[me] + 1 : a[(me + 1) % TILE];
		}
		for (int k = numbers[tile] % 3; k < 5 && n != 3; k++) {
			a = x;
			for (int me = 0; me < TILE && k != n; me++)
				x[me] ^= a[(me + k) % TILE];
		}
		a = x;
		for (int me = 0; me < TILE; me++) {
			const int next = a[(me + 1) % TILE], after = a[(me + 2) % TILE];
			const int all = n == 3 || n == 0 ? a[me] : n == 1 ? next : next + after;
			CHECK(results[tile * TILE + me] == (tile == 4 ? -1 : tile == 1 || tile == 0 ? -2 : all));
		}
	}
}

// A continue that is not in front of the barrier: threads may differ.
static void continue_beside_barrier()
{
	std::vector<int> data(SIZE);
	for (int i = 0; i < SIZE; i++)
		data[i] = (i * 7919 + 13) % 1009;
	const std::vector<int> numbers = data;
	array_view<int, 1> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int a[TILE];
		const int me = t.local[0];
		int x = v[t.global];
		for (int k = 0; k < 2; k++) {
			if (k == 0) {
				if (x % 2)
					continue;
				x++;
			} else {
				a[me] = x;
				t.barrier.wait();
				x = a[TILE - 1 - me];
				t.barrier.wait();
			}
		}
		v[t.global] = x;
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++) {
		const int other = numbers[i / TILE * TILE + TILE - 1 - i % TILE];
		CHECK(data[i] == (other % 2 ? other : other + 1));
	}
}

int bump(int &n) restrict(amp)
{
	n += 5;
	return n;
}

// A call that changes a variable, in the condition of an if and in an initializer; a loop's condition that changes its variable.
void changed_in_initializers()
{
	std::vector<int> data(SIZE);
	array_view<int> v(SIZE, data);

	v.discard_data();
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		int n = 1, m = 2;
		int first = bump(m);
		if (int r = bump(n))
			first += r;
		t.barrier.wait();
		int turns = 0;
		for (int k = 0; k++ < 6; k++) {
			t.barrier.wait();
			turns++;
		}
		v[t.global] = turns * 10000 + first * 100 + n * 10 + m;
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == 3 * 10000 + 13 * 100 + 6 * 10 + 7);
}

// What stands for other things across barriers: references, pointers to a thread's own array, lambdas. Each is what it was
// where it was declared, also when the variables of its initializer change.
template <typename T>
static void aliases(const T (&weights)[4])
{
	std::vector<T> data(SIZE);
	array_view<T, 1> v(SIZE, data);
	parallel_for_each(v.extent.template tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static T shared[TILE], twice[2][TILE];
		const int me = t.local[0];
		int place = TILE - 1 - me, step = 1, in = 0;
		T own[4] = {T(1), T(2), T(3), T(4)}, sum = T(me);
		pair both = {me, 1};
		T &mine = shared[me];
		T &other = v[t];
		T *p = own + 1;
		T &total = sum;
		T &again = total;
		const int far = place;
		T &moved = shared[far];
		const T &weight = weights[me % 4];
		const int now = in;
		T &half = twice[now][me];
		int &first = both.first;
		T *const last = own + 3;
		auto line = [=](T x) { return x * T(step) + T(me); };
		mine = T(me);
		other = T(5);
		half = T(0);
		t.barrier.wait();
		place = 0;
		in = 1 - in;
		*p += T(7);
		total += shared[TILE - 1 - me];
		t.barrier.wait();
		first += 2;
		again += moved + *last;
		half += line(T(2)) + weight;
		*last = T(me);
		t.barrier.wait();
		other += sum + own[1] + own[3] + T(both.first) + twice[0][me] + twice[in][me] * T(0) + p[0] + line(T(1)) + weight; });
	v.synchronize();
	for (int i = 0; i < SIZE; i++) {
		const T me = T(i % TILE), w = weights[i % 4];
		CHECK(data[i] == T(5) + (me + T(TILE - 1) - me + T(TILE - 1) - me + T(4)) + T(9) + me + (me + T(2)) + (T(2) + w + me) + T(9) + (T(1) + w + me));
	}
}

// Loops without a variable of their own, a function's parameter that all threads change together, and a loop's
// variable that the condition does not ask for.
static void halves(int (&shared)[TILE], int distance, int me, const tile_barrier &barrier) restrict(amp)
{
	for (; distance > 0; distance /= 2) {
		const int sum = shared[me] + shared[(me + distance) % TILE];
		barrier.wait();
		shared[me] = sum;
		barrier.wait();
	}
}
static void bare_loops()
{
	std::vector<int> data(SIZE);
	array_view<int> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE];
		const int me = t.local[0];
		shared[me] = me;
		t.barrier.wait();
		halves(shared, TILE / 2, me, t.barrier);
		int turns = 0, n = shared[0];
		for (int k = me; n > 0; k++) {
			turns += k;
			t.barrier.wait();
			n -= 100;
		}
		for (; n < 0;) {
			t.barrier.wait();
			n += 50;
		}
		int steps = 0; // the loop ends with its body
		for (int k = 0; k < 3; k++, steps += k)
			t.barrier.wait();
		v[t] = shared[me] * 1000 + turns + n + steps - 6; });
	v.synchronize();
	const int sum = TILE * (TILE - 1) / 2, turns = (sum + 99) / 100;
	for (int i = 0; i < SIZE; i++) {
		int left = sum - turns * 100;
		while (left < 0)
			left += 50;
		CHECK(data[i] == sum * 1000 + turns * (i % TILE) + turns * (turns - 1) / 2 + left);
	}
}

// Conditions on values that fall from thread to thread, that wrap around, and that have a name.
static int conditions(int me, int at, unsigned wraps, int bound) restrict(cpu, amp)
{
	const unsigned limit = static_cast<unsigned>(bound);
	return (at < bound) + 2 * (at <= bound) + 4 * (at > bound) + 8 * (at >= bound) + 16 * (at == bound) +
	       32 * (wraps < limit) + 64 * (limit <= wraps) + 128 * (at < limit) + 256 * (wraps + 0LL < 20) +
	       512 * (me - 5u + 0LL < 20) + 1024 * (at >= 0 && me < bound);
}
static void comparisons(int start, int bound)
{
	std::vector<int> data(SIZE, 1);
	array_view<int> v(SIZE, data);
	const unsigned limit = static_cast<unsigned>(bound);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		const int me = t.local[0], one = v[t], at = start - me;
		const unsigned wraps = start - static_cast<unsigned>(bound) - t.local[0], rising = me - 5u;
		const bool inside = at >= 0 && me < bound;
		int bits = 0;
		t.barrier.wait();
		if (at < bound)
			bits += one;
		if (at <= bound)
			bits += 2;
		if (at > bound)
			bits += 4;
		if (bound <= at)
			bits += 8;
		if (at == bound)
			bits += 16;
		if (wraps < limit)
			bits += 32;
		if (limit <= wraps)
			bits += 64;
		if (at < limit)
			bits += 128;
		if (wraps + 0LL < 20)
			bits += 256;
		if (rising + 0LL < 20)
			bits += 512;
		if (inside)
			bits += 1024;
		t.barrier.wait();
		v[t] = bits;
	});
	v.synchronize();
	for (int i = 0; i < SIZE; i++) {
		const int me = i % TILE;
		CHECK(data[i] == conditions(me, start - me, start - static_cast<unsigned>(bound) - me, bound));
	}
}

// Which branch of ifs on the index a thread takes; `from` may be so large that an index wraps around.
static int side(int row, int column, int low, int high, int from) restrict(cpu, amp)
{
	const unsigned far = static_cast<unsigned>(from) + static_cast<unsigned>(column);
	int way = 0;
	if (row > low && column > high)
		way = 1;
	else if (column >= high) {
		if (row == low)
			way = 2;
		else if (far < 100)
			way = 3;
	} else if (low <= row)
		way = 4;
	else
		way = 5;
	return way;
}
template <int ROWS, int COLUMNS> static void sides(int low, int high, int from)
{
	const extent<2> all(2 * ROWS, 2 * COLUMNS);
	std::vector<int> data(all.size()), more(all.size());
	array_view<int, 2> v(all, data), w(all, more);
	const unsigned start = static_cast<unsigned>(from);
	const int none = low - low;
	parallel_for_each(all.tile<ROWS, COLUMNS>(), [=](tiled_index<ROWS, COLUMNS> t) restrict(amp) {
		tile_static int ways[ROWS][COLUMNS];
		const int row = t.local[0], column = t.local[1];
		const unsigned far = start + column;
		ways[row][column] = 0;
		t.barrier.wait();
		if (row > low && column > high)
			ways[row][column] += 1;
		else if (column >= high) {
			if (row == low)
				ways[row][column] += 2;
			else if (far < 100)
				ways[row][column] += 3;
		} else if (low <= row)
			ways[row][column] += 4;
		else
			ways[row][column] += 5;
		t.barrier.wait();
		v[t.global] = ways[ROWS - 1 - row][column];
		t.barrier.wait();
		if (row < none && column < ROWS * 5 / none) // which is not evaluated
			v[t.global] = -1;
		t.barrier.wait();
		if (t.global[0] < high) {
			if (t.global[1] >= low)
				return;
		} else {
			if (column == low)
				w[t.global] = 7;
		}
	});
	v.synchronize();
	w.synchronize();
	for (int y = 0; y < all[0]; y++)
		for (int x = 0; x < all[1]; x++) {
			CHECK(data[y * all[1] + x] == side(ROWS - 1 - y % ROWS, x % COLUMNS, low, high, from));
			CHECK(more[y * all[1] + x] == (y >= high && x % COLUMNS == low ? 7 : 0));
		}
}
static void cubes(int low, int high)
{
	const extent<3> all(4, 8, 8);
	std::vector<int> data(all.size());
	array_view<int, 3> v(all, data);
	parallel_for_each(all.tile<4, 4, 4>(), [=](tiled_index<4, 4, 4> t) restrict(amp) {
		if (t.local[0] >= low && t.local[1] < high && t.local[2] > low)
			v[t.global] = 1;
		else if (t.global[2] == high)
			v[t.global] = 2;
		else
			v[t.global] = 3;
	});
	v.synchronize();
	for (int z = 0; z < 4; z++)
		for (int y = 0; y < 8; y++)
			for (int x = 0; x < 8; x++)
				CHECK(data[(z * 8 + y) * 8 + x] == (z >= low && y % 4 < high && x % 4 > low ? 1 : x == high ? 2 : 3));
}

// Every by-th thread, along both dimensions; where a value is below 0 or wraps around, remainders are others.
static void multiples(int by, int from, unsigned far, int rest)
{
	std::vector<int> data(8 * 16);
	const array_view<int, 2> v(8, 16, data);
	parallel_for_each(v.extent.tile<4, 8>(), [=](tiled_index<4, 8> t) restrict(amp) {
		tile_static int shared[4][8];
		const int y = t.local[0], x = t.local[1];
		int mine = 100 * y;
		shared[y][x] = t.global[1];
		t.barrier.wait();
		if ((from + x) % by == rest) {
			shared[y][x] += 1000;
			mine += x;
		}
		t.barrier.wait();
		if (t.global[0] % by == 1)
			shared[y][x] += 10000;
		t.barrier.wait();
		const bool is_other = (y + far) % 2 == 0;
		if (is_other)
			mine += shared[y][7 - x];
		t.barrier.wait();
		v[t.global] = mine;
	});
	v.synchronize();
	for (int gy = 0; gy < 8; gy++) {
		for (int gx = 0; gx < 16; gx++) {
			const int y = gy % 4, x = gx % 8, other = 7 - x;
			int mine = 100 * y, shared = gx / 8 * 8 + other;
			mine += (from + x) % by == rest ? x : 0;
			shared += ((from + other) % by == rest ? 1000 : 0) + (gy % by == 1 ? 10000 : 0);
			CHECK(data[gy * 16 + gx] == mine + ((y + far) % 2 == 0 ? shared : 0));
		}
	}
}

int main()
{
	for (int by : {1, 2, 3, 7, 100, -2}) {
		for (int rest : {0, 1, 2, -1}) {
			for (int from : {0, 1, 5, -5})
				multiples(by, from, from == 5 ? 0xfffffffdu : 7u, rest);
		}
	}
	for (int low : {-2, 0, 1, 3, 9}) {
		for (int high : {-1, 0, 2, 4, 12}) {
			for (int from : {0, 97, -3}) {
				sides<4, 8>(low, high, from);
				sides<1, 16>(low, high, from);
			}
			cubes(low, high);
		}
	}
	for (int start : {-40, -3, 0, 5, 31, 100}) {
		for (int bound : {-5, 0, 3, 31, 40})
			comparisons(start, bound);
	}
	aliases<int>({1, 3, 5, 7});
	aliases<float>({1, 3, 5, 7});
	bare_loops();
	variables();
	changed_in_initializers();
	not_kept();
	objects<float, 2>(1);
	objects<double, 3>(2);
	pointers();
	enumerations();
	loops<int, 8>(3);
	loops<float, 4>(2);
	strides();
	data();
	for (int n = 0; n < 5; n++)
		jumps(n);
	continue_beside_barrier();
	std::puts("ok");
}
