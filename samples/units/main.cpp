// A program of three units: a header with kernels that two of them include,
// and this one with a kernel of its own.
// also: brighten.cpp darken.cpp
//
// Prints: eight values, brightened; darkened; and the sum of both.
#include "units.h"
#include "kernels.h"

#include <iostream>

using namespace concurrency;

static void print(const std::vector<float> &values)
{
	for (float value : values)
		std::cout << value << " ";
	std::cout << "\n";
}

int main()
{
	const std::vector<float> values = {0, 0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 1};
	std::vector<float> bright = values, dark = values, sum(values.size());
	brighten(bright);
	darken(dark);

	const int size = static_cast<int>(values.size());
	array_view<const float, 1> a(size, bright), b(size, dark);
	array_view<float, 1> s(size, sum);
	s.discard_data();
	parallel_for_each(s.extent, [=](index<1> i) restrict(amp) {
		s[i] = clamped(a[i] + b[i], 0.0f, 1.25f);
	});
	s.synchronize();

	print(bright);
	print(dark);
	print(sum);
}
