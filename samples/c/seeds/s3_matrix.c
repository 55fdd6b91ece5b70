// Matrix products: on the host, on the accelerator, and by tiles.
#include <amp.h>
#include <stdio.h>

enum { TILE = 2 };

static void multiply_without_amp(void)
{
	const int a[3][2] = {{1, 4}, {2, 5}, {3, 6}};
	const int b[2][3] = {{7, 8, 9}, {10, 11, 12}};

	for (int row = 0; row < 3; row++) {
		for (int column = 0; column < 3; column++) {
			int product = 0;
			for (int inner = 0; inner < 2; inner++)
				product += a[row][inner] * b[inner][column];
			printf("%d  ", product);
		}
		printf("\n");
	}
}

static void print(amp_const_array_view(int, 2) m)
{
	for (int row = 0; row < m.extent.i; row++) {
		for (int column = 0; column < m.extent.j; column++)
			printf("%d  ", amp_at(m, row, column));
		printf("\n");
	}
}

static void multiply_with_amp(void)
{
	int a_data[] = {1, 4, 2, 5, 3, 6};
	int b_data[] = {7, 8, 9, 10, 11, 12};
	int product_data[9] = {0};
	amp_const_array_view(int, 2) a = amp_view(a_data, 3, 2);
	amp_const_array_view(int, 2) b = amp_view(b_data, 2, 3);
	amp_array_view(int, 2) product = amp_view(product_data, 3, 3);

	amp_parallel_for_each(product.extent, ^(amp_index2 at) restrict(amp) {
		for (int inner = 0; inner < 2; inner++)
			amp_at(product, at) += amp_at(a, at.i, inner) * amp_at(b, inner, at.j);
	});
	print((amp_const_array_view(int, 2))amp_view_of(product));
	amp_release(product);
	amp_release(b);
	amp_release(a);
}

static void multiply_with_tiling(void)
{
	int a_data[] = {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8};
	int b_data[] = {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8};
	int product_data[16] = {0};
	amp_const_array_view(int, 2) a = amp_view(a_data, 4, 4);
	amp_const_array_view(int, 2) b = amp_view(b_data, 4, 4);
	amp_array_view(int, 2) product = amp_view(product_data, 4, 4);

	amp_parallel_for_each(amp_tile(product.extent, TILE, TILE),
	                      ^(amp_tiled_index2 at) restrict(amp) {
		const int row = at.local.i, column = at.local.j;
		int sum = 0;

		for (int i = 0; i < 4; i += TILE) {
			tile_static int a_tile[TILE][TILE], b_tile[TILE][TILE];

			a_tile[row][column] = amp_at(a, at.global.i, column + i);
			b_tile[row][column] = amp_at(b, row + i, at.global.j);
			amp_barrier_wait(at.barrier);
			for (int k = 0; k < TILE; k++)
				sum += a_tile[row][k] * b_tile[k][column];
			// No thread goes on to the next tiles before all have used these.
			amp_barrier_wait(at.barrier);
		}
		amp_at(product, at.global) = sum;
	});
	print((amp_const_array_view(int, 2))amp_view_of(product));
	amp_release(product);
	amp_release(b);
	amp_release(a);
}

int main(void)
{
	multiply_without_amp();
	multiply_with_amp();
	multiply_with_tiling();
}
