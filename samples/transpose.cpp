// A matrix transposed through tile_static memory, so that both the reads and
// the writes of neighbouring threads are next to each other; a function
// template over the element type.
//
// Prints: for each element type the number of wrong elements.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

template <typename T, int TILE>
void transpose(array_view<const T, 2> from, array_view<T, 2> to)
{
	to.discard_data();
	parallel_for_each(from.extent.template tile<TILE, TILE>().pad(),
	                  [=](tiled_index<TILE, TILE> i) restrict(amp) {
		// One column more than needed keeps a column's elements in different banks.
		tile_static T block[TILE][TILE + 1];
		if (from.extent.contains(i.global))
			block[i.local[0]][i.local[1]] = from[i.global];
		i.barrier.wait();
		const index<2> target(i.tile_origin[1] + i.local[0], i.tile_origin[0] + i.local[1]);
		if (to.extent.contains(target))
			to[target] = block[i.local[1]][i.local[0]];
	});
}

template <typename T> int count_wrong(int rows, int columns)
{
	std::vector<T> data(rows * columns), transposed(rows * columns);
	for (int i = 0; i < rows * columns; i++)
		data[i] = static_cast<T>(i);
	array_view<const T, 2> from(rows, columns, data);
	array_view<T, 2> to(columns, rows, transposed);
	transpose<T, 16>(from, to);
	to.synchronize();

	int wrong = 0;
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			wrong += transposed[column * rows + row] != data[row * columns + column];
	return wrong;
}

int main()
{
	std::cout << "int: " << count_wrong<int>(130, 77) << " wrong\n";
	std::cout << "double: " << count_wrong<double>(64, 64) << " wrong\n";
}
