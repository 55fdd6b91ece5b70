// Exclusive prefix sums by Blelloch's two sweeps in tile_static memory, with padded tiles, in three levels.
#include "pair.h"

using namespace concurrency;

static const int T = 256;

void twin_scan(const int *input, int *output, int *sums, int *scanned, int n);

static void scan_tiles(const accelerator_view &av, array_view<const int> in, array_view<int> out,
                       array_view<int> sums)
{
	const int n = in.extent[0];
	extent<1> domain((n + 1) / 2);
	parallel_for_each(av, domain.tile<T>().pad(), [=](tiled_index<T> t) restrict(amp) {
		tile_static int s[2 * T];
		const int me = t.local[0], base = t.tile[0] * 2 * T;
		s[2 * me] = base + 2 * me < n ? in[base + 2 * me] : 0;
		s[2 * me + 1] = base + 2 * me + 1 < n ? in[base + 2 * me + 1] : 0;
		int offset = 1;
		for (int d = T; d > 0; d >>= 1) {
			t.barrier.wait_with_tile_static_memory_fence();
			if (me < d)
				s[offset * (2 * me + 2) - 1] += s[offset * (2 * me + 1) - 1];
			offset *= 2;
		}
		if (me == 0) {
			sums[t.tile[0]] = s[2 * T - 1];
			s[2 * T - 1] = 0;
		}
		for (int d = 1; d < 2 * T; d *= 2) {
			offset >>= 1;
			t.barrier.wait_with_tile_static_memory_fence();
			if (me < d) {
				const int a = offset * (2 * me + 1) - 1, b = offset * (2 * me + 2) - 1;
				const int x = s[a];
				s[a] = s[b];
				s[b] += x;
			}
		}
		t.barrier.wait_with_tile_static_memory_fence();
		if (base + 2 * me < n)
			out[base + 2 * me] = s[2 * me];
		if (base + 2 * me + 1 < n)
			out[base + 2 * me + 1] = s[2 * me + 1];
	});
}

BENCHMARK(scan)
{
	const int n = size(1 << 24, 1 << 20, 1 << 14), tiles = n / (2 * T), tiles2 = (tiles + 2 * T - 1) / (2 * T);
	std::vector<int> input = bench::random<int>(n, 0, 10), output(n), sums(tiles), scanned(tiles),
	                 top(1024), top2(1024), last(1);
	array_view<const int> in(input);
	array_view<int> o(output), s(sums), c(scanned), t(top), t2(top2), l(last);
	bench::memory<int> ti(input), to(n), ts(2 * tiles + 4096), tc(tiles);
	run_pair("scan", [&](const accelerator_view &av) {
		scan_tiles(av, in, o, s);
		scan_tiles(av, s, c, t);
		scan_tiles(av, t.section(0, tiles2), t2.section(0, tiles2), l);
		parallel_for_each(av, o.extent, [=](index<1> i) restrict(amp) {
			o[i] += c[i[0] / (2 * T)] + t2[i[0] / (2 * T) / (2 * T)];
		});
	}, [&] { twin_scan(ti, to, ts, tc, n); }, {out<int>(o, output, to)}, 0);
}
