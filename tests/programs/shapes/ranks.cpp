// Domains of one to five dimensions.
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

int main()
{
	check(extent<1>(1));
	check(extent<1>(1000));
	check(extent<2>(33, 7));
	check(extent<3>(5, 6, 7));
	const int four[] = {2, 3, 4, 5}, five[] = {3, 2, 4, 2, 5};
	check(extent<4>(four));
	check(extent<5>(five));
	std::puts("ok");
}
