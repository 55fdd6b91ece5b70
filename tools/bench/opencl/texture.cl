// Images: turned about the middle, each point interpolated bilinearly; and blurred,
// each point the mean of the nine around it.

#define TURN(name, T, load, store)                                                             \
	kernel void turn_##name(global const T *image, global T *to, float cosine, float sine)     \
	{                                                                                          \
		const int n = get_global_size(0), row = get_global_id(1), column = get_global_id(0);   \
		const float x = (column + 0.5f) / n - 0.5f, y = (row + 0.5f) / n - 0.5f;               \
		const float u = (cosine * x - sine * y + 0.5f) * n - 0.5f;                             \
		const float v = (sine * x + cosine * y + 0.5f) * n - 0.5f;                             \
		const float left = floor(u), top = floor(v);                                           \
		const size_t west = clamp((int)left, 0, n - 1), east = clamp((int)left + 1, 0, n - 1); \
		const size_t upper = (size_t)clamp((int)top, 0, n - 1) * n;                            \
		const size_t lower = (size_t)clamp((int)top + 1, 0, n - 1) * n;                        \
		store(mix(mix(load(upper + west), load(upper + east), u - left),                       \
		          mix(load(lower + west), load(lower + east), u - left), v - top),             \
		      (size_t)row * n + column);                                                       \
	}

#define LOAD(i) image[i]
#define STORE(value, i) to[i] = value
TURN(float, float, LOAD, STORE)
TURN(float_4, float4, LOAD, STORE)

#define LOAD_UNORM(i) convert_float4(image[i])
#define STORE_UNORM(value, i) to[i] = convert_uchar4(value + 0.5f)
TURN(unorm_4, uchar4, LOAD_UNORM, STORE_UNORM)

kernel void blur(global const uchar4 *image, global uchar4 *to)
{
	const int n = get_global_size(0), row = get_global_id(1), column = get_global_id(0);
	int4 sum = 0;
	for (int y = -1; y <= 1; y++)
		for (int x = -1; x <= 1; x++)
			sum += convert_int4(image[(size_t)clamp(row + y, 0, n - 1) * n + clamp(column + x, 0, n - 1)]);
	to[(size_t)row * n + column] = convert_uchar4(convert_float4(sum) / 9.0f + 0.5f);
}
