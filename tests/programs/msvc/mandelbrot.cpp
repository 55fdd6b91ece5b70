// options: --amp-msvc
#include "stdafx.h"
#include <complex>
using namespace concurrency;
typedef unsigned __int32 uint_32;

template <class Real> struct Fractal
{
	static uint_32 Iterate(Real re, Real im, uint_32 most) restrict(amp, cpu)
	{
		Real x = 0, y = 0;
		uint_32 n = 0ui32;
		while (n < most && Square(x) + Square(y) <= Real(4)) {
			const Real next = Square(x) - Square(y) + re;
			y = Real(2) * x * y + im;
			x = next;
			n++;
		}
		return n;
	}
	static std::vector<uint_32> Fractal::Render(int w, int h, uint_32 most)
	{
		std::vector<uint_32> image(w * h);
		array_view<uint_32, 2> view(h, w, image);
		view.discard_data();
		parallel_for_each(view.extent, [=](index<2> i) restrict(amp) {
			view[i] = Iterate(Real(-2) + Real(3) * i[1] / w, Real(-1) + Real(2) * i[0] / h, most);
		});
		view.synchronize();
		return image;
	}
};

template <class T> T Square(T x) restrict(amp, cpu) { return x * x; }

size_t Inside(std::vector<uint_32> &image, uint_32 most)
{
	return std::count(image.begin(), image.end(), most);
}

int main()
{
	const int w = 60, h = 40;
	std::vector<uint_32> reference(w * h);
	for (int r = 0; r < h; r++)
		for (int c = 0; c < w; c++)
			reference[r * w + c] = Fractal<float>::Iterate(-2.0f + 3.0f * c / w, -1.0f + 2.0f * r / h, 50);
	size_t inside = Inside(Fractal<float>::Render(w, h, 50), 50);
	size_t expected = Inside(reference, 50);
	size_t apart = inside > expected ? inside - expected : expected - inside;
	std::cout << (inside > 200 && inside < 1200 && apart < 20 ? "set" : "no set") << std::endl;
	return 0;
}
