// Kernels that do next to nothing.

kernel void add(global const float *restrict a, global const float *restrict b,
                global float *restrict c)
{
	const size_t i = get_global_id(0);
	c[i] = a[i] + b[i];
}

// Writes one element of each of `count` arrays of as many elements as work-items.
kernel void fill(global float *restrict arrays, int count)
{
	for (int array = 0; array < count; array++)
		arrays[array * get_global_size(0) + get_global_id(0)] = 1;
}
