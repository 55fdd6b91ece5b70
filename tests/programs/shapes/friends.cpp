// Kernels in friends that are defined outside of the class: what they use of it is private.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

class image;

namespace tools {
struct brush {
	void paint(image &i) const;
};
}

class image {
	int scale_;
	array_view<int> pixels_;
	struct shade {
		int value;
	};

	friend void brighten(image &i);
	template <typename T> friend void brighten(image &i, T by);
	friend void tools::brush::paint(image &i) const;

public:
	image(int scale, array_view<int> pixels) : scale_(scale), pixels_(pixels) {}
	int at(int i) const { return pixels_[i]; }
};

void brighten(image &i)
{
	image copy = i;
	parallel_for_each(i.pixels_.extent, [=](index<1> at) restrict(amp) {
		image::shade s = {copy.scale_};
		copy.pixels_[at] += s.value;
	});
}

template <typename T> void brighten(image &i, T by)
{
	struct settings {
		image::shade shade;
		T by;
	} s = {{i.scale_}, by};
	array_view<int> pixels = i.pixels_;
	parallel_for_each(pixels.extent, [=](index<1> at) restrict(amp) {
		pixels[at] += s.shade.value * static_cast<int>(s.by);
	});
}

void tools::brush::paint(image &i) const
{
	image copy = i;
	parallel_for_each(i.pixels_.extent, [=](index<1> at) restrict(amp) { copy.pixels_[at] = copy.scale_; });
}

namespace linear {
template <typename T> class vector {
	T factor_;
	array_view<T> values_;

	template <typename U> friend vector<U> &operator*=(vector<U> &v, U by);
	friend void reset(vector &v)
	{
		vector copy = v;
		parallel_for_each(v.values_.extent, [=](index<1> i) restrict(amp) { copy.values_[i] = copy.factor_; });
	}

public:
	vector(T factor, array_view<T> values) : factor_(factor), values_(values) {}
	T operator[](int i) const { return values_[i]; }
};

template <typename T> vector<T> &operator*=(vector<T> &v, T by)
{
	vector<T> copy = v;
	parallel_for_each(v.values_.extent, [=](index<1> i) restrict(amp) {
		copy.values_[i] *= copy.factor_ * by;
	});
	return v;
}
}

int main()
{
	std::vector<int> data(4);
	array_view<int> view(data);
	image i(3, view);
	brighten(i);
	CHECK(i.at(3) == 3);
	brighten(i, 2.5f);
	CHECK(i.at(3) == 9);
	tools::brush().paint(i);
	CHECK(i.at(3) == 3);
	linear::vector<int> v(5, view);
	reset(v);
	CHECK(v[3] == 5);
	v *= 2;
	CHECK(v[3] == 50);
	std::puts("ok");
}
