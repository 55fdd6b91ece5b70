/* The twins: what the C++ AMP functions in NAME.cpp compute, on plain pointers,
 * in CUDA (NAME.cu: device pointers; returns once the work is launched), in C
 * with OpenMP (NAME.c), and in OpenCL (opencl/NAME.cl: returns once the work is
 * launched). Matrices are dense, row by row. */
#ifndef BENCH_TWINS_H
#define BENCH_TWINS_H

#include <stddef.h>

/* Some have no twin in OpenCL: BENCHMARK_WITHOUT_OPENCL (bench.h). */
#define TWIN(name, ...)                  \
	void cuda_##name(__VA_ARGS__);       \
	void openmp_##name(__VA_ARGS__);     \
	void opencl_##name(__VA_ARGS__) __attribute__((weak))

#ifdef __cplusplus
extern "C" {
#endif

/* What the twins run on: memory of its own, filled with 0xff bytes, which is
 * copied from and to the host's; host memory that it copies fastest; and
 * waiting for all the work that was launched. */
struct twin_device {
	const char *name; /* what the twins are written in */
	void *(*allocate)(size_t bytes);
	void (*release)(void *p);
	void (*write)(void *to, const void *host, size_t bytes);
	void (*read)(void *host, const void *from, size_t bytes);
	void *(*allocate_pinned)(size_t bytes);
	void (*release_pinned)(void *p);
	void (*wait)(void);
};
extern const struct twin_device cuda_device, openmp_device, opencl_device;

/* Eight blocks for each of an H100's multiprocessors; the length of the dot
 * product's and the reduction's partial sums. */
#define BENCH_BLOCKS 1056

#define STREAM_TWINS(T)                                                       \
	TWIN(copy_##T, const T *a, T *c, size_t n);                               \
	TWIN(mul_##T, T *b, const T *c, size_t n);                                \
	TWIN(add_##T, const T *a, const T *b, T *c, size_t n);                    \
	TWIN(triad_##T, T *a, const T *b, const T *c, size_t n);                  \
	TWIN(dot_##T, const T *a, const T *b, T *sums, size_t n)
STREAM_TWINS(float);
STREAM_TWINS(double);

/* n x n, a multiple of the tile's size. */
TWIN(multiply, const float *a, const float *b, float *product, int n);
TWIN(multiply_tiled_16, const float *a, const float *b, float *product, int n);
TWIN(multiply_tiled_32, const float *a, const float *b, float *product, int n);

TWIN(transpose, const float *from, float *to, int n);
TWIN(transpose_tiled, const float *from, float *to, int n);

/* Of n rows of n elements each. */
TWIN(sum_rows, const float *matrix, float *sums, int n);

/* *sum is that of n values; partial has BENCH_BLOCKS elements. */
TWIN(reduce, const float *values, float *partial, float *sum, int n);

/* Inclusive; n is a multiple of SCAN_CHUNK and at most SCAN_CHUNK * 32768;
 * totals has n / SCAN_CHUNK elements. */
#define SCAN_CHUNK 2048
TWIN(scan, const int *values, int *sums, int *totals, int n);

/* sorted: the keys in order. */
void cub_sort(const unsigned *keys, unsigned *sorted, int n);
void openmp_sort(const unsigned *keys, unsigned *sorted, int n);

/* product[r] = the sum of values[k] * x[columns[k]] for k from begins[r] to begins[r + 1]; rows: a multiple of 32. */
TWIN(multiply_sparse, const int *begins, const int *columns, const float *values, const float *x, float *product,
     int rows);

/* x after so many rounds from 0, of n x n points, n a multiple of 32; work: 3 * n * n + n * n / 1024 + 3 elements. */
TWIN(conjugate_gradient, const float *b, float *x, float *work, int n, int rounds);

/* a: n x n, in place; n is a multiple of 32. Cholesky: the lower half. */
TWIN(lu, float *a, int n);
TWIN(cholesky, float *a, int n);

/* levels: of the n vertices, from the first one; -1: not reached. lists: 2 * n + 1 elements. */
TWIN(bfs, const int *begins, const int *neighbours, int *levels, int *lists, int n);

/* Of n messages of 16 words: word w of message m is words[w * n + m], and so with the 8 words of a digest. */
TWIN(sha256, const unsigned *words, unsigned *digests, int n);

/* ways: n x n, in place; n is a multiple of 32. */
TWIN(floyd_warshall, int *ways, int n);

/* Of rows of FFT_LENGTH complex numbers, real and imaginary parts beside each other. */
#define FFT_LENGTH 1024
TWIN(fft, const float *from, float *to, int rows);

/* sorted: the keys in order; n is a power of two from 1024 on. */
TWIN(bitonic_sort, const unsigned *keys, unsigned *sorted, int n);

/* Densities in the 19 directions of n x n x n cells, direction by direction. */
#define BENCH_DIRECTIONS 19
#define BENCH_DIRECTIONS_X {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0}
#define BENCH_DIRECTIONS_Y {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1}
#define BENCH_DIRECTIONS_Z {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1}
TWIN(lattice_boltzmann, const float *from, float *to, int n, float relaxation);

/* Pixels of three bytes in a word; three rows of 64 colours, which begin as `first`; sums: four such rows. */
TWIN(k_means, const unsigned *pixels, const int *first, int *colours, unsigned *sums, int n, int rounds);

/* to: n x n, a multiple of 32, of an image with a border four points wide. A weight is 2^(near * the square of the
 * distance + alike * the square of the difference). */
TWIN(bilateral, const float *image, float *to, int n, float near, float alike);

/* scores: of the alignment of the query with each of n sequences, one letter to a number. */
#define BENCH_QUERY 256
TWIN(smith_waterman, const int *query, const int *sequences, int *scores, int n, int length);

/* What a user of CUDA would call instead of writing a kernel: CUB's scan, reduction and histogram, cuBLAS's product
 * of floats, cuFFT's transform; they use of their arguments what they need. */
void cub_scan(const int *values, int *sums, int *totals, int n);
void cub_reduce(const float *values, float *partial, float *sum, int n);
void cub_histogram(const unsigned *words, unsigned *bins, int n);
void cublas_multiply(const float *a, const float *b, float *product, int n);
void cufft_fft(const float *from, float *to, int rows);

/* The inner points of n x n, of n x n x n. */
TWIN(stencil_2d, const float *from, float *to, int n);
TWIN(stencil_3d, const float *from, float *to, int n);
/* One thread for all points of a column: with each plane read by threads, by blocks. */
TWIN(stencil_3d_columns, const float *from, float *to, int n);
TWIN(stencil_3d_tiles, const float *from, float *to, int n);

/* The inner points of n x n, whose border is two points wide; n - 4 is a
 * multiple of 32. The weights lie in host memory. */
TWIN(convolve, const float *from, float *to, int n, const float *weights);

/* Of the bytes of n words; bins has 256 elements. */
TWIN(histogram, const unsigned *words, unsigned *bins, int n);

/* Bodies and accelerations are x, y, z, mass; n is a multiple of 256. */
TWIN(n_body, const float *bodies, float *accelerations, int n);

TWIN(black_scholes, const float *price, const float *strike, const float *years, float *call,
     float *put, int n);

/* Positions and velocities are four numbers each. */
TWIN(advance, float *positions, const float *velocities, float time, int n);

TWIN(mandelbrot, int *iterations, int n, int most);

/* n x n points of 1, of 4 floats, of 4 bytes, turned about the middle and
 * interpolated. */
TWIN(turn_float, const float *image, float *to, int n, float cosine, float sine);
TWIN(turn_float_4, const float *image, float *to, int n, float cosine, float sine);
TWIN(turn_unorm_4, const unsigned char *image, unsigned char *to, int n, float cosine, float sine);

/* n x n points of 4 bytes, each the mean of the nine around it. */
TWIN(blur, const unsigned char *image, unsigned char *to, int n);

/* matrix: n x n, a power of two, changed in the course; scratch: (n / 2)^2. */
TWIN(section_reduce, const float *matrix, float *scratch, float *sum, int n);

/* The way of the C++ AMP kernels, tile by tile, where the functions above have another
 * that is better in C: with OpenMP alone. */
void openmp_dot_blocks_float(const float *a, const float *b, float *sums, size_t n);
void openmp_dot_blocks_double(const double *a, const double *b, double *sums, size_t n);
void openmp_stencil_3d_columns_blocks(const float *from, float *to, int n);
void openmp_stencil_3d_tiles_blocks(const float *from, float *to, int n);
void openmp_fft_blocks(const float *from, float *to, int rows);
void openmp_multiply_sparse_blocks(const int *begins, const int *columns, const float *values, const float *x, float *product,
                                   int rows);
void openmp_conjugate_gradient_blocks(const float *b, float *x, float *work, int n, int rounds);
void openmp_scan_blocks(const int *values, int *sums, int *totals, int n);
void openmp_histogram_blocks(const unsigned *words, unsigned *bins, int n);

/* As many launches of c = a + b with n elements; of a kernel that writes one
 * element of each of count arrays of 256. */
TWIN(launches, const float *a, const float *b, float *c, int n, int times);
TWIN(launches_of, float *arrays, int count, int times);

#ifdef __cplusplus
}
#endif

#endif
