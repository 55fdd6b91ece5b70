// SHA-256 of many messages of one block, a thread for each.
#include "twins.h"

namespace {

__constant__ unsigned constants[64] = {
#include "sha256_constants.h"
};

__device__ unsigned rotate(unsigned x, int bits)
{
	return __funnelshift_r(x, x, bits);
}

__global__ void __launch_bounds__(256) digest(const unsigned *__restrict__ words, unsigned *__restrict__ digests, int n)
{
	const int i = blockIdx.x * 256 + threadIdx.x;
	if (i >= n)
		return;
	const unsigned state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	unsigned w[16];
#pragma unroll
	for (int k = 0; k < 16; k++)
		w[k] = words[k * size_t(n) + i];
	unsigned a = state[0], b = state[1], c = state[2], d = state[3];
	unsigned e = state[4], f = state[5], g = state[6], h = state[7];
#pragma unroll
	for (int round = 0; round < 64; round += 16) {
#pragma unroll
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
#pragma unroll
	for (int k = 0; k < 8; k++)
		digests[k * size_t(n) + i] = state[k] + added[k];
}

} // namespace

void cuda_sha256(const unsigned *words, unsigned *digests, int n)
{
	digest<<<(n + 255) / 256, 256>>>(words, digests, n);
}
