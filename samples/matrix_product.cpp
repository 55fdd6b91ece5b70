// The product of two matrices, untiled and tiled. In the tiled kernel the
// threads of a tile read each block of the two matrices once, into tile_static
// memory, and wait for each other at barriers.
//
// Prints: for each kernel the number of elements that differ from a plain
// loop's.
#include <amp.h>
#include <iostream>
#include <random>
#include <vector>

using namespace concurrency;

static const int TILE = 16;

// product = a * b, one thread for each element of the product.
void multiply(array_view<const int, 2> a, array_view<const int, 2> b, array_view<int, 2> product)
{
	product.discard_data();
	parallel_for_each(product.extent, [=](index<2> i) restrict(amp) {
		int sum = 0;
		for (int k = 0; k < a.extent[1]; k++)
			sum += a(i[0], k) * b(k, i[1]);
		product[i] = sum;
	});
}

// The same product by tiles; every size must be a multiple of TILE.
void multiply_tiled(array_view<const int, 2> a, array_view<const int, 2> b,
                    array_view<int, 2> product)
{
	product.discard_data();
	parallel_for_each(product.extent.tile<TILE, TILE>(),
	                  [=](tiled_index<TILE, TILE> i) restrict(amp) {
		tile_static int a_block[TILE][TILE];
		tile_static int b_block[TILE][TILE];
		const int row = i.local[0], column = i.local[1];
		int sum = 0;
		for (int k = 0; k < a.extent[1]; k += TILE) {
			a_block[row][column] = a(i.global[0], k + column);
			b_block[row][column] = b(k + row, i.global[1]);
			// Both blocks are complete from here on.
			i.barrier.wait();
			for (int j = 0; j < TILE; j++)
				sum += a_block[row][j] * b_block[j][column];
			// No thread loads the next blocks while another still reads these.
			i.barrier.wait();
		}
		product[i.global] = sum;
	});
}

int main()
{
	const int rows = 96, inner = 160, columns = 128;
	std::vector<int> a(rows * inner), b(inner * columns), expected(rows * columns);
	std::mt19937 random(2012);
	for (int &value : a)
		value = static_cast<int>(random() % 201) - 100;
	for (int &value : b)
		value = static_cast<int>(random() % 201) - 100;
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			for (int k = 0; k < inner; k++)
				expected[row * columns + column] += a[row * inner + k] * b[k * columns + column];

	array_view<const int, 2> a_view(rows, inner, a), b_view(inner, columns, b);
	std::vector<int> result(rows * columns);
	array_view<int, 2> product(rows, columns, result);

	multiply(a_view, b_view, product);
	product.synchronize();
	int wrong = 0;
	for (int i = 0; i < rows * columns; i++)
		wrong += result[i] != expected[i];
	std::cout << "untiled: " << wrong << " wrong\n";

	multiply_tiled(a_view, b_view, product);
	product.synchronize();
	wrong = 0;
	for (int i = 0; i < rows * columns; i++)
		wrong += result[i] != expected[i];
	std::cout << "tiled: " << wrong << " wrong\n";
}
