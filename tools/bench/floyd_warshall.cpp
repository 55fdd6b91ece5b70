// The shortest paths between all pairs of nodes, by blocks (Venkataraman and others, 2003): for each block on the diagonal
// the block itself, then those in its row and its column, then all others.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int TILE = 32;

static int shorter(int a, int b) restrict(amp)
{
	return a < b ? a : b;
}

// Paths through the nodes of block `through`, within that block.
static void relax_block(array_view<int, 2> ways, int through)
{
	parallel_for_each(extent<2>(TILE, TILE).tile<TILE, TILE>(), [=](tiled_index<TILE, TILE> i) restrict(amp) {
		tile_static int block[TILE][TILE];
		const int row = i.local[0], column = i.local[1];
		block[row][column] = ways(through * TILE + row, through * TILE + column);
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = 0; k < TILE; k++) {
			const int way = shorter(block[row][column], block[row][k] + block[k][column]);
			i.barrier.wait_with_tile_static_memory_fence();
			block[row][column] = way;
			i.barrier.wait_with_tile_static_memory_fence();
		}
		ways(through * TILE + row, through * TILE + column) = block[row][column];
	});
}

// The blocks in its row (the first half of the tiles) and in its column.
static void relax_cross(array_view<int, 2> ways, int through)
{
	const int blocks = ways.extent[0] / TILE;
	parallel_for_each(extent<2>(2 * TILE, blocks * TILE).tile<TILE, TILE>(),
	                  [=](tiled_index<TILE, TILE> i) restrict(amp) {
		tile_static int middle[TILE][TILE], block[TILE][TILE];
		const int row = i.local[0], column = i.local[1];
		const bool in_row = i.tile[0] == 0;
		const int to_row = (in_row ? through : i.tile[1]) * TILE + row;
		const int to_column = (in_row ? i.tile[1] : through) * TILE + column;
		middle[row][column] = ways(through * TILE + row, through * TILE + column);
		block[row][column] = ways(to_row, to_column);
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = 0; k < TILE; k++) {
			const int way = shorter(block[row][column], in_row ? middle[row][k] + block[k][column]
			                                                   : block[row][k] + middle[k][column]);
			i.barrier.wait_with_tile_static_memory_fence();
			block[row][column] = way;
			i.barrier.wait_with_tile_static_memory_fence();
		}
		if (i.tile[1] != through)
			ways(to_row, to_column) = block[row][column];
	});
}

static void relax_others(array_view<int, 2> ways, int through)
{
	parallel_for_each(ways.extent.tile<TILE, TILE>(), [=](tiled_index<TILE, TILE> i) restrict(amp) {
		tile_static int across[TILE][TILE], down[TILE][TILE];
		const int row = i.local[0], column = i.local[1];
		down[row][column] = ways(i.global[0], through * TILE + column);
		across[row][column] = ways(through * TILE + row, i.global[1]);
		i.barrier.wait_with_tile_static_memory_fence();
		int way = ways[i.global];
		for (int k = 0; k < TILE; k++)
			way = shorter(way, down[row][k] + across[k][column]);
		// those in the cross have their ways
		if (i.tile[0] != through && i.tile[1] != through)
			ways[i.global] = way;
	});
}

static void shortest_ways(array_view<int, 2> ways)
{
	for (int through = 0; through < ways.extent[0] / TILE; through++) {
		relax_block(ways, through);
		relax_cross(ways, through);
		relax_others(ways, through);
	}
}

BENCHMARK_WITHOUT_OPENCL(floyd_warshall)
{
	const int n = bench::size(4096, 512, 96);
	const std::vector<int> distances = bench::random<int>(static_cast<std::size_t>(n) * n, 1, 1000);
	std::vector<int> ways(distances);
	const array_view<int, 2> ways_view(n, n, ways);
	bench::memory<int> twin_ways(distances);
	bench::compare({"Floyd-Warshall", "int", double(n), 2.0 * n * n * n, "G/s", 0}, [&] { shortest_ways(ways_view); },
	               [&] { TWIN_OF(floyd_warshall)(twin_ways, n); },
	               [&] {
		               ways_view.synchronize();
		               return bench::difference(ways, twin_ways.read());
	               });
}
