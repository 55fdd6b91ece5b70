// The shortest paths between all pairs of nodes, by blocks.
#include "twins.h"

namespace {

const int TILE = 32;

__global__ void __launch_bounds__(TILE *TILE) relax_block(int *ways, int n, int through)
{
	__shared__ int block[TILE][TILE];
	const int row = threadIdx.y, column = threadIdx.x;
	int *const at = ways + (through * TILE + row) * n + through * TILE + column;
	int way = block[row][column] = *at;
	__syncthreads();
	for (int k = 0; k < TILE; k++) {
		way = min(way, block[row][k] + block[k][column]);
		__syncthreads();
		block[row][column] = way;
		__syncthreads();
	}
	*at = way;
}

__global__ void __launch_bounds__(TILE *TILE) relax_cross(int *ways, int n, int through)
{
	__shared__ int middle[TILE][TILE], block[TILE][TILE];
	if (blockIdx.x == through)
		return;
	const int row = threadIdx.y, column = threadIdx.x;
	const bool in_row = blockIdx.y == 0;
	const int to_row = (in_row ? through : blockIdx.x) * TILE + row;
	const int to_column = (in_row ? blockIdx.x : through) * TILE + column;
	middle[row][column] = ways[(through * TILE + row) * n + through * TILE + column];
	int way = block[row][column] = ways[to_row * n + to_column];
	__syncthreads();
	for (int k = 0; k < TILE; k++) {
		way = min(way, in_row ? middle[row][k] + block[k][column] : block[row][k] + middle[k][column]);
		__syncthreads();
		block[row][column] = way;
		__syncthreads();
	}
	ways[to_row * n + to_column] = way;
}

__global__ void __launch_bounds__(TILE *TILE) relax_others(int *ways, int n, int through)
{
	__shared__ int across[TILE][TILE], down[TILE][TILE];
	if (blockIdx.x == through || blockIdx.y == through)
		return;
	const int row = threadIdx.y, column = threadIdx.x;
	const int to_row = blockIdx.y * TILE + row, to_column = blockIdx.x * TILE + column;
	down[row][column] = ways[to_row * n + through * TILE + column];
	across[row][column] = ways[(through * TILE + row) * n + to_column];
	__syncthreads();
	int way = ways[to_row * n + to_column];
#pragma unroll
	for (int k = 0; k < TILE; k++)
		way = min(way, down[row][k] + across[k][column]);
	ways[to_row * n + to_column] = way;
}

} // namespace

void cuda_floyd_warshall(int *ways, int n)
{
	const int blocks = n / TILE;
	const dim3 block(TILE, TILE);
	for (int through = 0; through < blocks; through++) {
		relax_block<<<1, block>>>(ways, n, through);
		relax_cross<<<dim3(blocks, 2), block>>>(ways, n, through);
		relax_others<<<dim3(blocks, blocks), block>>>(ways, n, through);
	}
}
