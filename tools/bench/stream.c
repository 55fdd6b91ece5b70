/* BabelStream's kernels as its OpenMP model has them. */
#include "twins.h"

#define LANES 256

#define STREAM(T)                                                                         \
	void openmp_copy_##T(const T *restrict a, T *restrict c, size_t n)                    \
	{                                                                                     \
		_Pragma("omp parallel for") for (size_t i = 0; i < n; i++) c[i] = a[i];           \
	}                                                                                     \
	void openmp_mul_##T(T *restrict b, const T *restrict c, size_t n)                     \
	{                                                                                     \
		const T scalar = (T)0.4;                                                          \
		_Pragma("omp parallel for") for (size_t i = 0; i < n; i++) b[i] = scalar * c[i];  \
	}                                                                                     \
	void openmp_add_##T(const T *restrict a, const T *restrict b, T *restrict c, size_t n) \
	{                                                                                     \
		_Pragma("omp parallel for") for (size_t i = 0; i < n; i++) c[i] = a[i] + b[i];    \
	}                                                                                     \
	void openmp_triad_##T(T *restrict a, const T *restrict b, const T *restrict c, size_t n) \
	{                                                                                     \
		const T scalar = (T)0.4;                                                          \
		_Pragma("omp parallel for") for (size_t i = 0; i < n; i++)                        \
			a[i] = b[i] + scalar * c[i];                                                  \
	}                                                                                     \
	void openmp_dot_##T(const T *restrict a, const T *restrict b, T *restrict sums, size_t n) \
	{                                                                                     \
		T sum = 0;                                                                        \
		_Pragma("omp parallel for simd reduction(+ : sum)") for (size_t i = 0; i < n; i++) \
			sum += a[i] * b[i];                                                           \
		sums[0] = sum;                                                                    \
		for (int i = 1; i < BENCH_BLOCKS; i++)                                            \
			sums[i] = 0;                                                                  \
	}                                                                                     \
	/* as the C++ AMP kernel has it: each block has every BENCH_BLOCKS-th piece */        \
	void openmp_dot_blocks_##T(const T *restrict a, const T *restrict b, T *restrict sums, size_t n) \
	{                                                                                     \
		_Pragma("omp parallel for") for (int block = 0; block < BENCH_BLOCKS; block++)    \
		{                                                                                 \
			T partial[LANES] = {0};                                                       \
			size_t i = (size_t)block * LANES;                                             \
			for (; i + LANES <= n; i += (size_t)BENCH_BLOCKS * LANES)                     \
				for (int lane = 0; lane < LANES; lane++)                                  \
					partial[lane] += a[i + lane] * b[i + lane];                           \
			for (int lane = 0; lane < LANES && i + lane < n; lane++)                      \
				partial[lane] += a[i + lane] * b[i + lane];                               \
			for (int half = LANES / 2; half > 0; half /= 2)                               \
				for (int lane = 0; lane < half; lane++)                                   \
					partial[lane] += partial[lane + half];                                \
			sums[block] = partial[0];                                                     \
		}                                                                                 \
	}

STREAM(float)
STREAM(double)
