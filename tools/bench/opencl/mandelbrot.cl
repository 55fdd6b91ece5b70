// How many iterations each point of the Mandelbrot set's surroundings takes.

kernel void mandelbrot(global int *iterations, float step, int most)
{
	const size_t row = get_global_id(1), column = get_global_id(0);
	const float cx = -2.25f + step * (int)column, cy = -1.5f + step * (int)row;
	float x = 0, y = 0;
	int n = 0;
	while (n < most && x * x + y * y <= 4.0f) {
		const float next = x * x - y * y + cx;
		y = 2.0f * x * y + cy;
		x = next;
		n++;
	}
	iterations[row * get_global_size(0) + column] = n;
}
