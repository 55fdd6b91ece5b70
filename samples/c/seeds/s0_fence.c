#include <amp.h>
#include <stdio.h>

enum { SAMPLE_SIZE = 2 };

int main(void)
{
	float in[] = {2, 2, 9, 7, 1, 4, 4, 4, 8, 8, 3, 4, 1, 5, 1, 2, 5, 2, 6, 8, 3, 2, 7, 2};
	float result[6] = {0};
	amp_array_view(float, 2) matrix = amp_view(in, 4, 6);
	amp_array(float, 2) averages = amp_new_array(float, 2, 3);
	amp_copy_in(result, averages);

	amp_parallel_for_each(amp_tile(matrix.extent, SAMPLE_SIZE, SAMPLE_SIZE),
	                      ^(amp_tiled_index2 at) restrict(amp) {
		tile_static float values[SAMPLE_SIZE][SAMPLE_SIZE];

		values[at.local.i][at.local.j] = amp_at(matrix, at.global);
		amp_barrier_wait_with_tile_static_memory_fence(at.barrier);
		// One thread for the whole tile.
		if (at.local.i == 0 && at.local.j == 0) {
			for (int row = 0; row < SAMPLE_SIZE; row++)
				for (int column = 0; column < SAMPLE_SIZE; column++)
					amp_at(averages, at.tile) += values[row][column];
			amp_at(averages, at.tile) /= (float)(SAMPLE_SIZE * SAMPLE_SIZE);
		}
	});

	amp_copy_out(averages, result);
	for (int i = 0; i < 6; i++)
		printf("%g ", result[i]);
	printf("\n");
	amp_release(averages);
	amp_release(matrix);
}
