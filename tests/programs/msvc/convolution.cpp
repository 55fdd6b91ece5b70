// options: --amp-msvc
#include "stdafx.h"
using namespace concurrency;
const int RADIUS = 2;

struct Kernel1D
{
	float weights[2 * RADIUS + 1];
	static Kernel1D Kernel1D::Box()
	{
		Kernel1D k = { 1, 1, 1, 1, 1 };
		return k;
	}
	static Kernel1D Tent()
	{
		const double tent[] = { 1, 2, 3, 2, 1 };
		Kernel1D k = { (float)tent[0], tent[1], tent[2], tent[3], tent[4] };
		return k;
	}
};

template <int R> struct Convolver
{
	static_assert(R > 0, "radius");
	template <class V> static void Apply(const V &in, const V &out, Kernel1D &kernel)
	{
		const Kernel1D k = kernel;
		const int n = in.extent[0];
		parallel_for_each(in.extent, [=](index<1> i) restrict(amp) {
			float sum = 0;
			for (int o = -R; o <= R; o++)
				sum += k.weights[o + R] * in[Clip(i[0] + o, 0, n - 1)];
			out[i] = sum;
		});
		Finish(out);
	}
};

template <> struct Convolver<0> {};

template <class T> void NotUsed(T) { static_assert(false, "do not call this"); }

inline int Clip(int x, int low, int high) restrict(amp, cpu) { return x < low ? low : x > high ? high : x; }
template <class V> void Finish(const V &v) { v.synchronize(); }

int main()
{
	std::vector<float> in(32), out(32);
	for (int i = 0; i < 32; i++)
		in[i] = (float)i;
	array_view<float, 1> from(32, in), to(32, out);
	Convolver<RADIUS>::Apply(from, to, Kernel1D::Box());
	std::cout << out[10] << " " << out[0] << " ";
	Convolver<RADIUS>::Apply(from, to, Kernel1D::Tent());
	std::cout << out[10] << " " << out[31] << std::endl;
	return 0;
}
