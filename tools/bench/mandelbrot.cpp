// How many iterations each point of the Mandelbrot set's surroundings takes.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static void mandelbrot(array_view<int, 2> iterations, int most)
{
	const float step = 3.0f / iterations.extent[1];
	parallel_for_each(iterations.extent, [=](index<2> i) restrict(amp) {
		const float cx = -2.25f + step * i[1], cy = -1.5f + step * i[0];
		float x = 0, y = 0;
		int n = 0;
		while (n < most && x * x + y * y <= 4.0f) {
			const float next = x * x - y * y + cx;
			y = 2.0f * x * y + cy;
			x = next;
			n++;
		}
		iterations[i] = n;
	});
}

BENCHMARK(mandelbrot)
{
	const int n = bench::size(4096, 512, 80), most = 256;
	const std::size_t points = static_cast<std::size_t>(n) * n;
	std::vector<int> iterations = bench::poisoned<int>(points);
	const array_view<int, 2> iterations_view(n, n, iterations);
	bench::memory<int> twin_iterations(points);
	bench::compare({"Mandelbrot", "float", double(n), double(points), "G/s", 2e-3},
	               [&] { mandelbrot(iterations_view, most); },
	               [&] { TWIN_OF(mandelbrot)(twin_iterations, n, most); },
	               [&] {
		               // Rounding decides for points next to the border.
		               iterations_view.synchronize();
		               const std::vector<int> expected = twin_iterations.read();
		               std::size_t different = 0;
		               for (std::size_t k = 0; k < points; k++)
			               different += iterations[k] != expected[k];
		               return static_cast<double>(different) / points;
	               });
}
