// Fourier transforms of many rows of 1024 complex numbers, each by one tile: five steps of radix 4 (Stockham), which
// exchange their results through tile_static memory. Real and imaginary parts are beside each other.
#include "bench.h"

#include <amp.h>
#include <amp_math.h>

using namespace concurrency;

static const int LENGTH = FFT_LENGTH, TILE = LENGTH / 4;

struct complex {
	float re, im;
};
static complex operator+(complex a, complex b) restrict(amp)
{
	return {a.re + b.re, a.im + b.im};
}
static complex operator-(complex a, complex b) restrict(amp)
{
	return {a.re - b.re, a.im - b.im};
}
static complex operator*(complex a, complex b) restrict(amp)
{
	return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
// e^(-i pi x)
static complex root(float x) restrict(amp)
{
	complex r;
	fast_math::sincosf(-3.14159265f * x, &r.im, &r.re);
	return r;
}

static void transform(array_view<const complex, 2> from, array_view<complex, 2> to)
{
	to.discard_data();
	parallel_for_each(extent<1>(from.extent[0] * TILE).tile<TILE>(), [=](tiled_index<TILE> i) restrict(amp) {
		tile_static float re[LENGTH], im[LENGTH];
		const int me = i.local[0], row = i.tile[0];
		complex v[4];
#pragma unroll
		for (int k = 0; k < 4; k++)
			v[k] = from(row, me + k * TILE);
#pragma unroll
		for (int done = 1; done < LENGTH; done *= 4) { // length of the transforms that are there
			const int place = me % done;
			const complex w = root(static_cast<float>(place) / static_cast<float>(2 * done)), w2 = w * w;
			v[1] = v[1] * w;
			v[2] = v[2] * w2;
			v[3] = v[3] * (w2 * w);
			const complex a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
			const complex turned = {d.im, -d.re};
			v[0] = a + c;
			v[1] = b + turned;
			v[2] = a - c;
			v[3] = b - turned;
			if (done == LENGTH / 4)
				break;
			const int first = (me - place) * 4 + place;
			for (int k = 0; k < 4; k++) {
				re[first + k * done] = v[k].re;
				im[first + k * done] = v[k].im;
			}
			i.barrier.wait_with_tile_static_memory_fence();
			for (int k = 0; k < 4; k++)
				v[k] = {re[me + k * TILE], im[me + k * TILE]};
			i.barrier.wait_with_tile_static_memory_fence();
		}
		for (int k = 0; k < 4; k++)
			to(row, me + k * TILE) = v[k];
	});
}

BENCHMARK_WITHOUT_OPENCL(fft)
{
	const int rows = bench::size(1 << 16, 1 << 10, 5);
	const std::size_t floats = 2 * static_cast<std::size_t>(rows) * LENGTH;
	const std::vector<float> values = bench::random<float>(floats, -1, 1);
	std::vector<float> results = bench::poisoned<float>(floats);
	const array_view<const complex, 2> from(rows, LENGTH, reinterpret_cast<const complex *>(values.data()));
	const array_view<complex, 2> to(rows, LENGTH, reinterpret_cast<complex *>(results.data()));
	bench::memory<float> twin_values(values), twin_results(floats);
	const auto compare = [&](decltype(openmp_fft) *twin, const char *library = nullptr, const char *name = "FFT, 1024") {
		bench::compare({name, "float", double(rows), 8.0 * double(floats), "GB/s", 1e-5, library},
		               [&] { transform(from, to); }, [&] { twin(twin_values, twin_results, rows); },
		               [&] {
			               to.synchronize();
			               return bench::difference(results, twin_results.read());
		               });
	};
	compare(TWIN_OF(fft));
	if (bench::against_openmp())
		compare(openmp_fft_blocks, nullptr, "FFT, 1024, by blocks");
#if BENCH_CUDA
	if (bench::on_gpu())
		compare(cufft_fft, "cuFFT");
#endif
}
