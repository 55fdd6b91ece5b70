// options: -lm
// The temperature of a plate with one hot edge, by Jacobi's method: each step
// replaces every inner point by the mean of its four neighbours, until nothing
// changes any more. Two grids are swapped; only the largest change of every
// hundredth step is copied back from the accelerator.
//
// Prints: how many steps it took and the temperatures down the middle.
#include <amp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, TILE = 8, CHECK = 100, MAX_STEPS = 20000 };

typedef amp_array_view(float, 2) grid;

/* One step, with tiles: each tile reads its points and the rim around them once. */
static amp_status jacobi_step(grid from, grid to)
{
	return amp_parallel_for_each(amp_tile(from.extent, TILE, TILE),
	                             ^(amp_tiled_index2 at) restrict(amp) {
		tile_static float points[TILE + 2][TILE + 2];
		const int i = at.global.i, j = at.global.j;
		const int row = at.local.i + 1, column = at.local.j + 1;

		points[row][column] = amp_at(from, i, j);
		if (at.local.i == 0)
			points[0][column] = amp_at(from, i > 0 ? i - 1 : 0, j);
		if (at.local.i == TILE - 1)
			points[TILE + 1][column] = amp_at(from, i < N - 1 ? i + 1 : i, j);
		if (at.local.j == 0)
			points[row][0] = amp_at(from, i, j > 0 ? j - 1 : 0);
		if (at.local.j == TILE - 1)
			points[row][TILE + 1] = amp_at(from, i, j < N - 1 ? j + 1 : j);
		amp_barrier_wait_with_tile_static_memory_fence(at.barrier);

		const bool edge = i == 0 || i == N - 1 || j == 0 || j == N - 1;
		amp_at(to, i, j) = edge ? points[row][column]
		                        : 0.25f * (points[row - 1][column] + points[row + 1][column] +
		                                   points[row][column - 1] + points[row][column + 1]);
	});
}

/* The largest difference in each row. */
static void row_change(amp_index1 at, grid a, grid b, amp_array_view(float, 1) change) restrict(amp)
{
	float largest = 0;

	for (int j = 0; j < a.extent.j; j++)
		largest = fmaxf(largest, fabsf(amp_at(a, at.i, j) - amp_at(b, at.i, j)));
	amp_at(change, at) = largest;
}

static float largest_change(grid a, grid b, amp_array_view(float, 1) rows)
{
	float largest = 0;

	amp_discard(rows);
	amp_parallel_for_each(rows.extent, row_change, a, b, rows);
	for (int i = 0; i < rows.extent.i; i++)
		largest = fmaxf(largest, amp_at(rows, i));
	return largest;
}

int main(void)
{
	static float plate[N][N];
	for (int j = 0; j < N; j++)
		plate[0][j] = 100;

	grid now = amp_view(&plate[0][0], N, N);
	grid next = amp_new_view(float, N, N);
	amp_array_view(float, 1) rows = amp_new_view(float, N);
	amp_discard(next);

	int steps = 0;
	for (float change = 1; change > 1e-3f && steps < MAX_STEPS; steps += CHECK) {
		for (int i = 0; i < CHECK; i += 2) {
			jacobi_step(now, next);
			jacobi_step(next, now);
		}
		change = largest_change(now, next, rows);
	}

	printf("%d steps\n", steps);
	for (int i = 0; i < N; i += 9)
		printf("%6.2f\n", amp_at(now, i, N / 2));
	amp_release(rows);
	amp_release(next);
	amp_release(now);
}
