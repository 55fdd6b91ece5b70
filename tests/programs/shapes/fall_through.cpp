// Comments that tell gcc that a case goes on in the next one: it does not warn.
// options: -Wextra
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static int steps(int k) restrict(cpu, amp)
{
	int n = 0;

	switch (k) {
	case 2:
		n += 10; // fall through
	case 1:
		n += 1;
		/* FALLTHRU */
	default:
		n += 100;
	}
	return n;
}

int main()
{
	std::vector<int> data(4);
	array_view<int, 1> view(data);

	parallel_for_each(view.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
		tile_static int tile[2];

		switch (t.local[0]) {
		case 1:
			tile[0] = steps(t.global[0]);
			// falls through
		case 0:
			break;
		}
		t.barrier.wait();
		view[t.global] = tile[0];
	});
	for (int i = 0; i < 4; i++)
		CHECK(view[i] == steps(i | 1));
	std::puts("ok");
}
