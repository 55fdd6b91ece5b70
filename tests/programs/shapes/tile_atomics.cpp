// Atomic operations on tile_static variables, which the CPU accelerator does without
// locks, and on global memory beside them, which it does not: all of the operations,
// in templates, on parts of structs, and through a pointer that may be to either.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static const int TILE = 64, TILES = 40, SIZE = TILE * TILES;

struct counters {
	int hits[2][4];
	unsigned highest;
};

static void add_to(int *place, int value) restrict(amp) { atomic_fetch_add(place, value); }

// Every operation, by all threads of a tile on one variable.
template <typename T> static void operations()
{
	std::vector<T> results(TILES * 9), old_sum(TILES);
	array_view<T, 2> v(TILES, 9, results);
	array_view<T, 1> olds(TILES, old_sum);
	parallel_for_each(extent<1>(SIZE).tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static T sum, less, most, least, both, either, odd, count, last;
		tile_static T old;
		const T me = T(t.local[0]);
		if (t.local[0] == 0) {
			sum = less = most = either = odd = count = old = T(0);
			least = T(1000);
			both = T(-1);
			last = T(5);
		}
		t.barrier.wait();
		const T before = atomic_fetch_add(&sum, me);
		atomic_fetch_sub(&less, me);
		atomic_fetch_max(&most, me);
		atomic_fetch_min(&least, T(me + 3));
		concurrency::atomic_fetch_and(&both, T(~(me << 8)));
		atomic_fetch_or(&either, T(me << 8));
		atomic_fetch_xor(&odd, T(1) << (t.local[0] % 7));
		atomic_fetch_inc(&count);
		if (t.local[0] >= 4)
			atomic_fetch_dec(&count);
		// 5 becomes 6 once, whoever comes first
		T expected = T(5);
		const bool mine = atomic_compare_exchange(&last, &expected, T(6));
		if (!mine)
			atomic_fetch_add(&old, expected == T(6) ? T(1) : T(1000));
		atomic_fetch_add(&old, long(before) < 0 ? T(1000) : T(0));
		t.barrier.wait();
		if (t.local[0] == 0) {
			const T all[] = {sum, less, most, least, both, either, odd, count,
			                 atomic_exchange(&last, T(9))};
			for (int i = 0; i < 9; i++)
				v(t.tile[0], i) = all[i];
			olds[t.tile] = old;
		}
	});
	v.synchronize();
	olds.synchronize();
	T odd = 0;
	for (int i = 0; i < TILE; i++)
		odd ^= T(1) << (i % 7);
	for (int tile = 0; tile < TILES; tile++) {
		const T expected[] = {T(TILE * (TILE - 1) / 2), T(-(TILE * (TILE - 1) / 2)), T(TILE - 1), T(3),
		                      T(~(63 << 8)), T(63 << 8), odd, T(4), T(6)};
		for (int i = 0; i < 9; i++)
			CHECK(results[tile * 9 + i] == expected[i]);
		CHECK(old_sum[tile] == T(TILE - 1));
	}
}

static void histogram()
{
	std::vector<int> data(SIZE * 4), bins(8), all(1);
	for (int i = 0; i < SIZE * 4; i++)
		data[i] = i * 7 % 31;
	array_view<const int, 1> values(SIZE * 4, data);
	array_view<int, 1> total(8, bins), sum(1, all);
	parallel_for_each(extent<1>(SIZE).tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static counters c;
		tile_static int parts[4];
		tile_static float scale;
		const int me = t.local[0];
		if (me < 8)
			c.hits[me / 4][me % 4] = 0;
		if (me == 0)
			c.highest = 0;
		if (me < 4)
			parts[me] = 0;
		t.barrier.wait();
		for (int k = t.global[0]; k < values.extent[0]; k += SIZE) {
			const int value = values[k];
			atomic_fetch_inc(&c.hits[value % 8 / 4][value % 4]);
			atomic_fetch_max(&c.highest, unsigned(value));
			add_to(&parts[k % 4], 1);
			add_to(&sum[0], 1);
		}
		atomic_exchange(&scale, 2.0f);
		t.barrier.wait();
		if (me < 8)
			atomic_fetch_add(&total[me], c.hits[me / 4][me % 4] * int(scale));
		if (me == 0 && c.highest == 30u)
			atomic_fetch_add(&sum[0], parts[0] + parts[1] + parts[2] + parts[3]);
	});
	total.synchronize();
	sum.synchronize();
	int expected[8] = {0};
	for (int value : data)
		expected[value % 8] += 2;
	for (int i = 0; i < 8; i++)
		CHECK(bins[i] == expected[i]);
	CHECK(all[0] == 2 * 4 * SIZE);
}

int main()
{
	operations<int>();
	operations<unsigned>();
	histogram();
	std::puts("ok");
}
