// tests/random/generate --seed 42103 --language c++ --only 31
// options: -std=c++11
// optimize: -O1
#include <amp.h>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

// What a kernel leaves: a checksum, or all that was added, for people.
struct results {
	unsigned long long sum;
	bool prints;

	void add(const char *name, int at, long long value)
	{
		if (prints)
			std::printf("%s[%d] %lld\n", name, at, value);
		for (int byte = 0; byte < 8; byte++)
			sum = (sum ^ (unsigned char)(value >> 8 * byte)) * 1099511628211ull;
	}
	void add(const char *name, int at, unsigned long long value) { add(name, at, (long long)value); }
	void add(const char *name, int at, long value) { add(name, at, (long long)value); }
	void add(const char *name, int at, unsigned long value) { add(name, at, (long long)value); }
	void add(const char *name, int at, int value) { add(name, at, (long long)value); }
	void add(const char *name, int at, unsigned value) { add(name, at, (long long)value); }
	void add(const char *name, int at, double value)
	{
		long long bits = 0;
		if (value == value && value != 0) // all zeros are one, and all that are no numbers
			std::memcpy(&bits, &value, sizeof(bits));
		else
			bits = value == 0 ? 0 : -1;
		if (prints)
			std::printf("%s[%d] %.17g\n", name, at, value);
		const bool printed = prints;
		prints = false;
		add(name, at, bits);
		prints = printed;
	}
	void add(const char *name, int at, float value) { add(name, at, (double)value); }
};

static int whole(double x) restrict(cpu, amp)
{
	return x > -1000000.0 && x < 1000000.0 ? (int)x : 0;
}

// ---- k31 ----
namespace k31 {
using namespace concurrency;
struct writeonly_texture_view {
	double x1;
	int data;
	int n1;
};
template <typename T>
struct tile_barrier {
	int operator()(const int &p1, int p2) const restrict(cpu, amp)
	{
		p2 = ((p1 <= p1) / 010u + p1) <= (p1 - p1 + (p2 - p1) > ((p2 != p1 ? p1 : p2) < p2 + p1));
		return (p1 ? int(p1) : p2) / 14u % 65536;
	}
	int operator[](int &p3) const restrict(cpu, amp)
	{
		p3 = p3 % 64;
		return p3-- * ((06 < 0b101010000 && -0.5f >= 1.5) / ((0 & 3) + 1)) % 16;
	}
};
static void launch(array_view<unsigned, 2> v1, array<writeonly_texture_view, 2> &v2, unsigned offset, const writeonly_texture_view &o1)
{
	parallel_for_each(extent<2>(8, 12).tile<4, 4>(), [v1, &v2, offset, o1](const concurrency::tiled_index<4, 4> &tidx) restrict(amp) {
		int l1 = tidx.local[0] * 4 + tidx.local[1];
		tile_static int shared[3];
		for (int k1 = l1; k1 < 3; k1 += 16) {
			shared[k1] = tidx.tile[0];
		}
		if ((v2((tidx.global[0] + 1) % 8, tidx.global[1]).data = v1(index<2>(static_cast<int>(offset), l1 % 12)) % 64) + o1.data < ((l1, v1(6, l1 % 12)) ? v1(index<2>(2, static_cast<int>(offset))) : tidx.local[0] << 0x2)) {
			int *const p4 = &v2((tidx.global[0] + 1) % 8, tidx.global[1]).n1;
		}
		else if (o1.data + o1.data) {
			double *const y1 = &v2[(tidx.global[0] + 1) % 8][tidx.global[1]].x1;
		}
		v2(index<2>((tidx.global[0] + 1) % 8, tidx.global[1])).n1 = (-3.0 == o1.x1) + 9 - tidx.local[0] / ((l1 & 7) + 1) % ((l1 & 7) + 1);
		int n2 = 3;
		while (n2 > 0) {
			n2 -= 1;
			int x2 = whole(v2[(tidx.global[0] + 1) % 8][tidx.global[1]].x1) % 4096;
		}
		v2(index<2>((tidx.global[0] + 1) % 8, tidx.global[1])).x1 = v2[(tidx.global[0] + 1) % 8][tidx.global[1]].x1 + o1.x1;
		switch (l1 * -o1.data * ({ unsigned p5 = tidx.tile_origin[0] != __builtin_clz(l1 + offset | 1); (l1 * p5); }) % 3) {
		case 2:
			{
				if (o1.data * n2 < (tidx.tile_origin[0], v2[Concurrency::index<2>((tidx.global[0] + 1) % 8, tidx.global[1])].data)) break;
			}
			break;
		default:
			{
				v2((tidx.global[0] + 1) % 8, tidx.global[1]) = v2[index<2>((tidx.global[0] + 1) % 8, tidx.global[1])];
			}
		case 1:
			{
				int restrict_[3] = {static_cast<int>(offset), (int)(+v1((n2 % 8 + 8) % 8, tidx.tile_origin[1]) % 16), (int)(offset + tidx.tile_origin[1])};
				float n3 = -(v2[(tidx.global[0] + 1) % 8][tidx.global[1]].x1 - v1[Concurrency::index<2>((l1, tidx.local[1]), (int)offset)]);
			}
			break;
			;
		}
	});
}
static int *pick(int *first, int *second, int c) restrict(cpu, amp)
{
	return c ? first : second;
}
static void part(const tiled_index<4, 4> &i1, array<writeonly_texture_view, 2> &p6, int (&p7)[4][5], int p8, const array_view<unsigned, 2> &p9, writeonly_texture_view *p10) restrict(amp)
{
	int *r1 = pick(&((*p10)).n1, &p8, ((i1.global[1]), i1.local[1]) != 104u);
}
static double &pick2(double &first, double &second, int c) restrict(cpu, amp)
{
	if (c) return first; return second;
}
static void part2(tiled_index<4, 4> t2, const writeonly_texture_view &p13, writeonly_texture_view p14, int (&p15)[4][5], writeonly_texture_view &p16, array<writeonly_texture_view, 2> &p18) restrict(amp)
{
	double writeonly_texture_view::*m1 = &writeonly_texture_view::x1;
	if (p13.n1 % 11 - (p18[t2].n1 != t2.local[0] || t2.tile[0] != t2.tile_origin[1]) <= p16.n1) {
		{
			const int &p16 = p18[t2].data;
			double &r3 = pick2((p16.*m1), p14.x1, ((p13.x1) != p13.x1) == (p13.n1 != t2.global[0] ? t2.tile[1] : (t2.local[0])));
		}
	}
	else if ((p14.x1 > p16.x1) / 7u) {
		(p16.*m1) = (p16.x1 / (p14.x1 * p14.x1 + 0.5) <= p14.x1 ? p18[t2.global].x1 : p13.x1) - double(((p16.*m1) >= (p13.data ? (p16.*m1) : p14.x1)));
	}
	else if ((p18(t2).n1 != p13.data ? t2.global[1] : 70u) <= p13.n1) {
		p16.n1 = p16.n1 % 65536;
		p18[t2.global[0]][t2.global[1]].n1 = p18[t2.global].data * sizeof(double) & 65535;
	}
	else if (t2.tile[0] % 6u != (p13.x1 > p13.x1 && t2.global[0] >= (p14.data))) {
	}
}
static void launch2(const Concurrency::array_view<unsigned, 2> &v1, array<writeonly_texture_view, 2> &v2, writeonly_texture_view o1)
{
	parallel_for_each(v1.extent.tile<4, 4>(), [=, &v2](::concurrency::tiled_index<4, 4> t1) restrict(amp) {
		const int l2 = t1.local[0] * 4 + t1.local[1];
		tile_static int shared2[4][4 + 1];
		for (int k2 = l2; k2 < 20; k2 += 16) {
			shared2[k2 / 5 % 4][k2 % 5] = l2 % 17u + __builtin_popcountl((unsigned long)k2);
		}
		writeonly_texture_view &a1 = (writeonly_texture_view &)(v2[t1.global]);
		v1[t1.global]--;
		if (o1.x1 >= (((o1.data), a1.x1) * a1.x1)) {
			v2(t1).x1 = v2[t1.global].x1;
			for (int k3 = 0; k3 < 3; k3++) {
				v2(index<2>(t1.global[0], t1.global[1])).n1 = sizeof(float);
			}
		}
		else if (o1.data <= o1.data) {
			const int n4 = o1.data + l2 * v1(t1.global[0], t1.global[1]) / ((v2(t1.global[0], t1.global[1]).data & 3) + 1) & 65535;
		}
		else {
			part(t1, v2, shared2, l2, v1, &a1);
			writeonly_texture_view (&p12) = *&a1;
		}
		writeonly_texture_view &sum = v2[t1];
		if ((o1.n1, l2) == 2) {
			a1.x1 = -0.25;
		}
		else {
			auto &r2 = shared2;
			part2(t1, o1, a1, r2, sum, v2);
		}
		v1(t1.global[0], t1.global[1]) = ((l2 + a1.n1) % 16 + sum.n1);
	});
}
static void run(results &r)
{
	unsigned d1[96];
	for (int at = 0; at < 96; at++) d1[at] = (at * 44 + 22) % 64;
	std::vector<writeonly_texture_view> d2(96);
	for (int at = 0; at < 96; at++) d2[at].x1 = (double)((at * 73 + 34) % 101) * 1.0 - 3.0;
	for (int at = 0; at < 96; at++) d2[at].data = (at * 63 + 10) % 7 - 3;
	for (int at = 0; at < 96; at++) d2[at].n1 = (at * 5 + 47) % 1000;
	const unsigned offset = 2;
	writeonly_texture_view o1 = writeonly_texture_view{1e2, 528, 305};
	{
		array_view<unsigned, 2> v1(extent<2>(8, 12), d1);
		array<writeonly_texture_view, 2> v2(8, 12, &d2[0]);
		launch(v1, v2, offset, o1);
		launch2(v1, v2, o1);
		copy(v2, &d2[0]);
	}
	for (int at = 0; at < 96; at++) r.add("d1", at, d1[at]);
	for (int at = 0; at < 96; at++) r.add("d2.x1", at, d2[at].x1);
	for (int at = 0; at < 96; at++) r.add("d2.data", at, d2[at].data);
	for (int at = 0; at < 96; at++) r.add("d2.n1", at, d2[at].n1);
}
}

static const struct {
	const char *name;
	void (*run)(results &);
} kernels[] = {
	{"k31", k31::run},
};

// PROGRAM: all kernels; PROGRAM NAME: that one, with all values; PROGRAM --after NAME: those behind it.
int main(int argc, char **argv)
{
	bool runs = argc < 3;
	for (const auto &kernel : kernels) {
		if (argc == 2 && std::strcmp(argv[1], kernel.name))
			continue;
		if (runs) {
			results r = {14695981039346656037ull, argc == 2};
			std::printf("%s ", kernel.name);
			std::fflush(stdout);
			try {
				kernel.run(r);
				std::printf("%016llx\n", r.sum);
			} catch (const std::exception &e) {
				std::printf("exception: %s\n", e.what());
			}
		}
		runs = runs || !std::strcmp(argv[argc - 1], kernel.name);
	}
}
