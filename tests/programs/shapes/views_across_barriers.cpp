// What a tile's threads keep from one barrier to the next: views and other objects with
// destructors, also in functions that are given them by parameters of a template's types.
#include "../check.h"
#include <amp.h>
using namespace concurrency;

template <typename X, typename Y> void add_neighbours(X x, Y y, tiled_index<32> t) restrict(amp)
{
	y[t.global] = x[t.global];
	t.barrier.wait();
	const int mine = y[t.global], next = y[t.tile_origin + index<1>((t.local[0] + 1) % 32)];
	t.barrier.wait();
	y[t.global] = mine + next;
}

// Counts those that there are.
struct counted {
	array_view<int> alive;
	int value;

	counted(const array_view<int> &alive, int value) restrict(amp) : alive(alive), value(value)
	{
		atomic_fetch_inc(&alive[0]);
	}
	counted(const counted &other) restrict(amp) : alive(other.alive), value(other.value)
	{
		atomic_fetch_inc(&alive[0]);
	}
	~counted() restrict(amp) { atomic_fetch_dec(&alive[0]); }
};

template <typename X> void store_reversed(X x, const array_view<int> &y, tiled_index<32> t) restrict(amp)
{
	tile_static int values[32];
	values[t.local[0]] = x.value;
	t.barrier.wait();
	y[t.global] = values[31 - t.local[0]] + x.value - x.value;
}

struct reader {
	array_view<const int> x;
	int of(const tiled_index<32> &t) const restrict(amp) { return x[t.global]; }
};

int main()
{
	int numbers[64];
	for (int i = 0; i < 64; i++)
		numbers[i] = i * i;
	const array_view<const int> x(64, numbers);
	int results[64] = {}, alive = 0;
	array_view<int> y(64, results), n(1, &alive);

	parallel_for_each(x.extent.tile<32>(),
	                  [=](tiled_index<32> t) restrict(amp) { add_neighbours(x, y, t); });
	for (int i = 0; i < 64; i++)
		CHECK(y[i] == i * i + (i / 32 * 32 + (i + 1) % 32) * (i / 32 * 32 + (i + 1) % 32));

	parallel_for_each(x.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		store_reversed(counted(n, x[t.global]), y, t);
	});
	for (int i = 0; i < 64; i++)
		CHECK(y[i] == (i / 32 * 32 + 31 - i % 32) * (i / 32 * 32 + 31 - i % 32));
	CHECK(n[0] == 0);

	// a view of the tile's own part, which lives across a barrier and is made anew
	parallel_for_each(x.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		array_view<int> part = y.section(t.tile_origin, extent<1>(32));
		for (int k = 0; k < 2; k++) {
			array_view<const int> from = x.section(t.tile_origin, extent<1>(32));
			part[t.local] = from[t.local];
			t.barrier.wait();
			const int other = part[31 - t.local[0]] + from[0];
			t.barrier.wait();
			part[t.local] = other;
		}
		part = n;
		if (t.global[0] == 0)
			part[0] = 5;
	});
	for (int i = 0; i < 64; i++) {
		const int mirrored = i / 32 * 32 + 31 - i % 32, first = i / 32 * 32;
		CHECK(y[i] == mirrored * mirrored + first * first);
	}
	CHECK(n[0] == 5);

	const reader r = {x};
	parallel_for_each(x.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
		y[t.global] = r.of(t);
		t.barrier.wait();
		const int other = y[t.tile_origin[0] + 31 - t.local[0]];
		t.barrier.wait();
		y[t.global] = other - r.of(t);
	});
	for (int i = 0; i < 64; i++) {
		const int mirrored = i / 32 * 32 + 31 - i % 32;
		CHECK(y[i] == mirrored * mirrored - i * i);
	}
	std::puts("ok");
}
