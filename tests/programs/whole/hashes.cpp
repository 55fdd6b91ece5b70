// SHA-256, the Mersenne Twister and TEA in kernels: words that wrap, arrays in classes that are assigned, macros, a class
// whose other members are the host's.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <vector>
#include <random>
#include <cstring>
using namespace concurrency;
typedef unsigned int u32;
static inline u32 rotr(u32 x, int n) restrict(cpu, amp)
{
	return (x >> n) | (x << (32 - n));
}
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define S0(x) (rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22))
#define S1(x) (rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25))
#define G0(x) (rotr(x, 7) ^ rotr(x, 18) ^ ((x) >> 3))
#define G1(x) (rotr(x, 17) ^ rotr(x, 19) ^ ((x) >> 10))
struct digest {
	u32 h[8];
	bool operator==(const digest &o) const
	{
		return !std::memcmp(h, o.h, sizeof h);
	}
};
template <class K>
digest sha256_word(u32 message, const K &k) restrict(cpu, amp)
{
	u32 w[64] = {message, 0x80000000u};
	w[15] = 32;
	for (int t = 16; t < 64; t++)
		w[t] = G1(w[t - 2]) + w[t - 7] + G0(w[t - 15]) + w[t - 16];
	digest d = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
	u32 a = d.h[0], b = d.h[1], c = d.h[2], dd = d.h[3], e = d.h[4], f = d.h[5], g = d.h[6], h = d.h[7];
	for (int t = 0; t < 64; t++) {
		u32 t1 = h + S1(e) + CH(e, f, g) + k[t] + w[t], t2 = S0(a) + MAJ(a, b, c);
		h = g, g = f, f = e, e = dd + t1, dd = c, c = b, b = a, a = t1 + t2;
	}
	const u32 v[] = {a, b, c, dd, e, f, g, h};
	for (int i = 0; i < 8; i++)
		d.h[i] += v[i];
	return d;
}
static const u32 host_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
class mt19937_state
{
	u32 s[624];
	int at;

      public:
	explicit mt19937_state(u32 seed) restrict(cpu, amp)
	    : at(624)
	{
		s[0] = seed;
		for (int i = 1; i < 624; i++)
			s[i] = 1812433253u * (s[i - 1] ^ (s[i - 1] >> 30)) + i;
	}
	u32 operator()() restrict(cpu, amp)
	{
		if (at == 624) {
			for (int i = 0; i < 624; i++) {
				u32 y = (s[i] & 0x80000000u) | (s[(i + 1) % 624] & 0x7fffffffu);
				s[i] = s[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0u);
			}
			at = 0;
		}
		u32 y = s[at++];
		y ^= y >> 11;
		y ^= (y << 7) & 0x9d2c5680u;
		y ^= (y << 15) & 0xefc60000u;
		return y ^ (y >> 18);
	}
};
void tea(u32 (&v)[2], const u32 (&key)[4], int rounds) restrict(cpu, amp)
{
	u32 sum = 0;
	while (rounds-- > 0) {
		sum += 0x9e3779b9u;
		v[0] += ((v[1] << 4) + key[0]) ^ (v[1] + sum) ^ ((v[1] >> 5) + key[1]);
		v[1] += ((v[0] << 4) + key[2]) ^ (v[0] + sum) ^ ((v[0] >> 5) + key[3]);
	}
}
int main()
{
	const int n = 64;
	std::vector<digest> d(n);
	array_view<digest> dv(n, d);
	array_view<const u32> k(64, host_k);
	parallel_for_each(dv.extent, [=](index<1> i) restrict(amp) { dv[i] = sha256_word(0x01020304u * i[0], k); });
	dv.synchronize();
	for (int i = 0; i < n; i++)
		CHECK(d[i] == sha256_word(0x01020304u * i, host_k));
	CHECK(sha256_word(0x61626364, host_k).h[0] == 0x88d4266f); // "abcd"
	std::vector<u32> r(n), t(2 * n);
	array_view<u32> rv(n, r);
	parallel_for_each(rv.extent, [=](index<1> i) restrict(amp) {
        mt19937_state g(i[0] + 1u);
        u32 x = 0;
        for (int q = 0; q < 700; q++) x = g();
        rv[i] = x; });
	for (int i = 0; i < n; i++) {
		std::mt19937 g(i + 1u);
		g.discard(699);
		CHECK(rv[i] == (u32)g());
	}
	array_view<u32, 2> tv(n, 2, t);
	u32 key_host[4] = {1, 2, 3, 4};
	struct {
		u32 k[4];
	} key = {{key_host[0], key_host[1], key_host[2], key_host[3]}};
	parallel_for_each(extent<1>(n), [=](index<1> i) restrict(amp) {
        u32 v[2] = { (u32)i[0], ~0u };
        tea(v, key.k, 16);
        tv(i[0], 0) = v[0];
        tv[i[0]][1] = v[1]; });
	tv.synchronize();
	for (int i = 0; i < n; i++) {
		u32 v[2] = {(u32)i, ~0u};
		tea(v, key_host, 16);
		CHECK(v[0] == t[2 * i] && v[1] == t[2 * i + 1]);
	}
	std::puts("ok");
}
