// Inclusive prefix sums in three launches: the sum of each tile's chunk, the
// prefix sums of those, and the prefix sums within each chunk on top of them.
#include "../../samples/algorithms/scan.h"
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int TILE = 256, EACH = SCAN_CHUNK / TILE; // elements of a thread

// The sum of the values of the threads 0 ... me of a tile of SIZE.
template <int SIZE> static int scan_tile(int value, int me, const tile_barrier &barrier) restrict(amp)
{
	tile_static int sums[2][SIZE];
	int from = 0;
	sums[from][me] = value;
	barrier.wait_with_tile_static_memory_fence();
	for (int distance = 1; distance < SIZE; distance *= 2) {
		sums[1 - from][me] = sums[from][me] + (me >= distance ? sums[from][me - distance] : 0);
		from = 1 - from;
		barrier.wait_with_tile_static_memory_fence();
	}
	return sums[from][me];
}

static void add_chunks(array_view<const int, 1> values, array_view<int, 1> totals)
{
	parallel_for_each(extent<1>(totals.extent[0] * TILE).tile<TILE>(),
	                  [=](tiled_index<TILE> i) restrict(amp) {
		const int begin = i.tile[0] * SCAN_CHUNK;
		int sum = 0;
		for (int k = i.local[0]; k < SCAN_CHUNK; k += TILE)
			sum += values[begin + k];
		sum = scan_tile<TILE>(sum, i.local[0], i.barrier);
		if (i.local[0] == TILE - 1)
			totals[i.tile] = sum;
	});
}

// In place, by one tile: each of its threads has a part of the totals.
static void scan_totals(array_view<int, 1> totals)
{
	static const int SIZE = 1024;
	parallel_for_each(extent<1>(SIZE).tile<SIZE>(), [=](tiled_index<SIZE> i) restrict(amp) {
		const int count = totals.extent[0], each = (count + SIZE - 1) / SIZE;
		const int begin = i.local[0] * each;
		const int end = begin + each < count ? begin + each : count;
		int sum = 0;
		for (int k = begin; k < end; k++)
			sum += totals[k];
		int before = scan_tile<SIZE>(sum, i.local[0], i.barrier) - sum;
		for (int k = begin; k < end; k++) {
			before += totals[k];
			totals[k] = before;
		}
	});
}

static void scan_chunks(array_view<const int, 1> values, array_view<const int, 1> totals,
                        array_view<int, 1> sums)
{
	parallel_for_each(extent<1>(totals.extent[0] * TILE).tile<TILE>(),
	                  [=](tiled_index<TILE> i) restrict(amp) {
		// a thread's elements are contiguous here, with a gap against bank conflicts
		tile_static int chunk[TILE][EACH + 1];
		const int me = i.local[0], begin = i.tile[0] * SCAN_CHUNK;
		for (int k = me; k < SCAN_CHUNK; k += TILE)
			chunk[k / EACH][k % EACH] = values[begin + k];
		i.barrier.wait_with_tile_static_memory_fence();
		int sum = 0;
		for (int k = 0; k < EACH; k++) {
			sum += chunk[me][k];
			chunk[me][k] = sum;
		}
		int before = scan_tile<TILE>(sum, me, i.barrier) - sum;
		if (i.tile[0] > 0)
			before += totals[i.tile[0] - 1];
		for (int k = 0; k < EACH; k++)
			chunk[me][k] += before;
		i.barrier.wait_with_tile_static_memory_fence();
		for (int k = me; k < SCAN_CHUNK; k += TILE)
			sums[begin + k] = chunk[k / EACH][k % EACH];
	});
}

BENCHMARK(scan)
{
	const int n = bench::size(1 << 26, 1 << 22, SCAN_CHUNK * 13);
	const std::vector<int> values = bench::random<int>(n, 0, 16);
	std::vector<int> sums = bench::poisoned<int>(n);
	const array_view<const int, 1> values_view(values);
	const array_view<int, 1> sums_view(sums), totals(n / SCAN_CHUNK);
	bench::memory<int> twin_values(values), twin_sums(n), twin_totals(n / SCAN_CHUNK);
	const auto compare = [&](const char *name, decltype(openmp_scan) *twin) {
		bench::compare({name, "int", double(n), 2 * sizeof(int) * double(n), "GB/s", 0},
		               [&] {
			               add_chunks(values_view, totals);
			               scan_totals(totals);
			               scan_chunks(values_view, totals, sums_view);
		               },
		               [&] { twin(twin_values, twin_sums, twin_totals, n); },
		               [&] {
			               sums_view.synchronize();
			               return bench::difference(sums, twin_sums.read());
		               });
	};
	compare("scan", TWIN_OF(scan));
	if (bench::against_openmp())
		compare("scan, by blocks", openmp_scan_blocks);

	// in one pass
	algorithms::scan_memory memory(n);
	const auto compare_one_pass = [&](decltype(openmp_scan) *twin, const char *library = nullptr) {
		bench::compare({"scan, one pass", "int", double(n), 2 * sizeof(int) * double(n), "GB/s", 0, library},
		               [&] { algorithms::scan(values_view, sums_view, memory); },
		               [&] { twin(twin_values, twin_sums, twin_totals, n); },
		               [&] {
			               sums_view.synchronize();
			               return bench::difference(sums, twin_sums.read());
		               });
	};
	compare_one_pass(TWIN_OF(scan));
#if BENCH_CUDA
	if (bench::on_gpu())
		compare_one_pass(cub_scan, "CUB");
#endif
}
