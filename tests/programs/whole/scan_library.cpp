// Prefix sums of several levels: a class template with scratch arrays, operators as function objects, segments.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <vector>
#include <memory>
#include <numeric>
namespace prims
{
using namespace concurrency;
enum scan_kind { inclusive,
	         exclusive };
template <class T>
struct plus_op {
	T operator()(T a, T b) const restrict(cpu, amp)
	{
		return a + b;
	}
	static T identity() restrict(cpu, amp)
	{
		return T(0);
	}
};
template <class T>
struct max_op {
	T operator()(T a, T b) const restrict(cpu, amp)
	{
		return a < b ? b : a;
	}
	static T identity() restrict(cpu, amp)
	{
		return T(-1000000);
	}
};
struct seg {
	int value, head;
};
struct seg_plus {
	seg operator()(seg a, seg b) const restrict(cpu, amp)
	{
		seg r = {b.head ? b.value : a.value + b.value, a.head | b.head};
		return r;
	}
	static seg identity() restrict(cpu, amp)
	{
		return seg();
	}
};
template <class T, class Op, unsigned TileSize = 64>
class scanner
{
	static_assert((TileSize & (TileSize - 1)) == 0, "power of two");
	accelerator_view av;
	struct level {
		array<T> data, sums;
		level(int n, int m, const accelerator_view &av)
		    : data(n, av), sums(m, av)
		{
		}
	};
	std::vector<std::shared_ptr<level>> levels;
	static T tile_scan(T (&s)[TileSize], tiled_index<TileSize> const &t, T mine, Op op) restrict(amp)
	{
		const unsigned l = t.local[0];
		s[l] = mine;
		t.barrier.wait_with_tile_static_memory_fence();
		for (unsigned d = 1; d < TileSize; d <<= 1) {
			T v = l >= d ? op(s[l - d], s[l]) : s[l];
			t.barrier.wait_with_tile_static_memory_fence();
			s[l] = v;
			t.barrier.wait_with_tile_static_memory_fence();
		}
		return s[l];
	}
	void run(unsigned depth, array_view<const T> in, array_view<T> out, scan_kind kind)
	{
		const int n = in.extent[0], tiles = (n + TileSize - 1) / TileSize;
		if (levels.size() <= depth)
			levels.push_back(std::make_shared<level>(tiles, tiles, av));
		array<T> &sums = levels[depth]->sums;
		Op op;
		parallel_for_each(av, in.extent.template tile<TileSize>().pad(), [ =, &sums ](tiled_index<TileSize> t) restrict(amp) {
            tile_static T s[TileSize];
            const int g = t.global[0];
            T mine = g < n ? in[g] : Op::identity();
            T r = tile_scan(s, t, mine, op);
            if (kind == exclusive) r = t.local[0] ? s[t.local[0] - 1] : Op::identity();
            if (g < n) out[g] = r;
            if (t.local[0] == int(TileSize) - 1) sums[t.tile] = s[TileSize - 1]; });
		if (tiles == 1)
			return;
		array<T> &offsets = levels[depth]->data;
		run(depth + 1, array_view<const T>(sums), array_view<T>(offsets), exclusive);
		parallel_for_each(av, out.extent, [ =, &offsets ](index<1> i) restrict(amp) { out[i] = op(offsets[i[0] / TileSize], out[i]); });
	}

      public:
	explicit scanner(accelerator_view v = accelerator().default_view)
	    : av(v)
	{
	}
	std::vector<T> operator()(const std::vector<T> &in, scan_kind kind = inclusive)
	{
		std::vector<T> r(in.size());
		array_view<T> out((int)r.size(), r);
		out.discard_data();
		run(0, array_view<const T>((int)in.size(), in), out, kind);
		out.synchronize();
		return r;
	}
};
} // namespace prims
int main()
{
	using namespace prims;
	std::vector<int> v(5000);
	for (int i = 0; i < 5000; i++)
		v[i] = (i * 7919) % 211 - 100;
	std::vector<int> r(v.size());
	std::partial_sum(v.begin(), v.end(), r.begin());
	scanner<int, plus_op<int>> s;
	CHECK(s(v) == r);
	std::vector<int> e(r.size());
	for (size_t i = 1; i < r.size(); i++)
		e[i] = r[i - 1];
	CHECK(s(v, exclusive) == e);
	scanner<int, max_op<int>, 32> m;
	auto q = m(v);
	int best = -1000000;
	for (size_t i = 0; i < v.size(); i++) {
		best = std::max(best, v[i]);
		CHECK(q[i] == best);
	}
	std::vector<seg> sg(700);
	for (int i = 0; i < 700; i++)
		sg[i] = seg{i % 10, i % 37 == 0};
	scanner<seg, seg_plus, 128> ss;
	auto so = ss(sg);
	int run = 0;
	for (int i = 0; i < 700; i++) {
		run = (i % 37 == 0 ? 0 : run) + i % 10;
		CHECK(so[i].value == run);
	}
	std::vector<double> dv(300, 0.5);
	CHECK((scanner<double, plus_op<double>, 256>()(dv).back() == 150.0));
	std::puts("ok");
}
