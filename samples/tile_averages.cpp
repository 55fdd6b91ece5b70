// The average of each 2 x 2 tile of a matrix: tile_static memory, a barrier,
// and one thread of each tile that writes the result.
//
// Prints: the averages, one for each tile.
#include <amp.h>
#include <iostream>

using namespace concurrency;

int main()
{
	const int TILE = 2;
	float data[] = {
	    1, 3, 10, 20, 5, 5,
	    5, 7, 30, 40, 5, 5,
	    0, 0, -1, -1, 8, 0,
	    0, 4, -1, -5, 0, 0,
	};
	array_view<const float, 2> matrix(4, 6, data);
	array<float, 2> averages(matrix.extent / TILE);

	parallel_for_each(matrix.extent.tile<TILE, TILE>(),
	                  [=, &averages](tiled_index<TILE, TILE> i) restrict(amp) {
		tile_static float values[TILE][TILE];
		values[i.local[0]][i.local[1]] = matrix[i];
		i.barrier.wait_with_tile_static_memory_fence();

		if (i.local == index<2>(0, 0)) {
			float sum = 0;
			for (int row = 0; row < TILE; row++)
				for (int column = 0; column < TILE; column++)
					sum += values[row][column];
			averages[i.tile] = sum / (TILE * TILE);
		}
	});

	array_view<const float, 2> result(averages);
	for (int row = 0; row < result.extent[0]; row++) {
		for (int column = 0; column < result.extent[1]; column++)
			std::cout << result(row, column) << " ";
		std::cout << "\n";
	}
}
