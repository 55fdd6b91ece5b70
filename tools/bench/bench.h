// The harness of the benchmarks: each compares C++ AMP functions with their
// twins (twins.h), CUDA on a GPU, and C with OpenMP or OpenCL on the CPU
// accelerator.
#pragma once

#include "twins.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#ifndef BENCH_CUDA
#define BENCH_CUDA 1 // 0: without CUDA twins, for the CPU accelerator only
#endif
// Defined, to the folder of the kernels: with OpenCL twins.
#ifdef BENCH_OPENCL
#define BENCH_POCL 1
#else
#define BENCH_POCL 0
#endif

namespace bench {

// Whether the default accelerator is a GPU.
bool on_gpu();
// Whether the twins are OpenCL's: --pocl.
bool against_pocl();
// Whether they are OpenMP's.
bool against_openmp();
// Whether only the results matter: --check.
bool only_checks();

// The size of a benchmark on a GPU, on the CPU, and where only results matter.
template <typename T> T size(T gpu, T cpu, T check)
{
	return only_checks() ? check : on_gpu() ? gpu : cpu;
}

#if BENCH_CUDA
#define TWIN_OF(name) (bench::on_gpu() ? cuda_##name : openmp_##name)
#elif BENCH_POCL
#define TWIN_OF(name) (bench::against_pocl() ? opencl_##name : openmp_##name)
#else
#define TWIN_OF(name) openmp_##name
#endif

// What one comparison is of. One run does `work`: bytes for GB/s, operations
// for Gflop/s and G/s; the unit us gives the time of one of `work` operations.
struct subject {
	std::string name, type;
	double size; // the x axis where a name has several; else for information
	double work;
	const char *unit;
	double tolerance; // of what check returns
	const char *library = nullptr; // that the twin is one of, on a GPU
};

// Measures `amp` and `twin`, which give work to the accelerator, alternating,
// and then the difference of their results. An empty twin: there is none.
void compare(const subject &of, const std::function<void()> &amp, const std::function<void()> &twin,
             const std::function<double()> &check);
// Like compare(), but each side first calls its own `prepare`, which is not measured, before each run.
struct prepared {
	std::function<void()> prepare, run;
};
void compare(const subject &of, const prepared &amp, const prepared &twin,
             const std::function<double()> &check);

// Random bits, other ones in each run of the program (splitmix64).
class random_bits {
public:
	random_bits() : state_((std::uint64_t(std::random_device()()) << 32) ^ std::random_device()()) {}
	std::uint64_t operator()()
	{
		std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
		z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
		return z ^ (z >> 31);
	}

private:
	std::uint64_t state_;
};

// Calls fill(first, last) for parts of 0 ... n - 1 on several threads.
template <typename Fill> void in_parts(std::size_t n, Fill fill)
{
	const std::size_t parts = std::max<std::size_t>(1, std::min<std::size_t>(std::thread::hardware_concurrency(), n >> 20));
	std::vector<std::thread> threads;
	for (std::size_t i = 1; i < parts; i++)
		threads.emplace_back(fill, n * i / parts, n * (i + 1) / parts);
	fill(0, n / parts);
	for (std::thread &thread : threads)
		thread.join();
}

// n values from low to high.
template <typename T> std::vector<T> random(std::size_t n, T low, T high)
{
	std::vector<T> values(n);
	in_parts(n, [&](std::size_t first, std::size_t last) {
		random_bits bits;
		for (std::size_t i = first; i < last; i++)
			values[i] = static_cast<T>(low + (high - low) * ((bits() >> 11) * 0x1p-53));
	});
	return values;
}

// n values that no benchmark computes: NaN, or -1.
template <typename T> std::vector<T> poisoned(std::size_t n)
{
	std::vector<T> values(n);
	std::memset(static_cast<void *>(values.data()), 0xff, n * sizeof(T));
	return values;
}

// The largest difference, relative to the largest of `expected`; infinite
// where something is not a number.
double difference(const float *results, const float *expected, std::size_t n);
double difference(const double *results, const double *expected, std::size_t n);
double difference(const int *results, const int *expected, std::size_t n);
double difference(const unsigned *results, const unsigned *expected, std::size_t n);
template <typename T>
double difference(const std::vector<T> &results, const std::vector<T> &expected)
{
	return difference(results.data(), expected.data(), expected.size());
}

// Memory that the twins work on.
void *twin_allocate(std::size_t bytes);
void twin_free(void *p);
void twin_write(void *to, const void *host, std::size_t bytes);
void twin_read(void *host, const void *from, std::size_t bytes);

template <typename T> class memory {
public:
	explicit memory(const std::vector<T> &values) : memory(values.size())
	{
		twin_write(data_, values.data(), size_ * sizeof(T));
	}
	// Not initialized.
	explicit memory(std::size_t n)
	    : data_(static_cast<T *>(twin_allocate(n * sizeof(T)))), size_(n) {}
	~memory() { twin_free(data_); }
	memory(const memory &) = delete;
	memory &operator=(const memory &) = delete;
	operator T *() { return data_; }
	std::vector<T> read() const
	{
		std::vector<T> values(size_);
		twin_read(values.data(), data_, size_ * sizeof(T));
		return values;
	}

private:
	T *data_;
	std::size_t size_;
};

// Host memory that a GPU reaches directly; plain memory without one.
void *pinned_allocate(std::size_t bytes);
void pinned_free(void *p);

struct registration {
	registration(const char *name, void (*run)(), bool has_opencl = true);
};

} // namespace bench

// A benchmark: BENCHMARK(name) { … }; BENCHMARK_WITHOUT_OPENCL where some twin is not there in OpenCL.
#define BENCHMARK(name) BENCHMARK_AGAINST(name, true)
#define BENCHMARK_WITHOUT_OPENCL(name) BENCHMARK_AGAINST(name, false)
#define BENCHMARK_AGAINST(name, has_opencl)                              \
	static void name##_benchmark();                                      \
	static const bench::registration name##_registration(#name, name##_benchmark, has_opencl); \
	static void name##_benchmark()
