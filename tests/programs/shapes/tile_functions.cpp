// Functions that wait at the barrier, which on the CPU accelerator become functions for
// all threads of a tile: templates, several calls, what they take and return, variables
// that all threads change together; and what stays with fibers.
#include "../check.h"
#include <amp.h>
#include <algorithm>
#include <vector>
using namespace concurrency;

static const int TILE = 32, TILES = 6, SIZE = TILE * TILES;

struct pair {
	int first, second;
};

namespace tools {

// The sum of the values of the threads 0 ... me: a double buffer, of which all threads
// change the halves together.
template <int N> int scan(int value, int me, const tile_barrier &barrier) restrict(amp)
{
	tile_static int sums[2][N];
	int from = 0;
	sums[from][me] = value;
	barrier.wait_with_tile_static_memory_fence();
	for (int distance = 1; distance < N; distance *= 2) {
		sums[1 - from][me] = sums[from][me] + (me >= distance ? sums[from][me - distance] : 0);
		from = 1 - from;
		barrier.wait_with_tile_static_memory_fence();
	}
	const int sum = sums[from][me];
	barrier.wait();
	return sum;
}

// Types are deduced; tile_static memory of the caller's as a reference.
template <typename T, int N> T reduce(T (&partial)[N], T value, tiled_index<N> t) restrict(amp)
{
	const int me = t.local[0];
	partial[me] = value;
	t.barrier.wait();
	int half = N / 2;
	while (half > 0) {
		if (me < half)
			partial[me] += partial[me + half];
		t.barrier.wait();
		half /= 2;
	}
	T result = partial[0];
	t.barrier.wait();
	return result;
}

} // namespace tools

// Nothing is returned; a pointer, a parameter that changes, an early return.
static void rotate(int *shared, int by, tiled_index<TILE> t) restrict(amp)
{
	by += 1;
	by %= TILE;
	const int value = shared[(t.local[0] + by) % TILE];
	t.barrier.wait();
	if (by == 3)
		return;
	shared[t.local[0]] = value;
}

// Calls another one.
static pair both(int value, const tiled_index<TILE> &t) restrict(amp)
{
	const int before = tools::scan<TILE>(value, t.local[0], t.barrier) - value;
	tile_static int last;
	if (t.local[0] == TILE - 1)
		last = before + value;
	t.barrier.wait();
	pair p = {before, last};
	t.barrier.wait();
	return p;
}

// Does not wait.
static int twice(tiled_index<TILE> t) restrict(amp) { return 2 * t.local[0]; }
static void fence(const tile_barrier &barrier) restrict(amp) { all_memory_fence(barrier); }

static void functions()
{
	std::vector<int> data(SIZE);
	array_view<int, 1> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE], partial[TILE];
		const int me = t.local[0];
		int value = me * 3 % 7 + t.tile[0];
		value = tools::scan<TILE>(value, me, t.barrier) + value;
		shared[me] = value;
		fence(t.barrier);
		t.barrier.wait();
		rotate(shared, me, t);
		t.barrier.wait();
		const int sum = tools::reduce(partial, shared[me], t) % 1000;
		pair p = both(sum + me, t);
		for (int round = 0; round < 3; round++) {
			p.first += tools::scan<TILE>(p.second % 5 + round, t.local[0], t.barrier);
			tile_static_memory_fence(t.barrier);
		}
		v[t] = p.first + p.second + twice(t);
	});
	v.synchronize();

	for (int tile = 0; tile < TILES; tile++) {
		int value[TILE], shared[TILE], sum = 0, total = 0;
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
			sum += shared[me];
		sum %= 1000;
		for (int me = 0; me < TILE; me++)
			total += sum + me;
		for (int me = 0, before = 0; me < TILE; me++) {
			int first = before;
			for (int round = 0; round < 3; round++)
				first += (total % 5 + round) * (me + 1);
			CHECK(data[tile * TILE + me] == first + total + 2 * me);
			before += sum + me;
		}
	}
}

// Global constants by reference, as the arguments of a function that waits.
static const int FIRST = 3, SECOND = 4;
template <typename T> static void shift(array_view<T, 1> v, const int &by, const int &more, tiled_index<8> t) restrict(amp)
{
	tile_static T shared[8];
	shared[t.local[0]] = v[t.global];
	t.barrier.wait();
	v[t.global] = shared[(t.local[0] + by + more) % 8];
}
static void by_reference()
{
	std::vector<int> data(8);
	for (int i = 0; i < 8; i++)
		data[i] = i;
	array_view<int, 1> v(8, data);
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		shift<int>(v, FIRST, SECOND, t);
	});
	v.synchronize();
	for (int i = 0; i < 8; i++)
		CHECK(data[i] == (i + 7) % 8);
}

template <typename T, int N> static void in_template()
{
	std::vector<T> data(4 * N);
	array_view<T, 1> v(4 * N, data);
	parallel_for_each(v.extent.template tile<N>(), [=](tiled_index<N> t) restrict(amp) {
		tile_static T partial[N];
		T sum = tools::reduce<T, N>(partial, T(t.global[0]), t);
		sum += T(tools::scan<N>(1, t.local[0], t.barrier));
		v[t.global] = sum;
	});
	v.synchronize();
	for (int tile = 0; tile < 4; tile++) {
		T sum = T(0);
		for (int me = 0; me < N; me++)
			sum += T(tile * N + me);
		for (int me = 0; me < N; me++)
			CHECK(data[tile * N + me] == sum + T(me + 1));
	}
}

// Recursion, a call in a condition, arguments that change, a parameter by reference, a
// call that not all evaluate first: as they stand.
static void count_down(int n, int *shared, const tiled_index<TILE> &t) restrict(amp)
{
	const int value = shared[(t.local[0] + 1) % TILE];
	t.barrier.wait();
	shared[t.local[0]] = value + n;
	t.barrier.wait();
}
static int wait_and_return(int value, const tile_barrier &barrier) restrict(amp)
{
	barrier.wait();
	return value;
}
static void add_to(int &value, const tile_barrier &barrier) restrict(amp)
{
	barrier.wait();
	value += 5;
}

static int first_of(pair p, const tile_barrier &barrier) restrict(amp)
{
	barrier.wait();
	return p.first;
}

static void others()
{
	std::vector<int> data(SIZE), more(SIZE);
	array_view<int, 1> v(SIZE, data), w(SIZE, more);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE];
		int me = t.local[0];
		shared[me] = me;
		t.barrier.wait();
		for (int n = 3; n > 0; n--)
			count_down(n, shared, t);
		v[t.global] = shared[me];
	});
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		int me = t.local[0], n = 0;
		if (wait_and_return(1, t.barrier) == 1)
			n = wait_and_return(me++, t.barrier);
		add_to(n, t.barrier);
		n += first_of({me, 3}, t.barrier) - me;
		const int m = t.tile[0] > 1 && wait_and_return(t.tile[0], t.barrier) > 2 ? 100 : 0;
		w[t.global] = n + me + m;
	});
	v.synchronize();
	w.synchronize();
	for (int i = 0; i < SIZE; i++) {
		CHECK(data[i] == (i % TILE + 3) % TILE + 6);
		CHECK(more[i] == i % TILE + 5 + i % TILE + 1 + (i / TILE > 2 ? 100 : 0));
	}
}

// Several calls in an expression and in a list, the second of which sees what the first one stores, and a call in a condition.
static int count_up(int (&shared)[TILE], int by, const tiled_index<TILE> &t) restrict(amp)
{
	const int me = t.local[0], next = shared[(me + 1) % TILE];
	t.barrier.wait();
	shared[me] += by;
	t.barrier.wait();
	return next;
}
static void within_expressions()
{
	std::vector<int> data(SIZE);
	array_view<int, 1> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE];
		const int me = t.local[0];
		shared[me] = me;
		t.barrier.wait();
		const int a = count_up(shared, 100, t), b = count_up(shared, 1000, t) - a, c = b + shared[me];
		v[t.global] = tools::scan<TILE>(me, me, t.barrier) + 2 * tools::scan<TILE>(1, me, t.barrier);
		int odd = 0;
		if (tools::scan<TILE>(me % 3, me, t.barrier) % 2 == 1) {
			odd = 1;
			v[t.global] += c;
		}
		if (count_up(shared, 0, t) > 1110)
			v[t.global] += 7;
		else
			v[t.global] += 8 + odd;
	});
	v.synchronize();
	for (int i = 0, sum = 0; i < SIZE; i++) {
		const int me = i % TILE, next = (me + 1) % TILE;
		sum = me == 0 ? 0 : sum + me % 3;
		CHECK(data[i] == me * (me + 1) / 2 + 2 * (me + 1) + (sum % 2 == 1 ? me + 1200 : 0) + (next > 10 ? 7 : 8 + sum % 2));
	}
}

// Conditions on the number of a thread in a tile of several rows, here and in a function; what is no such number.
static int marked(int n, int bound, int (&marks)[3 * 8], const tile_barrier &barrier) restrict(amp)
{
	barrier.wait();
	if (n < bound)
		marks[n] += 1;
	barrier.wait();
	if (n == bound)
		marks[n] += 10;
	if (n >= 2 * bound)
		marks[n] += 100;
	barrier.wait();
	return marks[n];
}
static void flat_conditions()
{
	for (int bound = -3; bound < 30; bound++) {
		array_view<int, 2> v(2 * 3, 8), w(2 * 3, 8);
		const int width = 8, other = 9;
		parallel_for_each(v.extent.tile<3, 8>(), [=](tiled_index<3, 8> t) restrict(amp) {
			tile_static int marks[3 * 8], turned[3 * 8 + 9];
			const int me = t.local[0] * width + t.local[1];
			const unsigned high = t.local[1] + 8u * t.local[0] + 5;
			const int start = t.local[0] * other, wide = start + t.local[1];
			marks[me] = 0;
			turned[wide] = 0;
			t.barrier.wait();
			v[t] = marked(me, bound, marks, t.barrier);
			t.barrier.wait();
			if (bound > me && me > 2)
				v[t] += 1000;
			t.barrier.wait();
			if (high <= 12u)
				v[t] += 10000;
			t.barrier.wait();
			if (wide < bound)
				turned[wide] = 1;
			t.barrier.wait();
			w[t] = turned[wide] + 2 * (t.local[0] + 3 * t.local[1] < bound);
		});
		for (int row = 0; row < 6; row++) {
			for (int x = 0; x < 8; x++) {
				const int y = row % 3, me = y * 8 + x;
				CHECK(v(row, x) == (me < bound) + 10 * (me == bound) + 100 * (me >= 2 * bound) +
				                       1000 * (bound > me && me > 2) + 10000 * (me + 5 <= 12));
				CHECK(w(row, x) == (y * 9 + x < bound) + 2 * (y + 3 * x < bound));
			}
		}
	}
}

// In code for both, the AST calls the overload for the CPU, which does not modify its argument.
static int more(int &n) restrict(cpu) { return n; }
static int more(int &n) restrict(amp) { return n += 5; }
static int more_in_both(int &n) restrict(cpu, amp) { return more(n); }
static void overloads()
{
	array_view<int> v(SIZE);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		int own = t.local[0], same = 2;
		t.barrier.wait();
		own += more_in_both(own);
		if (t.local[0] == 3)
			more_in_both(same);
		t.barrier.wait();
		v[t] = 100 * own + same;
	});
	for (int i = 0; i < SIZE; i++)
		CHECK(v[i] == 200 * (i % TILE + 5) + (i % TILE == 3 ? 7 : 2));
}

// An explicit cast to a reference denotes the same object.
static int read_twice(const int &x, int (&all)[2], const tile_barrier &barrier) restrict(amp)
{
	int before = x;
	barrier.wait();
	all[0] = all[1] = 3;
	barrier.wait();
	return 10 * before + x;
}
static void casts()
{
	array_view<int> v(SIZE);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[2];
		shared[0] = shared[1] = 2;
		t.barrier.wait();
		int cast = read_twice(static_cast<const int &>(shared[0]), shared, t.barrier);
		t.barrier.wait();
		shared[0] = shared[1] = 4;
		t.barrier.wait();
		int value = read_twice(static_cast<int>(shared[1]), shared, t.barrier);
		v[t] = 100 * cast + value;
	});
	for (int i = 0; i < SIZE; i++)
		CHECK(v[i] == 2344);
}

// Variables that all threads change together, and some that they do not.
static void changes()
{
	std::vector<int> data(SIZE);
	array_view<int, 1> v(SIZE, data);
	const int rounds = 4;
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int buffer[3][TILE];
		const int me = t.local[0];
		int in = 0, out = 1, step = 1, own = 0, mixed = 0;
		buffer[in][me] = me;
		int left = rounds;
		while (left > 0) {
			const int offset = me + step;
			t.barrier.wait();
			step += 2;
			buffer[out][me] = buffer[in][offset % TILE] + offset;
			--left;
			in = out;
			out = (out + 1) % 3;
			own += step;
			if (me % 2)
				mixed++;
			if (left == 1) {
				step++;
				t.barrier.wait();
			}
		}
		for (int k = 0; k < 3; k++) // no barrier: each thread counts
			mixed += me;
		v[t.global] = buffer[in][me] + own * 1000 + mixed * 100000 + step;
	});
	v.synchronize();
	int buffer[3][TILE], in = 0, out = 1, step = 1, own = 0;
	for (int me = 0; me < TILE; me++)
		buffer[in][me] = me;
	for (int left = rounds - 1; left >= 0; left--) {
		for (int me = 0; me < TILE; me++)
			buffer[out][me] = buffer[in][(me + step) % TILE] + me + step;
		step += 2;
		in = out;
		out = (out + 1) % 3;
		own += step;
		step += left == 1;
	}
	for (int i = 0; i < SIZE; i++) {
		const int me = i % TILE, mixed = me % 2 * rounds + 3 * me;
		CHECK(data[i] == buffer[in][me] + own * 1000 + mixed * 100000 + step);
	}
}

struct plus { template <typename T> T operator()(T a, T b) const restrict(cpu, amp) { return a + b; } };
// What the thread gets beside the result, in a variable of its own.
template <int N, typename T, typename Op>
T exclusive_scan(T value, Op op, T identity, T &total, const tiled_index<N> &t) restrict(amp)
{
	tile_static T sums[2][N];
	int in = 0, out = 1;
	const int me = t.local[0];
	sums[0][me] = value;
	t.barrier.wait_with_tile_static_memory_fence();
	for (int offset = 1; offset < N; offset *= 2) {
		if (me >= offset)
			sums[out][me] = op(sums[in][me - offset], sums[in][me]);
		else
			sums[out][me] = sums[in][me];
		t.barrier.wait_with_tile_static_memory_fence();
		int swap = in; in = out; out = swap;
	}
	total = sums[in][N - 1];
	T result = me > 0 ? sums[in][me - 1] : identity;
	t.barrier.wait_with_tile_static_memory_fence();
	total += me;
	return result;
}
// Variables that change across barriers, one of them an array.
static void take_from_next(int &value, int (&pair)[2], tiled_index<TILE> t) restrict(amp)
{
	tile_static int all[TILE];
	all[t.local[0]] = value;
	t.barrier.wait();
	value = all[(t.local[0] + 1) % t.tile_dim0];
	pair[1] += value;
	t.barrier.wait();
}
// Function objects that differ in nothing: lambdas without captures, and one that has no
// default constructor.
template <int N, typename T, typename Op>
T combine(T value, const tiled_index<N> &t, Op op) restrict(amp)
{
	tile_static T all[N];
	const int me = t.local[0];
	all[me] = value;
	t.barrier.wait();
	for (int half = N / 2; half > 0; half /= 2) {
		if (me < half)
			all[me] = op(all[me], all[me + half]);
		t.barrier.wait();
	}
	const T result = all[0];
	t.barrier.wait();
	return result;
}

struct add_scaled {
	const int scale;
	explicit add_scaled(int scale) restrict(cpu, amp) : scale(scale) {}
	int operator()(int a, int b) const restrict(cpu, amp) { return a + scale * b; }
};

static void lambdas()
{
	std::vector<int> data(SIZE), results(SIZE);
	for (int i = 0; i < SIZE; i++)
		data[i] = i * 7 % 13;
	array_view<const int, 1> v(SIZE, data);
	array_view<int, 1> r(SIZE, results);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		const auto larger = [](int a, int b) restrict(amp) {
			if (a > b)
				return a;
			return b;
		};
		const int most = combine(v[t], t, larger);
		const int sum = combine(v[t] - most, t, [](int a, int b) restrict(amp) { return a + b; });
		const int scaled = combine(v[t], t, add_scaled(1));
		r[t] = larger(v[t], 5);
		t.barrier.wait();
		if (t.local[0] == 3)
			return;
		r[t] += 100 * most + 10000 * (sum - scaled);
	});
	r.synchronize();
	for (int i = 0; i < SIZE; i++) {
		const int first = i / TILE * TILE, most = *std::max_element(&data[first], &data[first] + TILE);
		CHECK(results[i] == std::max(data[i], 5) + (i % TILE == 3 ? 0 : 100 * most - 10000 * TILE * most));
	}
}

static void results_by_reference()
{
	std::vector<int> data(SIZE), sums(SIZE), more(SIZE);
	for (int i = 0; i < SIZE; i++)
		data[i] = i * 7 % 11;
	array_view<const int, 1> v(SIZE, data);
	array_view<int, 1> s(SIZE, sums), w(SIZE, more);
	parallel_for_each(extent<1>(TILE).tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		int carry = 0;
		for (int base = 0; base < SIZE; base += TILE) {
			const int i = base + t.local[0];
			int total;
			const int before = exclusive_scan(v[i], plus(), 0, total, t);
			s[i] = carry + before;
			carry += total - t.local[0];
		}
	});
	parallel_for_each(w.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		int pair[2] = {1, 2}, own = t.global[0];
		take_from_next(own, pair, t);
		pair[0]++;
		take_from_next(own, pair, t);
		w[t.global] = own + 1000 * pair[1] + 1000000 * pair[0];
	});
	s.synchronize();
	w.synchronize();
	int sum = 0;
	for (int i = 0; i < SIZE; i++) {
		const int tile = i / TILE * TILE, next = tile + (i + 1) % TILE, second = tile + (i + 2) % TILE;
		CHECK(sums[i] == sum);
		CHECK(more[i] == second + 1000 * (2 + next + second) + 2000000);
		sum += data[i];
	}
}

// A parameter that is written as an array is a pointer, of which each thread may have its own.
static int reversed(const tiled_index<TILE> &t, int all[TILE], const int part[4]) restrict(amp)
{
	all[t.local[0]] += t.tile[0];
	t.barrier.wait();
	return part[3 - t.local[0] % 4];
}

static void arrays_as_parameters()
{
	std::vector<int> results(SIZE);
	array_view<int, 1> r(SIZE, results);
	parallel_for_each(r.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int s[TILE];
		s[t.local[0]] = t.local[0];
		t.barrier.wait();
		int *p = s, *four = s + t.local[0] / 4 * 4;
		r[t] = reversed(t, p, four);
	});
	r.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(results[i] == i % TILE / 4 * 4 + 3 - i % 4 + i / TILE);
}

// References to elements that other threads write while the function waits.
template <typename T>
static T late(const T &x, T (&s)[TILE], int me, const tile_barrier &b) restrict(amp)
{
	b.wait();
	s[TILE - 1 - me] = T(100 + me);
	b.wait();
	return x;
}
static int late_in_view(const int &x, array_view<int> v, int other, const tile_barrier &b) restrict(amp)
{
	b.wait();
	v[other] = 100 + other;
	b.wait();
	return x;
}
inline void trade(int &a, int &b, const tile_barrier &barrier) restrict(amp)
{
	const int old = a;
	barrier.wait();
	a = b;
	barrier.wait();
	b = old;
}
template <typename T> static void references_to_elements()
{
	std::vector<T> data(TILE);
	std::vector<int> more(TILE);
	array_view<T> v(TILE, data);
	array_view<int> w(TILE, more);
	parallel_for_each(v.extent.template tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static T s[TILE];
		const int me = t.local[0];
		s[me] = T(me);
		t.barrier.wait();
		T x = late(s[me], s, me, t.barrier);
		v[t] = x * T(1000);
	});
	parallel_for_each(v.extent.template tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		const int me = t.local[0];
		w[me] = me;
		t.barrier.wait();
		v[t] += T(late_in_view(w[t.global], w, TILE - 1 - me, t.barrier));
	});
	parallel_for_each(v.extent.template tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int pairs[2][TILE];
		const int me = t.local[0], place = me;
		pairs[0][me] = me;
		pairs[1][me] = 50 + me;
		t.barrier.wait();
		trade(pairs[0][place], pairs[1][TILE - 1 - place], t.barrier);
		t.barrier.wait();
		v[t] += T(pairs[0][me] - pairs[1][me]);
	});
	v.synchronize();
	for (int i = 0; i < TILE; i++)
		CHECK(data[i] == T(100 + TILE - 1 - i) * T(1000) + T(100 + i + 50));
}

// The result is a reference, which the caller assigns to; specifiers and a trailing type behind the parameters.
template <int N> static int &place(int (&shared)[N], const tiled_index<N> &t) restrict(amp)
{
	t.barrier.wait();
	return shared[N - 1 - t.local[0]];
}
static inline auto after(int x, tile_barrier b) restrict(amp) noexcept -> int
{
	b.wait();
	return x + 1;
}
static auto meet(int *shared, int me, tile_barrier b) restrict(amp)
{
	shared[me]++;
	b.wait();
}
// The first operand of << is evaluated first.
static int grow(int &n, tile_barrier b) restrict(amp)
{
	b.wait();
	n += 2;
	return 1;
}
static void declarators()
{
	std::vector<int> data(SIZE);
	array_view<int> v(SIZE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE];
		shared[t.local[0]] = 7;
		place(shared, t) = t.local[0] * 3;
		t.barrier.wait();
		v[t] = shared[t.local[0]];
	});
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static int shared[TILE];
		shared[t.local[0]] = v[t];
		meet(shared, t.local[0], t.barrier);
		v[t] = shared[TILE - 1 - t.local[0]];
	});
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		int n = after(t.local[0], t.barrier);
		pair p = {n, v[t]};
		decltype(p) q = p;
		q.first = 1000;
		t.barrier.wait();
		v[t] = p.first * 100 + q.second;
	});
	array_view<int> shifted(SIZE);
	parallel_for_each(shifted.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		int n = t.local[0];
		const int before = n << grow(n, t.barrier);
		shifted[t] = 100 * before + n;
	});
	for (int i = 0; i < SIZE; i++)
		CHECK(shifted[i] == 201 * (i % TILE) + 2);
	v.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == (i % TILE + 1) * 100 + (i % TILE) * 3 + 1);
}

int main()
{
	declarators();
	references_to_elements<int>();
	references_to_elements<float>();
	arrays_as_parameters();
	functions();
	by_reference();
	in_template<int, 16>();
	in_template<float, 8>();
	others();
	within_expressions();
	flat_conditions();
	overloads();
	casts();
	changes();
	results_by_reference();
	lambdas();
	std::puts("ok");
}
