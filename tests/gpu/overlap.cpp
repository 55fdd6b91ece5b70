// Copies that overlap with kernels without the program's doing, on one accelerator_view: how long a kernel and a copy take,
// each by itself and together, with two views and with two sections of one; and a vector that is computed section by section.
//     ampcc -O2 --amp-arch=sm_90 tests/gpu/overlap.cpp -o overlap && ./overlap
#include <amp.h>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>
using namespace concurrency;

static const int n = 1 << 26; // 256 MiB
static const int rounds = 1500;
static bool are_right = true;

static double milliseconds(const std::function<void()> &work)
{
	auto begin = std::chrono::steady_clock::now();
	work();
	accelerator().default_view.wait();
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

static void check(const float *data, int count, float value)
{
	for (int i = 0; i < count; i++)
		are_right &= data[i] == value;
}

// Adds 4 to each element of a, and 2 to those of b.
static void measure(const char *name, array_view<float> a, array_view<float> b)
{
	compute(a, 0);
	double kernel = milliseconds([&] { compute(a, rounds); });
	compute(b, 0);
	b.refresh();
	double in = milliseconds([&] { compute(b, 0); });
	b.refresh();
	double both_in = milliseconds([&] {
		compute(a, rounds);
		compute(b, 0); // its data moves in while the first kernel runs
	});
	double out = milliseconds([&] { a.synchronize(); });
	compute(a, 0);
	double both_out = milliseconds([&] {
		compute(b, rounds);
		a.synchronize(); // while the kernel runs
	});
	std::printf("%8s  %6.2f  %7.2f  %5.2f  %8.2f  %5.2f\n", name, kernel, in, both_in, out, both_out);
}

// Each section is moved in, computed and moved back, one after the other or at the same time.
static void measure_chunks(int count)
{
	std::vector<float> data(n, 1);
	array_view<float> all(data);
	const int size = n / count;
	double apart = milliseconds([&] {
		for (int i = 0; i < count; i++) {
			array_view<float> part = all.section(i * size, size);
			compute(part, rounds);
			accelerator().default_view.wait();
			part.synchronize();
		}
	});
	all.refresh();
	double together = milliseconds([&] {
		for (int i = 0; i < count; i++) {
			compute(all.section(i * size, size), rounds);
			if (i > 0)
				all.section((i - 1) * size, size).synchronize();
		}
		all.synchronize();
	});
	std::printf("%8d  %5.2f  %8.2f\n", count, apart, together);
	check(data.data(), n, 3);
}

int main()
{
	std::printf("milliseconds: kernel  copy in   both  copy out   both\n");
	for (int round = 0; round < 3; round++) {
		std::vector<float> first(n, 1), second(n, 2), whole(2 * n, 1);
		{
			array_view<float> a(first), b(second), all(whole);
			measure("views", a, b);
			measure("sections", all.section(0, n), all.section(n, n));
		}
		check(first.data(), n, 5);
		check(second.data(), n, 4);
		check(whole.data(), n, 5);
		check(whole.data() + n, n, 3);
	}
	std::printf("sections  apart  together\n");
	for (int count = 4; count <= 32; count *= 2)
		measure_chunks(count);
	std::puts(are_right ? "right" : "wrong");
	return !are_right;
}
