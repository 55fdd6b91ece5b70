/* SHA-256 of many messages of one block. */
#include "twins.h"

static const unsigned constants[64] = {
#include "sha256_constants.h"
};

static unsigned rotate(unsigned x, int bits)
{
	return x >> bits | x << (32 - bits);
}

void openmp_sha256(const unsigned *words, unsigned *digests, int n)
{
#pragma omp parallel for simd schedule(static)
	for (int i = 0; i < n; i++) {
		const unsigned state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
		unsigned w[64];
		for (int k = 0; k < 16; k++)
			w[k] = words[k * (size_t)n + (size_t)i];
		for (int k = 16; k < 64; k++)
			w[k] = w[k - 16] + (rotate(w[k - 15], 7) ^ rotate(w[k - 15], 18) ^ w[k - 15] >> 3) + w[k - 7] +
			       (rotate(w[k - 2], 17) ^ rotate(w[k - 2], 19) ^ w[k - 2] >> 10);
		unsigned a = state[0], b = state[1], c = state[2], d = state[3];
		unsigned e = state[4], f = state[5], g = state[6], h = state[7];
		for (int k = 0; k < 64; k++) {
			const unsigned t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
			                    constants[k] + w[k];
			const unsigned t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
			h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
		}
		const unsigned added[8] = {a, b, c, d, e, f, g, h};
		for (int k = 0; k < 8; k++)
			digests[k * (size_t)n + (size_t)i] = state[k] + added[k];
	}
}
