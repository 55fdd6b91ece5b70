// Domains of one to five dimensions, and long ones.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <int N> void check(extent<N> e)
{
	std::vector<int> data(e.size());
	array_view<int, N> view(e, data);
	parallel_for_each(e, [=](index<N> i) restrict(amp) {
		int n = 0;
		for (int d = 0; d < N; d++)
			n = n * view.extent[d] + i[d];
		view[i] += n + 1;
	});
	view.synchronize();
	for (unsigned n = 0; n < e.size(); n++)
		CHECK(data[n] == int(n) + 1);
}

// More tiles than a grid on a GPU has along its second and third dimension.
template <int... Tile, int N> void check_tiles(extent<N> e)
{
	std::vector<int> data(e.size());
	array_view<int, N> view(e, data);
	parallel_for_each(e.template tile<Tile...>(), [=](tiled_index<Tile...> t) restrict(amp) {
		int n = 0;
		for (int d = 0; d < N; d++)
			n = n * view.extent[d] + t.tile_origin[d] + t.local[d];
		view[t.global] += n + 1;
	});
	view.synchronize();
	for (unsigned n = 0; n < e.size(); n++)
		CHECK(data[n] == int(n) + 1);
}

int main()
{
	check(extent<1>(1));
	check(extent<1>(1000));
	check(extent<2>(33, 7));
	check(extent<3>(5, 6, 7));
	const int four[] = {2, 3, 4, 5}, five[] = {3, 2, 4, 2, 5};
	check(extent<4>(four));
	check(extent<5>(five));
	check(extent<2>(70000, 64));
	check(extent<3>(66000, 4, 3));
	check_tiles<2, 3>(extent<2>(140000, 6));
	check_tiles<1, 2, 4>(extent<3>(66000, 2, 4));
	check_tiles<1, 1, 2>(extent<3>(2, 66000, 2));
	std::puts("ok");
}
