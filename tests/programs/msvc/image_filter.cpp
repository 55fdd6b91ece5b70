// options: --amp-msvc
#include "stdafx.h"
#include <amp_graphics.h>
#include <amp_math.h>
using namespace concurrency;
using namespace concurrency::graphics;

__declspec(align(16)) struct Pixel { float r, g, b, a; };
typedef Pixel PixelType;

class __declspec(novtable) Filter
{
public:
	virtual void Apply(array_view<Pixel, 2> &image) = NULL;
	virtual ~Filter() {}
	friend class PixelType;
protected:
	int m_passes;
	int Filter::Passes() const { return m_passes; }
};

class Grey : public Filter
{
	typedef Filter base;
public:
	Grey() { m_passes = 1; }
	void Apply(array_view<Pixel, 2> &image)
	{
		for (int p = 0; p < __super::Passes(); p++)
			parallel_for_each(image.extent, [=](index<2> i) restrict(amp) {
				Pixel q = image[i];
				const float y = 0.25f * q.r + 0.5f * q.g + 0.25f * q.b;
				q.r = q.g = q.b = y;
				image[i] = q;
			});
	}
};

class Edge : public Filter
{
public:
	Edge(int passes) { m_passes = passes; }
	void Edge::Apply(array_view<Pixel, 2> &image)
	{
		const int w = image.extent[1];
		for (int p = 0; p < Passes(); p++)
			parallel_for_each(image.extent, [=](index<2> i) restrict(amp) {
				if (i[1] == 0 || i[1] == w - 1)
					image[i].a = fast_math::fabs(image[i].r - 1.0f);
			});
	}
};

int main()
{
	const int h = 8, w = 16;
	std::vector<Pixel> pixels(h * w);
	for (int i = 0; i < h * w; i++) {
		Pixel p = { i % 4, i % 8, i % 2, 0 };
		pixels[i] = p;
	}
	array_view<Pixel, 2> view(h, w, pixels);
	Grey grey;
	Edge edge(2);
	std::vector<Filter *> filters;
	filters.push_back(&grey);
	filters.push_back(&edge);
	for each (Filter *f in filters)
		f->Apply(view.section(0, 0, h, w));
	view.synchronize();
	float sum = 0, alpha = 0;
	for each (const Pixel &p in pixels) { sum += p.g; alpha += p.a; }
	std::cout << sum << " " << alpha << " " << __alignof(Pixel) << std::endl;
	return 0;
}
