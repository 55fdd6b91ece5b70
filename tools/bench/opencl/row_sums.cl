// The sums of the rows of a matrix, each by one work-item.

kernel void sum_rows(global const float *restrict matrix, global float *restrict sums, int n)
{
	const size_t i = get_global_id(0);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += matrix[i * n + k];
	sums[i] = sum;
}
