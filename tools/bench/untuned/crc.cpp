// CRC-32 by a table of 16 words that the kernel declares.
#include "pair.h"

using namespace concurrency;

void twin_crc(const unsigned *words, unsigned *sums, int n);

BENCHMARK(crc)
{
	const int n = size(1 << 22, 1 << 16, 1000), length = 4;
	const std::vector<unsigned> words = bench::random<unsigned>(length * std::size_t(n), 0, 4294967295u);
	std::vector<unsigned> sums(n);
	array_view<const unsigned, 2> vw(length, n, words);
	array_view<unsigned> vs(sums);
	bench::memory<unsigned> tw(words), ts(n);
	run_pair("crc", [&](const accelerator_view &av) {
		vs.discard_data();
		parallel_for_each(av, vs.extent, [=](index<1> i) restrict(amp) {
			const unsigned table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
			                            0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
			                            0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
			unsigned crc = ~0u;
			for (int k = 0; k < vw.extent[0]; k++) {
				crc ^= vw(k, i[0]);
				for (int b = 0; b < 8; b++)
					crc = table[crc & 15] ^ (crc >> 4);
			}
			vs[i] = ~crc;
		});
	}, [&] { twin_crc(tw, ts, n); }, {out<unsigned>(vs, sums, ts)}, 0);
}
