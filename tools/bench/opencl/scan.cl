// Inclusive prefix sums in three launches: the sum of each tile's chunk, the
// prefix sums of those, and the prefix sums within each chunk on top of them.

#define SCAN_CHUNK 2048
#define TILE 256
#define EACH (SCAN_CHUNK / TILE)
#define TOTALS_TILE 1024

// The sum of the values of the work-items 0 ... me of a work-group of `size`;
// sums: 2 * size elements.
static int scan_tile(int value, size_t me, int size, local int *sums)
{
	int from = 0;
	sums[from * size + me] = value;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int distance = 1; distance < size; distance *= 2) {
		sums[(1 - from) * size + me] =
		    sums[from * size + me] + (me >= distance ? sums[from * size + me - distance] : 0);
		from = 1 - from;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	return sums[from * size + me];
}

kernel void add_chunks(global const int *restrict values, global int *restrict totals)
{
	local int scanned[2 * TILE];
	const size_t begin = get_group_id(0) * SCAN_CHUNK;
	int sum = 0;
	for (size_t k = get_local_id(0); k < SCAN_CHUNK; k += TILE)
		sum += values[begin + k];
	sum = scan_tile(sum, get_local_id(0), TILE, scanned);
	if (get_local_id(0) == TILE - 1)
		totals[get_group_id(0)] = sum;
}

kernel void scan_totals(global int *totals, int count)
{
	local int scanned[2 * TOTALS_TILE];
	const int each = (count + TOTALS_TILE - 1) / TOTALS_TILE;
	const int begin = get_local_id(0) * each;
	const int end = begin + each < count ? begin + each : count;
	int sum = 0;
	for (int k = begin; k < end; k++)
		sum += totals[k];
	int before = scan_tile(sum, get_local_id(0), TOTALS_TILE, scanned) - sum;
	for (int k = begin; k < end; k++) {
		before += totals[k];
		totals[k] = before;
	}
}

kernel void scan_chunks(global const int *restrict values, global const int *restrict totals,
                        global int *restrict sums)
{
	local int chunk[TILE][EACH + 1];
	local int scanned[2 * TILE];
	const size_t me = get_local_id(0), begin = get_group_id(0) * SCAN_CHUNK;
	for (size_t k = me; k < SCAN_CHUNK; k += TILE)
		chunk[k / EACH][k % EACH] = values[begin + k];
	barrier(CLK_LOCAL_MEM_FENCE);
	int sum = 0;
	for (int k = 0; k < EACH; k++) {
		sum += chunk[me][k];
		chunk[me][k] = sum;
	}
	int before = scan_tile(sum, me, TILE, scanned) - sum;
	if (get_group_id(0) > 0)
		before += totals[get_group_id(0) - 1];
	for (int k = 0; k < EACH; k++)
		chunk[me][k] += before;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t k = me; k < SCAN_CHUNK; k += TILE)
		sums[begin + k] = chunk[k / EACH][k % EACH];
}
