// How often each byte occurs: a work-group counts in local memory with atomic
// operations, and adds its counts to the common ones at the end.

#define BINS 256
#define TILE 256

kernel void clear(global unsigned *bins)
{
	bins[get_global_id(0)] = 0;
}

kernel void count_bytes(global const unsigned *restrict words, global unsigned *restrict bins, int n)
{
	local unsigned count[BINS];
	for (size_t bin = get_local_id(0); bin < BINS; bin += TILE)
		count[bin] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t k = get_global_id(0); k < n; k += get_global_size(0)) {
		const unsigned word = words[k];
		atomic_inc(&count[word & 255]);
		atomic_inc(&count[word >> 8 & 255]);
		atomic_inc(&count[word >> 16 & 255]);
		atomic_inc(&count[word >> 24]);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t bin = get_local_id(0); bin < BINS; bin += TILE)
		atomic_add(&bins[bin], count[bin]);
}
