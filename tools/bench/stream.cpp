// BabelStream's five kernels in C++ AMP, beside the same in CUDA (stream.cu),
// in one program: the two alternate, and the medians are compared.
//
//     ampcc -O3 stream.cpp stream.cu -o stream && ./stream [elements]
//
// Prints a line for each kernel and element type: GB/s of both, and the ratio.
#include "stream.h"

#include <amp.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

using namespace concurrency;

namespace {

const int repetitions = 25;
const int dot_tile = 256;

double seconds_of(const std::function<void()> &run)
{
	const auto start = std::chrono::steady_clock::now();
	run();
	return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> times)
{
	std::sort(times.begin(), times.end());
	return times[times.size() / 2];
}

void compare(const char *name, double bytes, const std::function<void()> &amp,
             const std::function<void()> &cuda)
{
	std::vector<double> amp_times, cuda_times;
	for (int i = -3; i < repetitions; i++) { // three to warm up
		const double a = seconds_of(amp), c = seconds_of(cuda);
		if (i >= 0) {
			amp_times.push_back(a);
			cuda_times.push_back(c);
		}
	}
	const double a = bytes / median(amp_times) * 1e-9, c = bytes / median(cuda_times) * 1e-9;
	std::printf("%-14s %9.1f %9.1f %7.3f\n", name, a, c, a / c);
}

template <typename T> bool close(const std::vector<T> &x, const std::vector<T> &y)
{
	for (std::size_t i = 0; i < x.size(); i++) {
		if (!(std::abs(x[i] - y[i]) <= 1e-5 * std::abs(y[i])))
			return false;
	}
	return true;
}

template <typename T> bool run(const char *type, int n)
{
	std::vector<T> host(n), result(n);
	std::mt19937 random(std::random_device{}());
	for (T &x : host)
		x = static_cast<T>(random() % 1000 + 1) / 7;
	array<T, 1> a(n, host.begin()), b(n, host.begin()), c(n, host.begin());
	accelerator_view av = a.get_accelerator_view();
	stream_cuda<T> cuda(host.data(), n);
	const T scalar = static_cast<T>(0.4);
	const double bytes = static_cast<double>(n) * sizeof(T);
	const auto name = [type](const char *kernel) {
		static char text[64];
		std::snprintf(text, sizeof text, "%s %s", kernel, type);
		return text;
	};

	compare(name("copy"), 2 * bytes, [&] {
		parallel_for_each(c.get_extent(), [&](index<1> i) restrict(amp) { c[i] = a[i]; });
		av.wait();
	}, [&] { cuda.copy(); });
	compare(name("mul"), 2 * bytes, [&] {
		parallel_for_each(b.get_extent(), [&, scalar](index<1> i) restrict(amp) { b[i] = scalar * c[i]; });
		av.wait();
	}, [&] { cuda.mul(); });
	compare(name("add"), 3 * bytes, [&] {
		parallel_for_each(c.get_extent(), [&](index<1> i) restrict(amp) { c[i] = a[i] + b[i]; });
		av.wait();
	}, [&] { cuda.add(); });
	compare(name("triad"), 3 * bytes, [&] {
		parallel_for_each(a.get_extent(), [&, scalar](index<1> i) restrict(amp) { a[i] = b[i] + scalar * c[i]; });
		av.wait();
	}, [&] { cuda.triad(); });

	const int tiles = stream_dot_blocks;
	array<T, 1> sums(tiles);
	std::vector<T> partial(tiles);
	double amp_dot = 0, cuda_dot = 0;
	compare(name("dot"), 2 * bytes, [&] {
		parallel_for_each(extent<1>(tiles * dot_tile).tile<dot_tile>(),
		                  [&, n](tiled_index<dot_tile> t) restrict(amp) {
			tile_static T shared[dot_tile];
			const int local = t.local[0];
			T sum = 0;
			for (int i = t.global[0]; i < n; i += tiles * dot_tile)
				sum += a[i] * b[i];
			shared[local] = sum;
			for (int offset = dot_tile / 2; offset > 0; offset /= 2) {
				t.barrier.wait_with_tile_static_memory_fence();
				if (local < offset)
					shared[local] += shared[local + offset];
			}
			if (local == 0)
				sums[t.tile[0]] = shared[0];
		});
		copy(sums, partial.begin());
		amp_dot = 0;
		for (T x : partial)
			amp_dot += x;
	}, [&] { cuda_dot = cuda.dot(); });

	copy(a, result.begin());
	const bool right = close(result, cuda.result()) &&
	                   std::abs(amp_dot - cuda_dot) <= 1e-3 * std::abs(cuda_dot);
	if (!right)
		std::printf("%s: WRONG results\n", type);
	return right;
}

// The cost of a launch that moves nothing: three captured views.
void launches()
{
	const int n = 100000;
	std::vector<float> x(256), y(256), z(256);
	array_view<float, 1> a(256, x), b(256, y), c(256, z);
	accelerator_view av = accelerator().get_default_view();
	std::vector<double> amp_times, cuda_times;
	for (int repetition = 0; repetition < 5; repetition++) {
		amp_times.push_back(seconds_of([&] {
			for (int i = 0; i < n; i++)
				parallel_for_each(c.get_extent(), [=](index<1> i) restrict(amp) { c[i] = a[i] + b[i]; });
			av.wait();
		}));
		cuda_times.push_back(stream_cuda_launches(n));
	}
	const double a_us = median(amp_times) / n * 1e6, c_us = median(cuda_times) / n * 1e6;
	std::printf("%-14s %9.2f %9.2f %7.3f\n", "launch (us)", a_us, c_us, a_us / c_us);
}

} // namespace

int main(int argc, char **argv)
{
	const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 28;
	std::printf("%-14s %9s %9s %7s   (GB/s; %d elements)\n", "", "ampcc", "CUDA", "ratio", n);
	bool right = run<double>("double", n);
	right &= run<float>("float", n);
	launches();
	return right ? 0 : 1;
}
