// BabelStream's kernels as its OpenCL model has them.

#define TILE 256

#define STREAM(T)                                                                          \
	kernel void copy_##T(global const T *restrict a, global T *restrict c)                 \
	{                                                                                      \
		const size_t i = get_global_id(0);                                                 \
		c[i] = a[i];                                                                       \
	}                                                                                      \
	kernel void mul_##T(global T *restrict b, global const T *restrict c, T scalar)        \
	{                                                                                      \
		const size_t i = get_global_id(0);                                                 \
		b[i] = scalar * c[i];                                                              \
	}                                                                                      \
	kernel void add_##T(global const T *restrict a, global const T *restrict b,            \
	                    global T *restrict c)                                              \
	{                                                                                      \
		const size_t i = get_global_id(0);                                                 \
		c[i] = a[i] + b[i];                                                                \
	}                                                                                      \
	kernel void triad_##T(global T *restrict a, global const T *restrict b,                \
	                      global const T *restrict c, T scalar)                            \
	{                                                                                      \
		const size_t i = get_global_id(0);                                                 \
		a[i] = b[i] + scalar * c[i];                                                       \
	}                                                                                      \
	kernel void dot_##T(global const T *restrict a, global const T *restrict b,            \
	                    global T *restrict sums, int n)                                    \
	{                                                                                      \
		local T partial[TILE];                                                             \
		const size_t me = get_local_id(0);                                                 \
		T sum = 0;                                                                         \
		for (size_t i = get_global_id(0); i < n; i += get_global_size(0))                  \
			sum += a[i] * b[i];                                                            \
		partial[me] = sum;                                                                 \
		for (int width = TILE / 2; width > 0; width /= 2) {                                \
			barrier(CLK_LOCAL_MEM_FENCE);                                                  \
			if (me < width)                                                                \
				partial[me] += partial[me + width];                                        \
		}                                                                                  \
		if (me == 0)                                                                       \
			sums[get_group_id(0)] = partial[0];                                            \
	}

STREAM(float)
STREAM(double)
