// tile_static variables of classes with constructors, which are not called: for amp code,
// for the CPU only, or without a default one.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int where() restrict(cpu) { return 1; }
float where() restrict(amp) { return 2.5f; }

struct both {
	float x;
	both() restrict(cpu, amp) : x(0) {}
	both(float y) restrict(cpu, amp) : x(y) {}
	both &operator+=(const both &o) restrict(cpu, amp)
	{
		x += o.x;
		return *this;
	}
};
struct cpu_only {
	float x;
	cpu_only() : x(0) {}
	cpu_only(float y) restrict(cpu, amp) : x(y) {}
};
class none {
	float x;
public:
	none(float y) restrict(cpu, amp) : x(y) {}
	float get() const restrict(cpu, amp) { return x; }
	~none() restrict(cpu, amp) {}
};

static const int TILE = 16;

template <typename T> T rotate(tiled_index<TILE> t, T x) restrict(amp)
{
	tile_static T one;
	tile_static T s[TILE];
	if (t.local[0] == 0)
		one = x;
	s[t.local[0]] = x;
	t.barrier.wait();
	T r(s[TILE - 1 - t.local[0]].x + one.x);
	t.barrier.wait();
	return r;
}

int main()
{
	std::vector<float> data(2 * TILE);
	array_view<float> v(2 * TILE, data);
	parallel_for_each(v.extent.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {
		tile_static both one, s[TILE], grid[4][4];
		tile_static cpu_only line[TILE];
		tile_static none other[2][TILE / 2];
		const int me = t.local[0];
		s[me] = both(3);
		grid[me / 4][me % 4] = both(me);
		line[me] = cpu_only(10 * me);
		other[me / 8][me % 8] = none(1000);
		if (me == 0)
			one = both(where());
		t.barrier.wait();
		s[me] += grid[0][me % 4];
		t.barrier.wait();
		v[t] = s[TILE - 1 - me].x + one.x + where() + line[me].x + other[1][me % 8].get() +
		       rotate(t, both(10000)).x + rotate(t, cpu_only(50000)).x;
	});
	for (int i = 0; i < 2 * TILE; i++) {
		const int me = i % TILE;
		CHECK(v[i] == 3 + (TILE - 1 - me) % 4 + 5 + 10 * me + 1000 + 20000 + 100000);
	}
	std::puts("ok");
}
