// Domains that the tile does not divide, padded and truncated.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(10 * 7);
	array_view<int, 2> view(10, 7, data);
	tiled_extent<4, 4> tiles = view.extent.tile<4, 4>();
	tiled_extent<4, 4> padded = tiles.pad(), truncated = tiles.truncate();
	CHECK(padded[0] == 12 && padded[1] == 8);
	CHECK(truncated[0] == 8 && truncated[1] == 4);
	parallel_for_each(padded, [=](tiled_index<4, 4> t) restrict(amp) {
		if (view.extent.contains(t.global))
			view[t] = 1;
	});
	parallel_for_each(truncated, [=](tiled_index<4, 4> t) restrict(amp) { view[t] += 10; });
	for (int y = 0; y < 10; y++)
		for (int x = 0; x < 7; x++)
			CHECK(view(y, x) == (y < 8 && x < 4 ? 11 : 1));
	std::puts("ok");
}
