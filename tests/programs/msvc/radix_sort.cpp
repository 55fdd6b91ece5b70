// options: --amp-msvc
// A radix sort and a scan: nested templates, tile_static structures, statics in functions, goto, a lambda kept in auto.
#include "stdafx.h"
#include <assert.h>
#include <functional>
#include <iterator>
#include <random>
#include <time.h>
namespace amp = concurrency;
using amp::index; using amp::extent; using amp::tiled_index; using amp::array_view;
typedef unsigned int uint32;
typedef unsigned __int32 word_t;

namespace detail
{
	template <unsigned TileSize, typename T, typename Op> struct tile_scan
	{
		struct storage { T values[2][TileSize]; };
		static T run(storage &s, T x, Op op, const tiled_index<TileSize> &t) restrict(amp)
		{
			int in = 0;
			s.values[0][t.local[0]] = x;
			t.barrier.wait();
			for (unsigned offset = 1; offset < TileSize; offset *= 2) {
				const unsigned i = t.local[0];
				s.values[1 - in][i] = i >= offset ? op(s.values[in][i - offset], s.values[in][i]) : s.values[in][i];
				in = 1 - in;
				t.barrier.wait();
			}
			return s.values[in][t.local[0]];
		}
	};
	template <typename T> struct plus { T operator()(const T &a, const T &b) const restrict(cpu, amp) { return a + b; } };
}

template <unsigned TileSize, class T> void inclusive_scan(array_view<T> data)
{
	const int tiles = (data.extent[0] + TileSize - 1) / TileSize;
	std::vector<T> sums(tiles);
	array_view<T> sums_view(tiles, sums);
	parallel_for_each(extent<1>(tiles * TileSize).tile<TileSize>(), [=](tiled_index<TileSize> t) restrict(amp) {
		typedef detail::tile_scan<TileSize, T, detail::plus<T>> scan;
		tile_static typename scan::storage storage;
		const bool inside = data.extent.contains(t.global);
		T x = scan::run(storage, inside ? data[t.global] : T(), detail::plus<T>(), t);
		if (inside)
			data[t.global] = x;
		if (t.local[0] == TileSize - 1)
			sums_view[t.tile] = x;
	});
	if (tiles == 1)
		return;
	inclusive_scan<TileSize>(sums_view);
	add_sums<TileSize>(data, array_view<const T>(sums_view));
}

template <unsigned TileSize, class T> void add_sums(array_view<T> data, array_view<const T> sums)
{
	parallel_for_each(data.extent, [=](index<1> i) restrict(amp) {
		const int tile = i[0] / TileSize;
		if (tile > 0)
			data[i] += sums[tile - 1];
	});
}

class RadixSorter
{
	enum { BITS = 32, TILE = 64 };
	int m_passes;
	void Pass(array_view<word_t> from, array_view<word_t> to, int bit);
public:
	RadixSorter() : m_passes(0) {}
	void Sort(std::vector<word_t> &values);
	int Passes() const { return m_passes; }
};

inline void RadixSorter::Pass(array_view<word_t> from, array_view<word_t> to, int bit)
{
	const int n = from.extent.size();
	std::vector<int> flags(n);
	array_view<int> zeros(n, flags);
	zeros.discard_data();
	parallel_for_each(zeros.extent, [=](index<1> i) restrict(amp) { zeros[i] = (from[i] >> bit & 1) ^ 1; });
	inclusive_scan<TILE>(zeros);
	const int count = zeros[n - 1];
	to.discard_data();
	parallel_for_each(from.extent, [=](index<1> i) restrict(amp) {
		const word_t x = from[i];
		const int rank = zeros[i];
		to[(x >> bit & 1) ? count + i[0] - rank : rank - 1] = x;
	});
	m_passes++;
}

void RadixSorter::Sort(std::vector<word_t> &values)
{
	std::vector<word_t> scratch(values.size());
	array_view<word_t> a((int)values.size(), values), b((int)scratch.size(), scratch);
	int bit = 0;
again:
	Pass(a, b, bit++);
	Pass(b, a, bit++);
	if (bit < BITS)
		goto again;
	a.synchronize();
}

int main()
{
	static const size_t sizes[] = { 1, 64, 65, 1000, 5000 };
	std::tr1::mt19937 engine(42u);
	auto next = [&engine]() -> word_t { return engine(); };
	RadixSorter sorter;
	for (size_t k = 0; k < _countof(sizes); ++k) {
		std::vector<word_t> values(sizes[k]), expected;
		std::generate(begin(values), end(values), next);
		expected.assign(values.begin(), values.end());
		std::sort(expected.begin(), expected.end(), std::less<word_t>());
		sorter.Sort(values);
		assert(values.size() == expected.size());
		std::cout << sizes[k] << (values == expected ? " sorted" : " WRONG") << std::endl;
	}
	std::cout << sorter.Passes() << " passes" << std::endl;
	return 0;
}
