// The harness's part on PoCL, and what launches the kernels of NAME.cl, which
// are those of NAME.cpp line by line. The memory is shared, PoCL copies
// nothing. Errors end the program.
#include "../twins.h"

#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#define cl_check(call) cl_check_at(call, __FILE__, __LINE__)

static void cl_check_at(cl_int e, const char *file, int line)
{
	if (e == CL_SUCCESS)
		return;
	std::fprintf(stderr, "%s:%d: OpenCL: error %d\n", file, line, e);
	std::exit(1);
}

namespace {

// PoCL's CPU device, and a queue in order.
struct device {
	cl_device_id id;
	cl_context context;
	cl_command_queue queue;

	device()
	{
		cl_platform_id platforms[16];
		cl_uint count = 0;
		clGetPlatformIDs(16, platforms, &count);
		for (cl_uint i = 0; i < count && i < 16; i++) {
			char name[64] = "";
			clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, nullptr);
			if (std::strcmp(name, "Portable Computing Language") != 0 ||
			    clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &id, nullptr) != CL_SUCCESS)
				continue;
			cl_int e;
			context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &e);
			cl_check(e);
			queue = clCreateCommandQueueWithProperties(context, id, nullptr, &e);
			cl_check(e);
			return;
		}
		std::fprintf(stderr, "bench: there is no PoCL here\n");
		std::exit(2);
	}
};

const device &pocl()
{
	static const device the;
	return the;
}

cl_program build(const char *file)
{
	// so that PoCL's errors name the file
	const std::string source = "#include \"" + std::string(file) + "\"\n";
	const char *text = source.c_str();
	cl_int e;
	const cl_program program = clCreateProgramWithSource(pocl().context, 1, &text, nullptr, &e);
	cl_check(e);
	e = clBuildProgram(program, 1, &pocl().id, "-I " BENCH_OPENCL, nullptr, nullptr);
	if (e != CL_SUCCESS) {
		char log[4096] = "";
		clGetProgramBuildInfo(program, pocl().id, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
		std::fprintf(stderr, "%s\n", log);
	}
	cl_check(e);
	return program;
}

// A kernel of a file of this folder.
class kernel {
public:
	// Of up to three dimensions, the last one contiguous, as C++ AMP has them.
	typedef std::array<size_t, 3> extent;

	kernel(const char *file, const char *name) : program_(build(file))
	{
		cl_int e;
		kernel_ = clCreateKernel(program_, name, &e);
		cl_check(e);
	}
	~kernel()
	{
		clReleaseKernel(kernel_);
		clReleaseProgram(program_);
	}
	kernel(const kernel &) = delete;
	kernel &operator=(const kernel &) = delete;

	// In tiles of PoCL's choice.
	template <typename... T> void operator()(const extent &domain, const T &...arguments)
	{
		launch(domain, nullptr, arguments...);
	}
	template <typename... T>
	void tiled(const extent &domain, const extent &tile, const T &...arguments)
	{
		launch(domain, &tile, arguments...);
	}

private:
	template <typename T> void set(cl_uint i, T *p)
	{
		cl_check(clSetKernelArgSVMPointer(kernel_, i, p));
	}
	template <typename T> void set(cl_uint i, const T &value)
	{
		cl_check(clSetKernelArg(kernel_, i, sizeof value, &value));
	}
	template <typename... T>
	void launch(const extent &domain, const extent *tile, const T &...arguments)
	{
		const std::lock_guard<std::mutex> lock(arguments_); // until they are enqueued
		cl_uint i = 0;
		(set(i++, arguments), ...);
		cl_uint rank = 0;
		while (rank < 3 && domain[rank])
			rank++;
		// OpenCL's first dimension is the contiguous one.
		size_t global[3], local[3];
		for (cl_uint d = 0; d < rank; d++) {
			global[rank - 1 - d] = domain[d];
			local[rank - 1 - d] = tile ? (*tile)[d] : 0;
		}
		cl_check(clEnqueueNDRangeKernel(pocl().queue, kernel_, rank, nullptr, global,
		                                tile ? local : nullptr, 0, nullptr, nullptr));
	}

	cl_program program_;
	cl_kernel kernel_;
	std::mutex arguments_;
};

// As far from a page's beginning as malloc's memory, which the others work on.
const size_t OFFSET = 16;

void *allocate(size_t bytes)
{
	char *const p = static_cast<char *>(
	    clSVMAlloc(pocl().context, CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes + OFFSET, 0));
	if (!p)
		cl_check(CL_OUT_OF_HOST_MEMORY);
	std::memset(p, 0xff, bytes + OFFSET);
	return p + OFFSET;
}
void release(void *p)
{
	clSVMFree(pocl().context, static_cast<char *>(p) - OFFSET);
}
void wait()
{
	cl_check(clFinish(pocl().queue));
}
void write(void *to, const void *host, size_t bytes)
{
	wait();
	std::memcpy(to, host, bytes);
}
void read(void *host, const void *from, size_t bytes)
{
	wait();
	std::memcpy(host, from, bytes);
}

} // namespace

const struct twin_device opencl_device = {"PoCL", allocate, release,  write,
                                          read,   allocate, release, wait};

// KERNEL(file, name): the kernel `name` of file.cl, built when it is first used.
#define KERNEL(file, name) static kernel name(#file ".cl", #name)

#define STREAM(T)                                                                          \
	void opencl_copy_##T(const T *a, T *c, size_t n)                                       \
	{                                                                                      \
		KERNEL(stream, copy_##T);                                                          \
		copy_##T({n}, a, c);                                                               \
	}                                                                                      \
	void opencl_mul_##T(T *b, const T *c, size_t n)                                        \
	{                                                                                      \
		KERNEL(stream, mul_##T);                                                           \
		mul_##T({n}, b, c, static_cast<T>(0.4));                                           \
	}                                                                                      \
	void opencl_add_##T(const T *a, const T *b, T *c, size_t n)                            \
	{                                                                                      \
		KERNEL(stream, add_##T);                                                           \
		add_##T({n}, a, b, c);                                                             \
	}                                                                                      \
	void opencl_triad_##T(T *a, const T *b, const T *c, size_t n)                          \
	{                                                                                      \
		KERNEL(stream, triad_##T);                                                         \
		triad_##T({n}, a, b, c, static_cast<T>(0.4));                                      \
	}                                                                                      \
	void opencl_dot_##T(const T *a, const T *b, T *sums, size_t n)                         \
	{                                                                                      \
		KERNEL(stream, dot_##T);                                                           \
		dot_##T.tiled({BENCH_BLOCKS * 256}, {256}, a, b, sums, static_cast<int>(n));       \
	}
STREAM(float)
STREAM(double)

void opencl_multiply(const float *a, const float *b, float *product, int n)
{
	KERNEL(matrix_product, multiply);
	multiply({size_t(n), size_t(n)}, a, b, product, n);
}
void opencl_multiply_tiled_16(const float *a, const float *b, float *product, int n)
{
	KERNEL(matrix_product, multiply_tiled_16);
	multiply_tiled_16.tiled({size_t(n), size_t(n)}, {16, 16}, a, b, product, n);
}
void opencl_multiply_tiled_32(const float *a, const float *b, float *product, int n)
{
	KERNEL(matrix_product, multiply_tiled_32);
	multiply_tiled_32.tiled({size_t(n), size_t(n)}, {32, 32}, a, b, product, n);
}

void opencl_sum_rows(const float *matrix, float *sums, int n)
{
	KERNEL(row_sums, sum_rows);
	sum_rows({size_t(n)}, matrix, sums, n);
}

void opencl_transpose(const float *from, float *to, int n)
{
	KERNEL(transpose, transpose);
	transpose({size_t(n), size_t(n)}, from, to, n);
}
void opencl_transpose_tiled(const float *from, float *to, int n)
{
	KERNEL(transpose, transpose_tiled);
	transpose_tiled.tiled({size_t(n) / 32 * 8, size_t(n)}, {8, 32}, from, to, n);
}

void opencl_reduce(const float *values, float *partial, float *sum, int n)
{
	KERNEL(reduction, add_up);
	add_up.tiled({BENCH_BLOCKS * 256}, {256}, values, partial, n);
	add_up.tiled({256}, {256}, partial, sum, BENCH_BLOCKS);
}

void opencl_scan(const int *values, int *sums, int *totals, int n)
{
	KERNEL(scan, add_chunks);
	KERNEL(scan, scan_totals);
	KERNEL(scan, scan_chunks);
	const int chunks = n / SCAN_CHUNK;
	add_chunks.tiled({size_t(chunks) * 256}, {256}, values, totals);
	scan_totals.tiled({1024}, {1024}, totals, chunks);
	scan_chunks.tiled({size_t(chunks) * 256}, {256}, values, totals, sums);
}

void opencl_stencil_2d(const float *from, float *to, int n)
{
	KERNEL(stencil, step_2d);
	const size_t inner = n - 2;
	step_2d({inner, inner}, from, to, n);
}
void opencl_stencil_3d(const float *from, float *to, int n)
{
	KERNEL(stencil, step_3d);
	const size_t inner = n - 2;
	step_3d({inner, inner, inner}, from, to, n);
}

void opencl_convolve(const float *from, float *to, int n, const float *weights)
{
	KERNEL(convolution, convolve);
	struct {
		float weight[5][5];
	} filter;
	std::memcpy(filter.weight, weights, sizeof filter.weight);
	const size_t inner = n - 4;
	convolve.tiled({inner, inner}, {8, 32}, from, to, n, filter);
}

void opencl_histogram(const unsigned *words, unsigned *bins, int n)
{
	KERNEL(histogram, clear);
	KERNEL(histogram, count_bytes);
	clear({256}, bins);
	count_bytes.tiled({BENCH_BLOCKS * 256}, {256}, words, bins, n);
}

void opencl_n_body(const float *bodies, float *accelerations, int n)
{
	KERNEL(n_body, accelerate);
	accelerate.tiled({size_t(n)}, {256}, bodies, accelerations, n);
}

void opencl_black_scholes(const float *price, const float *strike, const float *years, float *call,
                          float *put, int n)
{
	KERNEL(black_scholes, evaluate);
	evaluate({size_t(n)}, price, strike, years, call, put);
}

void opencl_advance(float *positions, const float *velocities, float time, int n)
{
	KERNEL(particles, advance);
	advance({size_t(n)}, positions, velocities, time);
}

void opencl_mandelbrot(int *iterations, int n, int most)
{
	KERNEL(mandelbrot, mandelbrot);
	mandelbrot({size_t(n), size_t(n)}, iterations, 3.0f / n, most);
}

#define TURN(name, T)                                                                      \
	void opencl_turn_##name(const T *image, T *to, int n, float cosine, float sine)        \
	{                                                                                      \
		KERNEL(texture, turn_##name);                                                      \
		turn_##name({size_t(n), size_t(n)}, image, to, cosine, sine);                      \
	}
TURN(float, float)
TURN(float_4, float)
TURN(unorm_4, unsigned char)

void opencl_blur(const unsigned char *image, unsigned char *to, int n)
{
	KERNEL(texture, blur);
	blur({size_t(n), size_t(n)}, image, to);
}

void opencl_section_reduce(const float *matrix, float *scratch, float *sum, int n)
{
	KERNEL(section_reduction, add_quarters);
	float *const buffers[] = {scratch, scratch + static_cast<size_t>(n / 2) * (n / 2)};
	const float *from = matrix;
	for (int half = n / 2, step = 0; half > 0; half /= 2, step++) {
		float *const to = half == 1 ? sum : buffers[step % 2];
		add_quarters({size_t(half), size_t(half)}, from, to, half);
		from = to;
	}
}

void opencl_launches(const float *a, const float *b, float *c, int n, int times)
{
	KERNEL(launch, add);
	for (int k = 0; k < times; k++)
		add({size_t(n)}, a, b, c);
	wait();
}
void opencl_launches_of(float *arrays, int count, int times)
{
	KERNEL(launch, fill);
	for (int k = 0; k < times; k++)
		fill({256}, arrays, count);
}
