// The transpose of a matrix, untiled, and through local memory.

#define TILE 32
#define ROWS 8

kernel void transpose(global const float *restrict from, global float *restrict to, int n)
{
	const size_t row = get_global_id(1), column = get_global_id(0);
	to[column * n + row] = from[row * n + column];
}

kernel void transpose_tiled(global const float *restrict from, global float *restrict to, int n)
{
	local float block[TILE][TILE + 1];
	const size_t top = get_group_id(1) * TILE, left = get_group_id(0) * TILE;
	const size_t row = get_local_id(1), column = get_local_id(0);
	for (size_t y = row; y < TILE; y += ROWS)
		block[y][column] = from[(top + y) * n + left + column];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t y = row; y < TILE; y += ROWS)
		to[(left + y) * n + top + column] = block[column][y];
}
