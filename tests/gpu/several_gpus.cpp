// Heat in a plate on one GPU, two, four …: how much faster several are, and how fast data goes from one to another.
//     ampcc -O2 --amp-arch=sm_90 tests/gpu/several_gpus.cpp -o several_gpus && ./several_gpus [SEED]
// Each GPU has a block of rows, and needs the last row of the block above and the first row of the block below, either as
// arrays of its own, between which the program copies these rows, or as sections of one view, between which the runtime
// does. All results are compared with those of one GPU.
#include <amp.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>
using namespace concurrency;

static std::vector<accelerator> find_gpus()
{
	std::vector<accelerator> gpus;
	for (const accelerator &a : accelerator::get_all()) {
		if (!a.is_emulated)
			gpus.push_back(a);
	}
	return gpus;
}

static void wait(const std::vector<accelerator> &gpus)
{
	for (const accelerator &gpu : gpus)
		gpu.default_view.wait();
}

// Measures between start() and the end of all commands.
class stopwatch {
public:
	explicit stopwatch(const std::vector<accelerator> &gpus) : gpus(gpus) {}
	void start()
	{
		wait(gpus);
		begin = std::chrono::steady_clock::now();
	}
	double microseconds() const
	{
		wait(gpus);
		return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
	}

private:
	const std::vector<accelerator> &gpus;
	std::chrono::steady_clock::time_point begin;
};

// A step of the rows of `to`; row i is below row i of `from`.
static void step(const accelerator &gpu, const array_view<const float, 2> &from, const array_view<float, 2> &to)
{
	parallel_for_each(gpu.default_view, to.extent, [=](index<2> i) restrict(amp) {
		const int y = i[0] + 1, x = i[1], last = to.extent[1] - 1;
		const float left = x > 0 ? from(y, x - 1) : 0, right = x < last ? from(y, x + 1) : 0;
		to[i] = 0.25f * (left + right + from(y - 1, x) + from(y + 1, x));
	});
}

// Both run `steps` steps on a plate of n columns and n + 2 rows, of which the first and the last one never change, and
// return the microseconds of a step; two steps are not measured.
static double with_arrays(const std::vector<accelerator> &gpus, int n, int steps, std::vector<float> &plate)
{
	const int parts = static_cast<int>(gpus.size()), rows = n / parts;
	std::vector<array<float, 2>> from, to;
	for (int k = 0; k < parts; k++) {
		const auto begin = plate.begin() + static_cast<std::ptrdiff_t>(k) * rows * n;
		from.emplace_back(rows + 2, n, begin, gpus[k].default_view);
		to.emplace_back(from.back(), gpus[k].default_view);
	}
	const extent<2> row(1, n);
	stopwatch time(gpus);
	for (int s = -2; s < steps; s++) {
		if (s == 0)
			time.start();
		for (int k = 0; k < parts; k++)
			step(gpus[k], from[k], to[k].section(1, 0, rows, n));
		for (int k = 0; k + 1 < parts; k++) {
			copy_async(to[k].section(index<2>(rows, 0), row), to[k + 1].section(index<2>(0, 0), row));
			copy_async(to[k + 1].section(index<2>(1, 0), row), to[k].section(index<2>(rows + 1, 0), row));
		}
		std::swap(from, to);
	}
	const double result = time.microseconds() / steps;
	for (int k = 0; k < parts; k++)
		copy(from[k].section(1, 0, rows, n), plate.begin() + (static_cast<std::ptrdiff_t>(k) * rows + 1) * n);
	return result;
}

static double with_views(const std::vector<accelerator> &gpus, int n, int steps, std::vector<float> &plate)
{
	const int parts = static_cast<int>(gpus.size()), rows = n / parts;
	std::vector<float> other(plate);
	array_view<float, 2> from(n + 2, n, plate), to(n + 2, n, other);
	stopwatch time(gpus);
	for (int s = -2; s < steps; s++) {
		if (s == 0)
			time.start();
		for (int k = 0; k < parts; k++)
			step(gpus[k], from.section(k * rows, 0, rows + 2, n), to.section(k * rows + 1, 0, rows, n));
		std::swap(from, to);
	}
	const double result = time.microseconds() / steps;
	from.synchronize();
	if (steps % 2)
		plate = other;
	return result;
}

static void copy_between(const std::vector<accelerator> &gpus)
{
	const int n = 1 << 28;
	array<float> from(n, gpus[0].default_view), to(n, gpus[1].default_view);
	parallel_for_each(from.extent, [&](index<1> i) restrict(amp) { from[i] = static_cast<float>(i[0]); });
	stopwatch time(gpus);
	for (int i = 0; i < 3; i++) {
		time.start();
		copy(from, to);
		std::printf("1 GiB from one GPU to another: %.0f GB/s\n", n * 4e-3 / time.microseconds());
	}
	const std::vector<float> copied = to;
	for (int i = 0; i < n; i++) {
		if (copied[i] != static_cast<float>(i)) {
			std::printf("element %d is wrong\n", i);
			std::exit(1);
		}
	}
}

int main(int argc, char **argv)
{
	const std::vector<accelerator> gpus = find_gpus();
	std::mt19937 random(argc > 1 ? std::atoi(argv[1]) : 1);
	bool are_right = true;
	std::printf("microseconds of a step:\ncolumns  GPUs  arrays  views\n");
	for (const int n : {1024, 4096, 16384, 32768}) {
		std::vector<float> plate((static_cast<std::size_t>(n) + 2) * n), expected;
		for (float &x : plate)
			x = static_cast<float>(random() % 65536) / 65536;
		for (std::size_t parts = 1; parts <= gpus.size(); parts *= 2) {
			const std::vector<accelerator> some(gpus.begin(), gpus.begin() + static_cast<std::ptrdiff_t>(parts));
			const int steps = n > 20000 ? 100 : 400;
			std::vector<float> result(plate), other(plate);
			const double arrays = with_arrays(some, n, steps, result), views = with_views(some, n, steps, other);
			if (parts == 1)
				expected = result;
			const bool is_right = result == expected && other == expected;
			are_right &= is_right;
			std::printf("%7d  %4zu  %6.1f  %5.1f%s\n", n, parts, arrays, views, is_right ? "" : "  wrong");
		}
	}
	if (gpus.size() > 1)
		copy_between(gpus);
	return !are_right;
}
