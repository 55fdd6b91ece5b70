// BabelStream's five kernels, on arrays.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static const int TILE = 256;

template <typename T> class stream {
public:
	explicit stream(const std::vector<T> &initial)
	    : n(static_cast<int>(initial.size())), a(n, initial.begin()), b(n, initial.begin()),
	      c(n, initial.begin()), sums(BENCH_BLOCKS) {}

	void copy_kernel()
	{
		array<T, 1> &a = this->a, &c = this->c;
		parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { c[i] = a[i]; });
	}
	void mul(T scalar)
	{
		array<T, 1> &b = this->b, &c = this->c;
		parallel_for_each(a.extent, [&, scalar](index<1> i) restrict(amp) { b[i] = scalar * c[i]; });
	}
	void add()
	{
		array<T, 1> &a = this->a, &b = this->b, &c = this->c;
		parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { c[i] = a[i] + b[i]; });
	}
	void triad(T scalar)
	{
		array<T, 1> &a = this->a, &b = this->b, &c = this->c;
		parallel_for_each(a.extent, [&, scalar](index<1> i) restrict(amp) {
			a[i] = b[i] + scalar * c[i];
		});
	}
	T dot()
	{
		array<T, 1> &a = this->a, &b = this->b, &sums = this->sums;
		parallel_for_each(extent<1>(BENCH_BLOCKS * TILE).tile<TILE>(),
		                  [&](tiled_index<TILE> t) restrict(amp) {
			tile_static T partial[TILE];
			const int me = t.local[0];
			T sum = 0;
			for (int i = t.global[0]; i < a.extent[0]; i += BENCH_BLOCKS * TILE)
				sum += a[i] * b[i];
			partial[me] = sum;
			for (int half = TILE / 2; half > 0; half /= 2) {
				t.barrier.wait_with_tile_static_memory_fence();
				if (me < half)
					partial[me] += partial[me + half];
			}
			if (me == 0)
				sums[t.tile] = partial[0];
		});
		host_sums.resize(BENCH_BLOCKS);
		copy(sums, host_sums.begin());
		T sum = 0;
		for (T each : host_sums)
			sum += each;
		return sum;
	}

	const int n;
	array<T, 1> a, b, c, sums;
	std::vector<T> host_sums;
};

// The twin's functions for a type.
template <typename T> struct stream_twin {
	void (*copy)(const T *, T *, size_t);
	void (*mul)(T *, const T *, size_t);
	void (*add)(const T *, const T *, T *, size_t);
	void (*triad)(T *, const T *, const T *, size_t);
	void (*dot)(const T *, const T *, T *, size_t);
};

template <typename T> static void measure(const char *type, const stream_twin<T> &twin,
                                          void (*dot_blocks)(const T *, const T *, T *, size_t))
{
	const std::size_t n = bench::size(1 << 28, 1 << 23, 10240);
	const double bytes = static_cast<double>(n) * sizeof(T), tolerance = sizeof(T) == 8 ? 1e-12 : 1e-5;
	const T scalar = static_cast<T>(0.4);
	const std::vector<T> initial = bench::random<T>(n, 0, 1);
	stream<T> amp(initial);
	bench::memory<T> a(initial), b(initial), c(initial), sums(BENCH_BLOCKS);
	// Whether the newest results are the same.
	const auto same = [](const array<T, 1> &results, const bench::memory<T> &expected) {
		return [&] {
			const std::vector<T> host = results;
			return bench::difference(host, expected.read());
		};
	};

	bench::compare({"stream copy", type, double(n), 2 * bytes, "GB/s", tolerance},
	               [&] { amp.copy_kernel(); }, [&] { twin.copy(a, c, n); }, same(amp.c, c));
	bench::compare({"stream mul", type, double(n), 2 * bytes, "GB/s", tolerance},
	               [&] { amp.mul(scalar); }, [&] { twin.mul(b, c, n); }, same(amp.b, b));
	bench::compare({"stream add", type, double(n), 3 * bytes, "GB/s", tolerance},
	               [&] { amp.add(); }, [&] { twin.add(a, b, c, n); }, same(amp.c, c));
	bench::compare({"stream triad", type, double(n), 3 * bytes, "GB/s", tolerance},
	               [&] { amp.triad(scalar); }, [&] { twin.triad(a, b, c, n); }, same(amp.a, a));
	const auto compare_dot = [&](const char *name, decltype(twin.dot) dot) {
		double amp_dot = 0, twin_dot = 0;
		bench::compare({name, type, double(n), 2 * bytes, "GB/s", 100 * tolerance},
		               [&] { amp_dot = static_cast<double>(amp.dot()); },
		               [&] {
			               dot(a, b, sums, n);
			               T sum = 0;
			               for (T each : sums.read())
				               sum += each;
			               twin_dot = static_cast<double>(sum);
		               },
		               [&] { return bench::difference(&amp_dot, &twin_dot, 1); });
	};
	compare_dot("stream dot", twin.dot);
	if (bench::against_openmp())
		compare_dot("stream dot, by blocks", dot_blocks);
}

#define STREAM_TWIN_OF(T) \
	{TWIN_OF(copy_##T), TWIN_OF(mul_##T), TWIN_OF(add_##T), TWIN_OF(triad_##T), TWIN_OF(dot_##T)}

BENCHMARK(stream)
{
	measure<double>("double", STREAM_TWIN_OF(double), openmp_dot_blocks_double);
	measure<float>("float", STREAM_TWIN_OF(float), openmp_dot_blocks_float);
}
