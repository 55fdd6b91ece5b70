// Copies that overlap with kernels without the program's doing, on one accelerator_view: how long a kernel and a copy take,
// each by itself and together.
//     ampcc -O2 --amp-arch=sm_90 tests/gpu/overlap.cpp -o overlap && ./overlap
#include <amp.h>
#include <chrono>
#include <cstdio>
#include <vector>
using namespace concurrency;

static const int n = 1 << 26; // 256 MiB

static double milliseconds_since(std::chrono::steady_clock::time_point begin)
{
	return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// Adds 1 to each element, and takes a while.
static void compute(const array_view<float> &v, int rounds)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		float x = v[i];
		for (int k = 0; k < rounds; k++)
			x = x * 1.5f - x * 0.5f;
		v[i] = x + 1;
	});
}

static bool is_all(const std::vector<float> &data, float value)
{
	for (float x : data) {
		if (x != value)
			return false;
	}
	return true;
}

int main()
{
	const accelerator_view queue = accelerator().default_view;
	const int rounds = 1500;
	bool are_right = true;
	std::printf("milliseconds:\nkernel  copy in  both  copy out  both\n");
	for (int round = 0; round < 4; round++) {
		std::vector<float> first(n, 1), second(n, 2);
		{
			array_view<float> a(first);
			compute(a, 0);
			queue.wait();
			auto begin = std::chrono::steady_clock::now();
			compute(a, rounds);
			queue.wait();
			const double kernel = milliseconds_since(begin);
			double in, both_in;
			{
				std::vector<float> other(n, 3);
				array_view<float> c(other);
				begin = std::chrono::steady_clock::now();
				compute(c, 0);
				queue.wait();
				in = milliseconds_since(begin);
				c.discard_data();
			}
			array_view<float> b(second);
			begin = std::chrono::steady_clock::now();
			compute(a, rounds);
			compute(b, 0); // its data moves in while the first kernel runs
			queue.wait();
			both_in = milliseconds_since(begin);
			begin = std::chrono::steady_clock::now();
			b.synchronize();
			const double out = milliseconds_since(begin);
			begin = std::chrono::steady_clock::now();
			compute(b, rounds);
			a.synchronize(); // while the kernel runs
			queue.wait();
			const double both_out = milliseconds_since(begin);
			std::printf("%6.2f  %7.2f  %4.2f  %8.2f  %4.2f\n", kernel, in, both_in, out, both_out);
		}
		are_right &= is_all(first, 4) && is_all(second, 4);
	}
	std::puts(are_right ? "right" : "wrong");
	return !are_right;
}
