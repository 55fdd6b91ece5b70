// options: -ffp-contract=off
// One picture drawn by all GPUs of the machine, divided by their speed; without GPUs, by the two
// CPU accelerators. Each has a view of its own rows, which is a section of one view of the picture,
// so that only these rows are copied back from it.
//
// Prints: points in the set and the sum of all iterations; on standard error, which rows each drew.
#include <amp.h>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace concurrency;

static const int width = 640, height = 480, most = 200;

// Iterations of z = z * z + c until z leaves, for the rows of a part of the picture.
static void draw(const accelerator_view &av, const array_view<int, 2> &rows, int first)
{
	rows.discard_data();
	parallel_for_each(av, rows.extent, [=](index<2> i) restrict(amp) {
		const float a = -2.0f + 3.0f * i[1] / width, b = -1.0f + 2.0f * (first + i[0]) / height;
		float x = 0, y = 0;
		int n = 0;
		while (n < most && x * x + y * y < 4) {
			const float next = x * x - y * y + a;
			y = 2 * x * y + b;
			x = next;
			n++;
		}
		rows[i] = n;
	});
}

static std::vector<accelerator> workers()
{
	std::vector<accelerator> gpus, cpus;
	for (const accelerator &a : accelerator::get_all()) {
		if (!a.is_emulated)
			gpus.push_back(a);
		else if (a != accelerator(accelerator::cpu_accelerator))
			cpus.push_back(a);
	}
	return gpus.empty() ? cpus : gpus;
}

// Returns the number of rows in the middle that an accelerator draws in a millisecond.
static double speed(const accelerator &a)
{
	array<int, 2> rows(8, width, a.default_view);
	draw(a.default_view, rows, height / 2); // loads code
	a.default_view.wait();
	const auto start = std::chrono::steady_clock::now();
	draw(a.default_view, rows, height / 2);
	a.default_view.wait();
	return 8 / std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

int main()
{
	std::vector<int> picture(width * height);
	array_view<int, 2> all(height, width, picture);
	const std::vector<accelerator> list = workers();
	std::vector<double> speeds;
	double sum = 0;
	for (const accelerator &a : list) {
		speeds.push_back(speed(a));
		sum += speeds.back();
	}
	double part = 0;
	for (std::size_t k = 0; k < list.size(); k++) {
		const int first = static_cast<int>(height * part / sum);
		part += speeds[k];
		const int end = k + 1 == list.size() ? height : static_cast<int>(height * part / sum);
		std::fprintf(stderr, "%ls: rows %d to %d\n", list[k].device_path.c_str(), first, end - 1);
		if (end > first) // GPUs start, without waiting
			draw(list[k].default_view, all.section(first, 0, end - first, width), first);
	}
	all.synchronize(); // from all of them

	long long total = 0, inside = 0;
	for (int n : picture) {
		total += n;
		inside += n == most;
	}
	std::printf("%lld points in the set, %lld iterations\n", inside, total);
}
