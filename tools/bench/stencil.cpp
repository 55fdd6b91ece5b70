// A step of a stencil: each inner point becomes a mean of its neighbours, of
// five points on a plane and of seven in space.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static void step(array_view<const float, 2> from, array_view<float, 2> to)
{
	const extent<2> inner(from.extent[0] - 2, from.extent[1] - 2);
	parallel_for_each(inner, [=](index<2> i) restrict(amp) {
		const int y = i[0] + 1, x = i[1] + 1;
		to(y, x) = 0.5f * from(y, x) +
		           0.125f * (from(y - 1, x) + from(y + 1, x) + from(y, x - 1) + from(y, x + 1));
	});
}

static void step(array_view<const float, 3> from, array_view<float, 3> to)
{
	const extent<3> inner(from.extent[0] - 2, from.extent[1] - 2, from.extent[2] - 2);
	parallel_for_each(inner, [=](index<3> i) restrict(amp) {
		const int z = i[0] + 1, y = i[1] + 1, x = i[2] + 1;
		to(z, y, x) = 0.4f * from(z, y, x) +
		              0.1f * (from(z - 1, y, x) + from(z + 1, y, x) + from(z, y - 1, x) +
		                      from(z, y + 1, x) + from(z, y, x - 1) + from(z, y, x + 1));
	});
}

template <int N>
static void measure(const char *name, const extent<N> &shape, decltype(openmp_stencil_2d) *twin)
{
	const std::size_t elements = shape.size();
	const std::vector<float> from = bench::random<float>(elements, -1, 1);
	std::vector<float> to = bench::poisoned<float>(elements);
	// The border stays as it is; -1 is what to is compared with there.
	std::vector<float> twin_start = to;
	for (std::size_t i = 0; i < elements; i++) {
		std::size_t rest = i;
		for (int d = N - 1; d >= 0; d--) {
			const std::size_t at = rest % shape[d];
			rest /= shape[d];
			if (at == 0 || at + 1 == static_cast<std::size_t>(shape[d]))
				to[i] = twin_start[i] = -1;
		}
	}
	const array_view<const float, N> from_view(shape, from);
	const array_view<float, N> to_view(shape, to);
	bench::memory<float> twin_from(from), twin_to(twin_start);
	bench::compare({name, "float", double(shape[0]), 2.0 * sizeof(float) * elements, "GB/s", 1e-6},
	               [&] { step(from_view, to_view); }, [&] { twin(twin_from, twin_to, shape[0]); },
	               [&] {
		               to_view.synchronize();
		               return bench::difference(to, twin_to.read());
	               });
}

BENCHMARK(stencil)
{
	const int plane = bench::size(8192, 4096, 130), space = bench::size(512, 192, 34);
	measure("stencil 2-D", extent<2>(plane, plane), TWIN_OF(stencil_2d));
	measure("stencil 3-D", extent<3>(space, space, space), TWIN_OF(stencil_3d));
}
