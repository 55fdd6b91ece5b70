// A convolution with 5 x 5 weights. Each work-group loads its points and a
// border of two around them into local memory.

#define RADIUS 2
#define DIAMETER (2 * RADIUS + 1)
#define ROWS 8
#define COLUMNS 32

struct filter {
	float weight[DIAMETER][DIAMETER];
};

kernel void convolve(global const float *restrict from, global float *restrict to, int n,
                     struct filter f)
{
	local float block[ROWS + 2 * RADIUS][COLUMNS + 2 * RADIUS];
	const size_t row = get_local_id(1), column = get_local_id(0);
	const size_t top = get_group_id(1) * ROWS, left = get_group_id(0) * COLUMNS;
	for (size_t y = row; y < ROWS + 2 * RADIUS; y += ROWS)
		for (size_t x = column; x < COLUMNS + 2 * RADIUS; x += COLUMNS)
			block[y][x] = from[(top + y) * n + left + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	float sum = 0;
	for (int y = 0; y < DIAMETER; y++)
		for (int x = 0; x < DIAMETER; x++)
			sum += f.weight[y][x] * block[row + y][column + x];
	to[(get_global_id(1) + RADIUS) * n + get_global_id(0) + RADIUS] = sum;
}
