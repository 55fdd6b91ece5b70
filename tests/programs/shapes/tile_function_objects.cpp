// Function objects that tiles are launched with, which are loops over the threads on the
// CPU accelerator as lambdas are: members, member functions that wait, templates, classes
// in functions, and classes that are derived from one, whose operator() is another.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static const int TILE = 16, TILES = 5, SIZE = TILE * TILES;

class sum_of_tile {
public:
	sum_of_tile(const array_view<const int, 1> &from, const array_view<int, 1> &to, int factor)
	    : from(from), to(to), factor(factor) {}

	void operator()(tiled_index<TILE> t) const restrict(amp)
	{
		tile_static int partial[TILE];
		const int me = t.local[0];
		partial[me] = from[t.global] * factor;
		t.barrier.wait();
		for (int half = TILE / 2; half > 0; half /= 2)
			halve(partial, half, t);
		if (me == 0)
			store(t.tile[0], partial[0]);
	}

protected:
	// defined behind the operator
	void halve(int *partial, int half, const tiled_index<TILE> &t) const restrict(amp)
	{
		if (t.local[0] < half)
			partial[t.local[0]] += partial[t.local[0] + half];
		t.barrier.wait();
	}
	void store(int tile, int sum) const restrict(amp) { to[tile] = sum; }

	array_view<const int, 1> from;
	array_view<int, 1> to;
	int factor;
};

// Waits where its threads are not all of the base's kind.
struct negated : sum_of_tile {
	using sum_of_tile::sum_of_tile;
	negated(const sum_of_tile &base) : sum_of_tile(base) {}
	void operator()(tiled_index<TILE> t) const restrict(amp)
	{
		tile_static int shared[TILE];
		int own[2] = {from[t.global], 1};
		shared[t.local[0]] = own[0];
		t.barrier.wait();
		own[1] = shared[TILE - 1 - t.local[0]];
		t.barrier.wait();
		if (t.local[0] == 0)
			to[t.tile[0]] = -own[1];
	}
};

template <typename T, int N> struct reversed {
	array_view<T, 2> v;
	int rounds;

	void operator()(tiled_index<N, N> t) const restrict(amp)
	{
		tile_static T block[N][N];
		const int row = t.local[0], column = t.local[1];
		T value = v[t.global]; // a member's name is a variable's below
		for (int round = 0; round < rounds; round++) {
			block[row][column] = value;
			t.barrier.wait();
			value = block[column][N - 1 - row];
			t.barrier.wait();
		}
		v[t.global] = value;
	}
};

struct hides {
	array_view<int, 1> v, w;

	void operator()(tiled_index<TILE> w) const restrict(amp)
	{
		tile_static int shared[TILE];
		int v = w.local[0];
		shared[v] = this->v[w.global];
		w.barrier.wait();
		v = shared[TILE - 1 - v];
		this->w[w.global] = v;
	}
};

int main()
{
	std::vector<int> data(SIZE), sums(TILES), negative(TILES), other(SIZE);
	for (int i = 0; i < SIZE; i++)
		data[i] = i * 7 % 31;
	array_view<const int, 1> from(SIZE, data);
	array_view<int, 1> to(TILES, sums), minus(TILES, negative), copied(SIZE, data), w(SIZE, other);
	parallel_for_each(from.extent.tile<TILE>(), sum_of_tile(from, to, 3));
	parallel_for_each(from.extent.tile<TILE>(), negated(sum_of_tile(from, minus, 3)));
	const hides h = {copied, w};
	parallel_for_each(from.extent.tile<TILE>(), h);
	to.synchronize();
	minus.synchronize();
	w.synchronize();
	for (int tile = 0; tile < TILES; tile++) {
		int sum = 0;
		for (int i = 0; i < TILE; i++) {
			sum += data[tile * TILE + i] * 3;
			CHECK(other[tile * TILE + i] == data[tile * TILE + TILE - 1 - i]);
		}
		CHECK(sums[tile] == sum);
		CHECK(negative[tile] == -data[tile * TILE + TILE - 1]);
	}

	std::vector<float> matrix(64);
	for (int i = 0; i < 64; i++)
		matrix[i] = float(i);
	array_view<float, 2> m(8, 8, matrix);
	const reversed<float, 4> turn = {m, 3};
	parallel_for_each(m.extent.tile<4, 4>(), turn);
	m.synchronize();
	for (int row = 0; row < 8; row++) {
		for (int column = 0; column < 8; column++) {
			int r = row % 4, c = column % 4;
			for (int round = 0; round < 3; round++) {
				const int old = r;
				r = c;
				c = 3 - old;
			}
			CHECK(matrix[row * 8 + column] == float((row / 4 * 4 + r) * 8 + column / 4 * 4 + c));
		}
	}

	// a class in a function
	struct shift {
		array_view<int, 1> v;
		int by;
		void operator()(tiled_index<TILE> t) const restrict(amp)
		{
			tile_static int shared[TILE];
			shared[t.local[0]] = v[t.global];
			t.barrier.wait();
			v[t.global] = shared[(t.local[0] + by) % TILE];
		}
	};
	const shift s = {copied, 3};
	const std::vector<int> before = data;
	parallel_for_each(from.extent.tile<TILE>(), s);
	copied.synchronize();
	for (int i = 0; i < SIZE; i++)
		CHECK(data[i] == before[i / TILE * TILE + (i % TILE + 3) % TILE]);
	std::puts("ok");
}
