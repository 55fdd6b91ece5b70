// [&]: arrays and textures by reference is all that it may take.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(12);
	for (int i = 0; i < 12; i++)
		data[i] = i;
	array<int, 2> a(3, 4, data.begin()), b(4, 3);
	parallel_for_each(b.extent, [&](index<2> i) restrict(amp) { b[i] = a(i[1], i[0]) + 1; });
	std::vector<int> result(12);
	copy(b, result.begin());
	for (int row = 0; row < 4; row++)
		for (int column = 0; column < 3; column++)
			CHECK(result[row * 3 + column] == data[column * 4 + row] + 1);
	std::puts("ok");
}
