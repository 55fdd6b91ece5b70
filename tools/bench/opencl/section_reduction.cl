// One step of the sum of a matrix: the quarters of one that is 2n x 2n, added.

kernel void add_quarters(global const float *restrict from, global float *restrict to, int n)
{
	const size_t row = get_global_id(1), column = get_global_id(0);
	global const float *const q1 = from, *const q2 = from + n;
	global const float *const q3 = from + 2 * n * n, *const q4 = q3 + n;
	const size_t i = row * 2 * n + column;
	to[row * n + column] = q1[i] + q2[i] + q3[i] + q4[i];
}
