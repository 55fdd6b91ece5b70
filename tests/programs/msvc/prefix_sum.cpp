// options: --amp-msvc
#include "stdafx.h"
using namespace concurrency;
#define SCAN_TILE 64

namespace scans {
template <class T> class Scanner
{
public:
	Scanner(accelerator_view &view) : m_view(view) {}
	void Scanner::Exclusive(std::vector<T> &data)
	{
		array<T, 1> in((int)data.size(), data.begin(), m_view), out((int)data.size(), m_view);
		ScanLevel(m_view, in, out);
		copy(out, data.begin());
	}
private:
	accelerator_view m_view;
};

template <class T> void ScanLevel(accelerator_view &view, array<T, 1> &in, array<T, 1> &out)
{
	const int n = in.extent[0], tiles = (n + SCAN_TILE - 1) / SCAN_TILE;
	array<T, 1> sums(tiles, view), offsets(tiles, view);
	parallel_for_each(view, extent<1>(tiles * SCAN_TILE).tile<SCAN_TILE>(),
		[=, &in, &out, &sums](tiled_index<SCAN_TILE> t) restrict(amp) {
			tile_static T shared[2][SCAN_TILE];
			const int l = t.local[0], g = t.global[0];
			int from = 0;
			shared[0][l] = g < n ? in[g] : T();
			t.barrier.wait();
			for (int step = 1; step < SCAN_TILE; step *= 2) {
				shared[1 - from][l] = l >= step ? shared[from][l] + shared[from][l - step] : shared[from][l];
				from = 1 - from;
				t.barrier.wait();
			}
			if (g < n)
				out[g] = l ? shared[from][l - 1] : T();
			if (l == SCAN_TILE - 1)
				sums[t.tile[0]] = shared[from][l];
		});
	if (tiles > 1) {
		ScanLevel(view, sums, offsets);
		AddOffsets(view, out, offsets);
	}
}

template <class T> void AddOffsets(accelerator_view &view, array<T, 1> &out, array<T, 1> &offsets)
{
	parallel_for_each(view, out.extent, [&out, &offsets](index<1> i) restrict(amp) {
		out[i] += offsets[i[0] / SCAN_TILE];
	});
}
}

int main()
{
	std::vector<int> data(5000), expected;
	int sum = 0;
	for (size_t i = 0; i < data.size(); i++) {
		data[i] = (int)(i % 7);
		expected.push_back(sum);
		sum += data[i];
	}
	scans::Scanner<int> scanner(accelerator().default_view);
	scanner.Exclusive(data);
	std::cout << (data == expected ? "equal" : "different") << " " << data.back() << std::endl;
	return data != expected;
}
