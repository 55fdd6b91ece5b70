// A blur of 5 x 5 points. Each tile loads the points of its own and a border
// around them into tile_static memory; the domain is padded to whole tiles,
// and threads beyond the picture's edge load but do not store.
//
// Prints: the number of points that differ from a plain loop's.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

static const int RADIUS = 2, TILE = 16, SIDE = TILE + 2 * RADIUS;

static const int width = 100, height = 70;

static inline int inside(int i, int size) restrict(cpu, amp)
{
	return i < 0 ? 0 : i >= size ? size - 1 : i;
}

int main()
{
	std::vector<int> weights = {1, 4, 6, 4, 1};
	std::vector<int> data(width * height), blurred(width * height);
	for (int i = 0; i < width * height; i++)
		data[i] = i * 7919 % 256;

	array_view<const int, 1> weight(2 * RADIUS + 1, weights);
	array_view<const int, 2> source(height, width, data);
	array_view<int, 2> target(height, width, blurred);
	target.discard_data();
	parallel_for_each(source.extent.tile<TILE, TILE>().pad(),
	                  [=](tiled_index<TILE, TILE> i) restrict(amp) {
		tile_static int block[SIDE][SIDE];
		for (int row = i.local[0]; row < SIDE; row += TILE)
			for (int column = i.local[1]; column < SIDE; column += TILE)
				block[row][column] =
				    source(inside(i.tile_origin[0] + row - RADIUS, source.extent[0]),
				           inside(i.tile_origin[1] + column - RADIUS, source.extent[1]));
		i.barrier.wait();

		if (!target.extent.contains(i.global))
			return;
		int sum = 0;
		for (int y = 0; y < 2 * RADIUS + 1; y++)
			for (int x = 0; x < 2 * RADIUS + 1; x++)
				sum += weight[y] * weight[x] * block[i.local[0] + y][i.local[1] + x];
		target[i.global] = sum / 256;
	});
	target.synchronize();

	int wrong = 0;
	for (int row = 0; row < height; row++) {
		for (int column = 0; column < width; column++) {
			int sum = 0;
			for (int y = -RADIUS; y <= RADIUS; y++)
				for (int x = -RADIUS; x <= RADIUS; x++)
					sum += weights[y + RADIUS] * weights[x + RADIUS] *
					       data[inside(row + y, height) * width + inside(column + x, width)];
			wrong += blurred[row * width + column] != sum / 256;
		}
	}
	std::cout << wrong << " wrong\n";
}
