// C that the device unit has to say in another way, on the accelerator and on the host.
// options: -lm
#include <amp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

enum colour { RED, GREEN, BLUE, COLOURS };
static const int weights[COLOURS] = {[BLUE] = 11, [RED] = 30};
static const int steps[8] = {[0 ... 2] = 1, [3] = 2, 2, [COLOURS + 3] = 3};
static const char bases[4] = "ACGT";

struct shape {
	enum kind { POINT, LINE = 4 } kind;
	struct place { int x, y; } from, to[2];
};
static const struct shape line = {.to[1].y = 2, .kind = LINE, .from = {.y = 5}, .to[1].x = 1};

static int area(const struct place *p) restrict(cpu, amp) { return p->x * p->y; }

static int sum(const int *v, int n) restrict(cpu, amp)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += v[i];
	return s;
}

/* Functions of the C library and of gcc's. */
static int library(int i, float f) restrict(cpu, amp)
{
	const unsigned u = 2654435761u * (unsigned)i + 1;
	char word[] = "abc";
	int exponent, bits, n = word[i % 3] + __builtin_popcount(u) + __builtin_clz(u);
	double whole, fraction = modf(f, &whole);

	if (__builtin_expect(u == 0, 0))
		return 0;
	memcpy(&bits, &f, sizeof(bits));
	memset(word, i, sizeof(word));
	n += __builtin_ctz(u) + __builtin_parity(u) + (int)(__builtin_bswap32(u) >> 16) + word[1];
	n += (int)(frexpf(f, &exponent) * 64) + exponent + ilogb(f) + (int)ldexp(fraction, 8);
	n += (int)lround(whole) + (int)llrintf(f * 2) + (int)labs(-i) + (bits >> 20);
	return n + (isnan(NAN) ? 1 : 0);
}

static int describe(int i, float f) restrict(cpu, amp)
{
	union { float f; unsigned u; } bits = {.u = 0x40000000u};
	const struct place *kept = &(struct place){i, 3};
	int *list = (int[]){i, 2, [3] = 7}, n = 0;
	enum kind k = line.kind;
	enum { LEFT, RIGHT } side = i % 2;

	for (enum colour c = RED; c < COLOURS; c++)
		n += weights[c] * (c + 1);
	k |= POINT + 1;
	k = k + 2;
	k = k - 2;
	n += (int)round(log2(POINT - k)); /* without a sign, too */
	n += (POINT - k) / 1000000 + (k - LINE) / 3; /* as C computes: without a sign */
	list[0] += side == RIGHT;
	/* the functions of the library are overloaded in C++ */
	n += (int)trunc(f) + (sqrt(f) == sqrtf(f) ? 1000 : 0);
	return n + area(kept) + area(&(struct place){.y = i}) + sum(list, 4) + steps[i % 8] +
	       bases[i % 4] + k + line.to[1].x * 10 + line.from.y + (int)bits.f;
}

/* Static constants of functions. */
static int tables(int i) restrict(cpu, amp)
{
	static const unsigned short table[4] = {1, [2] = 30, 4, [1] = 2};
	static const struct place corners[2][2] = {{{1, 2}}, [1][1] = {.y = 7}}, origin = {.y = 3};
	static const int scale = sizeof table;
	const struct place *row = corners[i & 1];

	return table[i & 3] * scale + row[i >> 1 & 1].y + area(&corners[0][0]) + origin.y;
}

/* The types that expressions have in C. */
static int types(int i) restrict(cpu, amp)
{
	__auto_type before = i < 7;
	__auto_type letter = 'a';
	typeof(i == 3) sum = (int)(sizeof('a') + sizeof(!i) + sizeof(i && before));

	before += 5;
	letter *= 100;
	for (int k = 0; k < 3; k++) {
		int k = i;

		switch (letter + (unsigned)k - 9706u) {
		case -1:
			sum += 1000;
		}
		sum += k++;
	}
	return sum + before + letter;
}

static float twice(float x) restrict(cpu, amp)
{
	return 2 * x;
}
static int halve(int x) restrict(cpu, amp)
{
	return x / 2;
}
#define half_or_twice(x) _Generic((x), int: halve, float: twice)(x)
#define is_number(x) _Generic((x), int: 1, float: 1, struct place: 0)
#define component(p) _Generic( \
    (p), struct place: (p).x, int: 1.5f)

/* Selections, and a call through parentheses. */
static int selections(int i) restrict(cpu, amp)
{
	int few = i;
	float many = i * 1.25f;
	struct place at = {i, 2};

	_Generic(i, int: few, float: many) = 7;
	_Generic(1.5f, int: few, float: many) += 7;
	return half_or_twice(i) + (int)half_or_twice(many) + is_number(i) + 10 * is_number(at) + component(at) +
	       _Generic(sizeof('a'), unsigned long: _Generic('a', char: 1.0, int: 3.0f), default: 5) + (halve)(few);
}

/* The library's types whose names are words of C++. */
static int characters(wchar_t w) restrict(cpu, amp)
{
	const char16_t c = u'b';
	const char32_t d = U'c' - 200;

	return _Generic(w, int: 1, default: 2) + w * (c - L'a') + (d > 0) + (int)sizeof(char16_t);
}

typedef struct { float first; double second; } padded;
AMP_DECLARE_TYPE(padded);

/* nvcc 13.0 would take the struct for a copy of the kernel's parameters, if those began with the captured float. */
static int count_wrong_structs(float first)
{
	static padded values[16];
	amp_array_view(padded, 1) v = amp_view(values, 16);
	int wrong = 0;

	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		const padded value = {first, amp_at(v, i).second + i.i + 0.5};
		amp_at(v, i) = value;
	});
	for (int i = 0; i < 16; i++)
		wrong += amp_at(v, i).first != first || amp_at(v, i).second != i + 0.5;
	amp_release(v);
	return wrong;
}

int main(void)
{
	int results[16], differences = 0;
	amp_array_view(int, 1) out = amp_view(results, 16);

	amp_discard(out);
	amp_parallel_for_each(out.extent, ^(amp_index1 i) restrict(amp) {
	  amp_at(out, i) = describe(i.i, i.i + 0.7f) + library(i.i, i.i + 0.25f) + types(i.i) +
		           selections(i.i) + characters(i.i) + tables(i.i);
	});
	for (int i = 0; i < 16; i++)
		differences += amp_at(out, i) != describe(i, i + 0.7f) + library(i, i + 0.25f) + types(i) + selections(i) + characters(i) + tables(i);
	amp_release(out);
	differences += count_wrong_structs(1.25f);
	puts(differences ? "the results differ" : "ok");
	return differences != 0;
}
