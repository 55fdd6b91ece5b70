// Tiles of one, two and three dimensions: what tiled_index says of each thread.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> a(60), b(6 * 20), c(4 * 6 * 10);
	array_view<int, 1> one(60, a);
	parallel_for_each(one.extent.tile<12>(), [=](tiled_index<12> t) restrict(amp) {
		one[t] = t.local[0] + 100 * t.tile[0] + (t.tile_origin + t.local == t.global ? 0 : 10000) +
		         10000 * (t.tile_extent[0] - 12) + 10000 * (t.tile_dim0 - 12);
	});
	for (int i = 0; i < 60; i++)
		CHECK(one[i] == i % 12 + 100 * (i / 12));

	array_view<int, 2> two(6, 20, b);
	parallel_for_each(two.extent.tile<3, 5>(), [=](tiled_index<3, 5> t) restrict(amp) {
		two[t.global] = t.local[0] + 10 * t.local[1] + 100 * t.tile[0] + 1000 * t.tile[1] +
		                (t.tile_origin + t.local == t.global ? 0 : 100000);
	});
	for (int y = 0; y < 6; y++)
		for (int x = 0; x < 20; x++)
			CHECK(two(y, x) == y % 3 + 10 * (x % 5) + 100 * (y / 3) + 1000 * (x / 5));

	array_view<int, 3> three(4, 6, 10, c);
	parallel_for_each(three.extent.tile<2, 3, 5>(), [=](tiled_index<2, 3, 5> t) restrict(amp) {
		tile_static int sum[2];
		if (t.local[1] == 0 && t.local[2] == 0)
			sum[t.local[0]] = t.tile[0] + 2 * t.tile[1] + 4 * t.tile[2];
		t.barrier.wait();
		three[t] = sum[0] + sum[1] + 100 * (t.local[0] + 2 * t.local[1] + 6 * t.local[2]);
	});
	for (int z = 0; z < 4; z++)
		for (int y = 0; y < 6; y++)
			for (int x = 0; x < 10; x++)
				CHECK(three(z, y, x) == 2 * (z / 2 + 2 * (y / 3) + 4 * (x / 5)) +
				                            100 * (z % 2 + 2 * (y % 3) + 6 * (x % 5)));
	std::puts("ok");
}
