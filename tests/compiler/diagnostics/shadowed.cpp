// A constant of which a tiled kernel's types speak is a member of its struct on the CPU, and stays in its
// body: neither hides the other for -Wshadow. What is in an unnamed namespace needs no declaration elsewhere.
// RUN: %ampcc -Wall -Wextra -Wshadow -Wmissing-declarations -c -o %t.o %s 2> %t && ! grep . %t
// RUN: AMPCC_HOST_CXX=clang++-19 %ampcc -Wall -Wextra -Wshadow -Wmissing-prototypes -Wmissing-variable-declarations -c -o %t.o %s 2> %t && ! grep . %t
#include <amp.h>
using namespace concurrency;

void run(array_view<int> v);

namespace {
int first = 2;
int twice(int x) restrict(cpu, amp) { return 2 * x; }
} // namespace

void run(array_view<int> v)
{
	const int n = twice(first), columns = 3, tile = 32;

	parallel_for_each(v.extent.tile<tile>().pad(), [=](tiled_index<tile> t) restrict(amp) {
		tile_static int all[tile][columns + 1];
		int own[columns] = {t.global[0]};
		all[t.local[0]][columns] = n;
		t.barrier.wait();
		if (t.global[0] < n)
			v[t] = all[0][columns] + own[0] + columns;
	});
}
