// SHA-256 (FIPS 180-4) of many messages of one block, 64 bytes with their padding: a thread for each. Word w of message
// m is words[w][m], so that neighbouring threads read neighbouring words.
#include "bench.h"

#include <amp.h>

using namespace concurrency;

static unsigned rotate(unsigned x, int bits) restrict(amp)
{
	return x >> bits | x << (32 - bits);
}

static void digest(array_view<const unsigned, 2> words, array_view<unsigned, 2> digests)
{
	digests.discard_data();
	parallel_for_each(extent<1>(digests.extent[1]), [=](index<1> i) restrict(amp) {
		// the first 32 bits of the fractions of the cube roots of the first 64 primes (4.2.2)
		const unsigned constants[64] = {
#include "sha256_constants.h"
		};
		const unsigned state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
		unsigned w[16];
		for (int k = 0; k < 16; k++)
			w[k] = words(k, i[0]);
		unsigned a = state[0], b = state[1], c = state[2], d = state[3];
		unsigned e = state[4], f = state[5], g = state[6], h = state[7];
#pragma unroll
		for (int round = 0; round < 64; round += 16) {
			for (int k = 0; k < 16; k++) {
				if (round > 0) {
					const unsigned w2 = w[(k + 14) % 16], w15 = w[(k + 1) % 16];
					w[k] += (rotate(w2, 17) ^ rotate(w2, 19) ^ w2 >> 10) + w[(k + 9) % 16] +
					        (rotate(w15, 7) ^ rotate(w15, 18) ^ w15 >> 3);
				}
				const unsigned t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
				                    constants[round + k] + w[k];
				const unsigned t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
				h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
			}
		}
		const unsigned added[8] = {a, b, c, d, e, f, g, h};
		for (int k = 0; k < 8; k++)
			digests(k, i[0]) = state[k] + added[k];
	});
}

BENCHMARK_WITHOUT_OPENCL(sha256)
{
	const int n = bench::size(1 << 23, 1 << 16, 1000);
	bench::random_bits bits;
	std::vector<unsigned> words(16 * static_cast<std::size_t>(n)), digests = bench::poisoned<unsigned>(8 * static_cast<std::size_t>(n));
	for (unsigned &word : words)
		word = static_cast<unsigned>(bits());
	const array_view<const unsigned, 2> words_view(16, n, words);
	const array_view<unsigned, 2> digests_view(8, n, digests);
	bench::memory<unsigned> twin_words(words), twin_digests(digests.size());
	bench::compare({"SHA-256", "unsigned", double(n), double(n), "G/s", 0},
	               [&] { digest(words_view, digests_view); },
	               [&] { TWIN_OF(sha256)(twin_words, twin_digests, n); },
	               [&] {
		               digests_view.synchronize();
		               return bench::difference(digests, twin_digests.read());
	               });
}
