#include <amp.h>
#include <stdio.h>

int main(void)
{
	int sample_data[] = {2, 2, 9, 7, 1, 4,
	                     4, 4, 8, 8, 3, 4,
	                     1, 5, 1, 2, 5, 2,
	                     6, 8, 3, 2, 7, 2};
	int average_data[24] = {0};
	amp_array_view(int, 2) sample = amp_view(sample_data, 4, 6);
	amp_array_view(int, 2) average = amp_view(average_data, 4, 6);

	// Threads for sample.extent, in tiles of 2 x 2.
	amp_parallel_for_each(amp_tile(sample.extent, 2, 2), ^(amp_tiled_index2 at) restrict(amp) {
		// One of these for each tile.
		tile_static int numbers[2][2];

		numbers[at.local.j][at.local.i] = amp_at(sample, at.global);
		// When all of the tile's threads are here, it is complete.
		amp_barrier_wait(at.barrier);
		const int sum = numbers[0][0] + numbers[0][1] + numbers[1][0] + numbers[1][1];
		amp_at(average, at.global) = sum / 4;
	});

	for (int i = 0; i < 4; i++) {
		for (int j = 0; j < 6; j++)
			printf("%d ", amp_at(average, i, j));
		printf("\n");
	}
	amp_release(average);
	amp_release(sample);
}
