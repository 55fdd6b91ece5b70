// The Julia set, by a class of complex numbers with operators.
#include "pair.h"

using namespace concurrency;

void twin_julia(unsigned *pixels, int n);

struct complex_number {
	float re, im;

	complex_number(float r, float i) restrict(amp, cpu) : re(r), im(i) {}

	float norm() const restrict(amp, cpu) { return re * re + im * im; }

	complex_number operator*(const complex_number &o) const restrict(amp, cpu)
	{
		return complex_number(re * o.re - im * o.im, im * o.re + re * o.im);
	}

	complex_number operator+(const complex_number &o) const restrict(amp, cpu)
	{
		return complex_number(re + o.re, im + o.im);
	}
};

static int julia(int x, int y, int n) restrict(amp, cpu)
{
	const complex_number c(-0.8f, 0.156f);
	complex_number a(1.5f * (n / 2 - x) / (n / 2), 1.5f * (n / 2 - y) / (n / 2));
	int i = 0;
	for (; i < 200; i++) {
		a = a * a + c;
		if (a.norm() > 1000)
			break;
	}
	return i;
}

BENCHMARK(julia)
{
	const int n = size(2048, 512, 64);
	std::vector<unsigned> pixels(n * n);
	array_view<unsigned, 2> v(n, n, pixels);
	bench::memory<unsigned> t(pixels.size());
	run_pair("julia", [&](const accelerator_view &av) {
		v.discard_data();
		parallel_for_each(av, v.extent, [=](index<2> i) restrict(amp) {
			v[i] = 0xff000000u | static_cast<unsigned>(julia(i[1], i[0], n));
		});
	}, [&] { twin_julia(t, n); }, {out<unsigned>(v, pixels, t)}, 1e-4);
}
