// A step of a stencil: each inner point becomes a mean of its neighbours, of
// five points on a plane and of seven in space.

kernel void step_2d(global const float *restrict from, global float *restrict to, int n)
{
	const size_t y = get_global_id(1) + 1, x = get_global_id(0) + 1;
	to[y * n + x] = 0.5f * from[y * n + x] +
	                0.125f * (from[(y - 1) * n + x] + from[(y + 1) * n + x] + from[y * n + x - 1] +
	                          from[y * n + x + 1]);
}

kernel void step_3d(global const float *restrict from, global float *restrict to, int n)
{
	const size_t z = get_global_id(2) + 1, y = get_global_id(1) + 1, x = get_global_id(0) + 1;
	to[(z * n + y) * n + x] =
	    0.4f * from[(z * n + y) * n + x] +
	    0.1f * (from[((z - 1) * n + y) * n + x] + from[((z + 1) * n + y) * n + x] +
	            from[(z * n + y - 1) * n + x] + from[(z * n + y + 1) * n + x] +
	            from[(z * n + y) * n + x - 1] + from[(z * n + y) * n + x + 1]);
}
