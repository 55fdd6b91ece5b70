// The twin of pathfinder.cpp in CUDA.
#define BLOCK 256
#define HALO 10

__global__ void __launch_bounds__(BLOCK) climb(const int *__restrict__ wall, const int *__restrict__ src,
                                               int *__restrict__ dst, int columns, int first, int steps)
{
	__shared__ int prev[BLOCK];
	__shared__ int result[BLOCK];
	const int inner = BLOCK - 2 * HALO;
	const int tx = threadIdx.x, x = blockIdx.x * inner + tx - HALO;
	const bool inside = x >= 0 && x < columns;
	const int w = tx > 0 && x > 0 ? tx - 1 : tx, e = tx < BLOCK - 1 && x < columns - 1 ? tx + 1 : tx;
	prev[tx] = inside ? src[x] : 1 << 29;
	__syncthreads();
	bool computed = false;
	for (int i = 0; i < steps; i++) {
		computed = false;
		if (tx >= i + 1 && tx <= BLOCK - 2 - i && inside) {
			computed = true;
			int least = min(prev[w], prev[tx]);
			least = min(least, prev[e]);
			result[tx] = least + wall[(first + i) * columns + x];
		}
		__syncthreads();
		if (i == steps - 1)
			break;
		if (computed)
			prev[tx] = result[tx];
		__syncthreads();
	}
	if (computed && tx >= HALO && tx < BLOCK - HALO)
		dst[x] = result[tx];
}

void twin_pathfinder(const int *wall, int *a, int *b, int rows, int columns)
{
	const int inner = BLOCK - 2 * HALO, grid = (columns + inner - 1) / inner;
	climb<<<grid, BLOCK>>>(wall, wall, a, columns, 1, HALO);
	for (int r = 1 + HALO; r < rows; r += 2 * HALO) {
		climb<<<grid, BLOCK>>>(wall, a, b, columns, r, HALO);
		if (r + HALO < rows)
			climb<<<grid, BLOCK>>>(wall, b, a, columns, r + HALO, HALO);
	}
}
