// Sections, projections and reinterpretations of views inside of kernels and
// outside, over the same data.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(6 * 8);
	array_view<int, 2> view(6, 8, data);
	parallel_for_each(view.extent, [=](index<2> i) restrict(amp) { view[i] = 10 * i[0] + i[1]; });

	array_view<int, 2> middle = view.section(index<2>(2, 3), extent<2>(3, 4));
	parallel_for_each(middle.extent, [=](index<2> i) restrict(amp) { middle[i] = -middle[i]; });
	array_view<int, 1> row = view[5];
	parallel_for_each(row.extent, [=](index<1> i) restrict(amp) {
		row[i] += view[0][i[0]] + view.section(1, 0, 1, 8)(0, i[0]);
	});
	for (int y = 0; y < 6; y++) {
		for (int x = 0; x < 8; x++) {
			int expected = 10 * y + x;
			if (y >= 2 && y < 5 && x >= 3 && x < 7)
				expected = -expected;
			if (y == 5)
				expected += x + 10 + x;
			CHECK(view(y, x) == expected);
		}
	}

	array_view<int, 1> flat(48, data);
	array_view<unsigned, 1> bits = flat.reinterpret_as<unsigned>();
	array_view<int, 3> cube = flat.view_as(extent<3>(2, 3, 8));
	parallel_for_each(bits.extent, [=](index<1> i) restrict(amp) { bits[i] = i[0]; });
	CHECK(cube(1, 2, 7) == 47);
	std::puts("ok");
}
