// Pi by random points: a generator with state in a class, and one atomic operation a thread.
#include "pair.h"

using namespace concurrency;

void twin_mcpi(unsigned *hits, int threads, int each);

class xorshift {
	unsigned x, y, z, w;

public:
	explicit xorshift(unsigned seed) restrict(amp, cpu)
	    : x(seed * 747796405u + 2891336453u), y(362436069u), z(521288629u), w(88675123u)
	{
	}

	unsigned next() restrict(amp, cpu)
	{
		const unsigned t = x ^ (x << 11);
		x = y;
		y = z;
		z = w;
		return w = w ^ (w >> 19) ^ t ^ (t >> 8);
	}

	float next_float() restrict(amp, cpu) { return (next() >> 8) * (1.0f / 16777216.0f); }
};

BENCHMARK(mcpi)
{
	const int threads = size(1 << 18, 1 << 14, 1024), each = size(400, 100, 10);
	std::vector<unsigned> hits(1);
	array_view<unsigned> v(hits);
	bench::memory<unsigned> t(1);
	run_pair("mcpi", [&](const accelerator_view &av) {
		parallel_for_each(av, extent<1>(1), [=](index<1> i) restrict(amp) { v[i] = 0; });
		parallel_for_each(av, extent<1>(threads), [=](index<1> i) restrict(amp) {
			xorshift random(static_cast<unsigned>(i[0]));
			unsigned count = 0;
			for (int k = 0; k < each; k++) {
				const float x = random.next_float(), y = random.next_float();
				if (x * x + y * y <= 1.0f)
					count++;
			}
			atomic_fetch_add(&v[0], count);
		});
	}, [&] { twin_mcpi(t, threads, each); }, {out<unsigned>(v, hits, t)}, 1e-6);
}
