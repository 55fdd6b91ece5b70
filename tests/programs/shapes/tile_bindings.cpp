// Names for what is there already in tiled kernels: structured bindings, across barriers,
// changed, of arrays, of references; copies of the barrier.
// options: -std=c++17
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct cell {
	int row, column;
};

static cell cell_of(int n, int columns) restrict(cpu, amp)
{
	return cell{n / columns, n % columns};
}

// Each tile of 64 numbers as a square, transposed.
static void transpose(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int square[8][8];
		const tile_barrier barrier = t.barrier;
		const auto [row, column] = cell_of(t.local[0], 8);
		square[row][column] = v[t];
		barrier.wait();
		auto [sum, factor] = cell{square[column][row], 2};
		sum += row;
		barrier.wait();
		v[t] = sum * factor;
	});
}

// Running sums, by names of an array's elements, which are copies.
static void scan(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int sums[64];
		int values[2] = {v[t], t.local[0]};
		auto [sum, me] = values;
		values[0] = values[1] = -1;
		for (int step = 1; step < 64; step *= 2) {
			auto copy = t.barrier;
			sums[me] = sum;
			copy.wait();
			const auto [is_first, other] = cell{me < step, me < step ? me : me - step};
			if (!is_first)
				sum += sums[other];
			t.barrier.wait();
		}
		v[t] = sum - values[0];
	});
}

// What a name refers to is changed by it behind the barrier: no loops.
static void refer(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
		tile_static int all[64];
		cell c = cell_of(t.local[0], 8);
		auto &[row, column] = c;
		tile_barrier one = t.barrier, another = one;
		all[t.local[0]] = v[t];
		another.wait();
		row += all[63 - t.local[0]];
		v[t] = c.row * 100 + column;
	});
}

int main()
{
	std::vector<int> data(128);
	for (int i = 0; i < 128; i++)
		data[i] = i;
	array_view<int, 1> v(128, data);
	transpose(v);
	for (int i = 0; i < 128; i++) {
		const cell c = cell_of(i % 64, 8);
		CHECK(v[i] == 2 * (i / 64 * 64 + c.column * 8 + c.row + c.row));
		v[i] = i % 64 + 1;
	}
	scan(v);
	for (int i = 0; i < 128; i++) {
		const int n = i % 64 + 1;
		CHECK(v[i] == n * (n + 1) / 2 + 1);
		v[i] = i % 64;
	}
	refer(v);
	for (int i = 0; i < 128; i++) {
		const cell c = cell_of(i % 64, 8);
		CHECK(v[i] == (c.row + 63 - i % 64) * 100 + c.column);
	}
	std::puts("ok");
}
