// A hash in 64-bit integers, with a remainder. Compiled with --amp-extensions.
#include "pair.h"

using namespace concurrency;

void twin_hash(const unsigned *keys, unsigned long long *hashes, int n);

BENCHMARK(hash64)
{
	const int n = size(1 << 22, 1 << 16, 1000);
	const std::vector<unsigned> keys = bench::random<unsigned>(4 * std::size_t(n), 0, 4294967295u);
	std::vector<unsigned long long> hashes(n);
	array_view<const unsigned, 2> vk(n, 4, keys);
	array_view<unsigned long long> vh(hashes);
	bench::memory<unsigned> tk(keys);
	bench::memory<unsigned long long> th(n);
	run_pair("hash64", [&](const accelerator_view &av) {
		vh.discard_data();
		parallel_for_each(av, vh.extent, [=](index<1> i) restrict(amp) {
			unsigned long long h = 14695981039346656037ull;
			for (int k = 0; k < 4; k++) {
				unsigned word = vk(i[0], k);
				for (int b = 0; b < 4; b++) {
					h = (h ^ (word & 255u)) * 1099511628211ull;
					word >>= 8;
				}
			}
			vh[i] = h % 1000000007ull;
		});
	}, [&] { twin_hash(tk, th, n); }, {out<unsigned long long>(vh, hashes, th)}, 0);
}
