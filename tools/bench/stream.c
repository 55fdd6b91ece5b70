/* BabelStream's kernels as its OpenMP model has them. */
#include "twins.h"

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
	}

STREAM(float)
STREAM(double)
