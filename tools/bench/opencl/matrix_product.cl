// The product of two matrices, untiled, and with tiles of 16 x 16 and 32 x 32.

kernel void multiply(global const float *restrict a, global const float *restrict b,
                     global float *restrict product, int n)
{
	const size_t row = get_global_id(1), column = get_global_id(0);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];
	product[row * n + column] = sum;
}

#define MULTIPLY_TILED(TILE)                                                               \
	kernel void multiply_tiled_##TILE(global const float *restrict a,                      \
	                                  global const float *restrict b,                      \
	                                  global float *restrict product, int n)               \
	{                                                                                      \
		local float a_block[TILE][TILE];                                                   \
		local float b_block[TILE][TILE];                                                   \
		const size_t row = get_local_id(1), column = get_local_id(0);                      \
		float sum = 0;                                                                     \
		for (int k = 0; k < n; k += TILE) {                                                \
			a_block[row][column] = a[get_global_id(1) * n + k + column];                   \
			b_block[row][column] = b[(k + row) * n + get_global_id(0)];                    \
			barrier(CLK_LOCAL_MEM_FENCE);                                                  \
			for (int j = 0; j < TILE; j++)                                                 \
				sum += a_block[row][j] * b_block[j][column];                               \
			barrier(CLK_LOCAL_MEM_FENCE);                                                  \
		}                                                                                  \
		product[get_global_id(1) * n + get_global_id(0)] = sum;                            \
	}

MULTIPLY_TILED(16)
MULTIPLY_TILED(32)
