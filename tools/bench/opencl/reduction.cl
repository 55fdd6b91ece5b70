// The sum of many numbers: each work-item adds up every so many-th number, and
// each work-group the sums of its work-items.

#define TILE 256

kernel void add_up(global const float *restrict values, global float *restrict sums, int n)
{
	local float partial[TILE];
	const size_t me = get_local_id(0);
	float sum = 0;
	for (size_t k = get_global_id(0); k < n; k += get_global_size(0))
		sum += values[k];
	partial[me] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int width = TILE / 2; width > 0; width /= 2) {
		if (me < width)
			partial[me] += partial[me + width];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (me == 0)
		sums[get_group_id(0)] = partial[0];
}
