// C that C++ writes in another way: the device unit of C programs.
// RUN: %emit | %FileCheck %s
#ifdef ROWS
[BLUE] = 7,
[RED] = 5
#else
#include <amp.h>

// CHECK: enum { RED, GREEN, BLUE, COLOURS };
enum { RED, GREEN, BLUE, COLOURS };
enum colour { CYAN, MAGENTA };
// CHECK: __constant__ const int weights[COLOURS] = {30, {}, 11};
static const int weights[COLOURS] = {[BLUE] = 11, [RED] = 30};
// CHECK: __constant__ const int steps[2 * 3] = {1, 1, 1, 2, 2, 3};
static const int steps[2 * 3] = {[0 ... 2] = 1, [3] = 2, 2, [COLOURS + 2] = 3};
// CHECK: __constant__ const int rows[COLOURS] = {5, {}, 7};
static const int rows[COLOURS] = {
#define ROWS
#include __FILE__
};
#undef ROWS
// CHECK: __constant__ const char bases[2][4] = {{[{][{]}}'A', 'C', 'G', 'T'}, {'\'', '\n', '\"', '\0'{{[}][}]}};
static const char bases[2][4] = {"ACGT", "'\n" "\"\0"};

// CHECK: enum kind { POINT, LINE };
// CHECK-NEXT: struct place { int x, y; };
// CHECK-NEXT: struct shape {
struct shape {
	// CHECK-NEXT: enum kind kind;
	enum kind { POINT, LINE } kind;
	// CHECK-NEXT: struct place from, to[2];
	struct place { int x, y; } from, to[2];
	union { struct { int red, green; }; float length; };
};
// CHECK: __constant__ const struct shape unit_line = {LINE, {}, {{[{][{][}]}}, {1, 2{{[}][}]}}, {{[{][{][{][}]}}, 3{{[}][}][}]}};
static const struct shape unit_line = {.to[1].y = 2, .kind = LINE, .green = 3, .to[1].x = 1};

// CHECK: enum [[STATE:amp_unnamed_[0-9]+]] { FRESH, USED };
// CHECK-NEXT: typedef struct {
typedef struct {
	// CHECK-NEXT: enum [[STATE]] state;
	enum { FRESH, USED } state;
} entry;

static int sum(const int *v, int n) restrict(cpu, amp)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += v[i];
	return s;
}

static int area(const struct place *p) restrict(cpu, amp) { return p->x * p->y; }

// CHECK: int first(const int v[ 2])
static int first(const int v[static const 2]) restrict(cpu, amp) { return v[0]; }

// Constants are defined where they are declared first, behind what their definitions name.
// CHECK-NOT: extern
// CHECK: enum { LAST = 2 };
// CHECK: __constant__ const float late_table[2] = {1, LAST};
// CHECK: __constant__ const int late = 5;
// CHECK: float sum_late(void)
extern const float late_table[];
extern const int late;
static float sum_late(void) restrict(cpu, amp) { return late + late_table[1]; }
enum { LAST = 2 };
const int late = 5;
const float late_table[2] = {1, LAST};
extern const int late;

// The casts are for the arguments: the parentheses around them are those of macros.
static void count(enum colour *c, unsigned n) restrict(amp)
{
	// CHECK: amp_atomic_fetch_inc((unsigned int *)(&c[n]));
	amp_atomic_fetch_inc(&c[n]);
	// CHECK: amp_atomic_fetch_add((unsigned int *)(c), 2);
	amp_atomic_fetch_add(c, 2);
	// CHECK: = (enum colour)((unsigned int)((enum colour)n) ?: n + 1);
	*c = (enum colour)n ?: n + 1;
}

void run(amp_array_view(int, 1) out, float f)
{
	amp_parallel_for_each(out.extent, ^(amp_index1 i) restrict(amp) {
		// CHECK: auto next = i.i + 1;
		__auto_type next = i.i + 1;
		// Comparisons, characters and enumerators are of type int in C.
		// CHECK: auto score = ((int)(i.i > 2));
		__auto_type score = i.i > 2;
		// CHECK: auto late = ((int)(({ int k = 3; i.i > k; })));
		__auto_type late = ({ int k = 3; i.i > k; });
		// CHECK: auto later = ((int)(__extension__(i.i > 4)));
		__auto_type later = __extension__(i.i > 4);
		// CHECK: __typeof__(((int)('a'))) letter = 500;
		__typeof__('a') letter = 500;
		// CHECK: __typeof__(((int)(i.i ? RED : BLUE))) colour = letter;
		__typeof__(i.i ? RED : BLUE) colour = letter;
		// CHECK: score += colour + 4ul + 4ul + sizeof(next);
		score += colour + sizeof(!i.i) + sizeof 'a' + sizeof(next);
		char c = next, d = i.i;
		// CHECK: auto chosen = ((int)(i.i ? c : d));
		__auto_type chosen = i.i ? c : d;
		// CHECK: score += chosen + 4ul + 4ul + 8ul + 1ul + sizeof(weights) + sizeof(int[3]);
		score += chosen + sizeof(i.i ? c : d) + sizeof(c ?: d) + sizeof(0, weights) + sizeof(c = d) + sizeof(weights) + sizeof(int[3]);
		// CHECK: struct place place = (struct place){1, 2}, places[2] = {{[{][{]}}5, 2}, {}};
		struct place place = (struct place){1, 2}, places[2] = {[1] = {}, [0] = {1, 2}, [0].x = 5};
		// CHECK: int new__ = places[0].x, new_ = place.x;
		int new_ = places[0].x, new = place.x;
		// CHECK: score += new__ + new_ + (int)sqrt((double)(BLUE));
		score += new_ + new + (int)sqrt(BLUE);
		enum colour hues[2] = {CYAN, CYAN};
		count(hues, score > 0);
		// The body of a loop is a scope of its own.
		// CHECK: for (unsigned k = 0; k < 3; k++) {{[{][{]}}
		for (unsigned k = 0; k < 3; k++) {
			int k = i.i;
			// CHECK: case (unsigned int)(-1):
			switch ((unsigned)k - 1) {
			case -1:
				score++;
			}
			// CHECK: {{[}][}]}}
		}
		// CHECK: union bits { float f; unsigned u; } b = {.u = 1u};
		union bits { float f; unsigned u; } b = {.u = 1u};
		// The functions of the library are overloaded in C++.
		// CHECK: abs((int)(f)) + (int)sqrt((double)(f)) + (int)sqrtf(f)
		int n = abs(f) + (int)sqrt(f) + (int)sqrtf(f);

		entry e = {USED};
		// CHECK: e.state = (enum [[STATE]])(i.i & 1);
		e.state = i.i & 1;
		// CHECK: enum [[UNNAMED:amp_unnamed_[0-9]+]] { LEFT, RIGHT } side = (enum [[UNNAMED]])(i.i % 2);
		enum { LEFT, RIGHT } side = i.i % 2;
		n += e.state + (side == LEFT);
		// Variables of such an enumeration are unsigned in C, and int in C++.
		// CHECK: enum kind k = unit_line.kind;
		enum kind k = unit_line.kind;
		// CHECK: n += ((unsigned int)(k) - LINE) / 2 + (k == LINE) + ((unsigned int)(k) < LINE) + ((unsigned int)(k) > n);
		n += (k - LINE) / 2 + (k == LINE) + (k < LINE) + (k > n);
		// CHECK: k = (enum kind)((unsigned int)(k) + 1);
		k = k + 1;
		// CHECK: n += (int)log2((double)((unsigned int)(k) - 5));
		n += (int)log2(k - 5);
		// CHECK: enum colour hue = (enum colour)(k), own = (enum colour)(BLUE);
		enum colour hue = k, own = BLUE;
		// CHECK: __typeof__(e.state) state = (enum [[STATE]])(n);
		typeof(e.state) state = n;
		// CHECK: bool set[2] = {(bool)(n), (bool)(own)};
		_Bool set[2] = {n, own};
		// CHECK: struct place [[PLACE:amp_literal_[0-9]+]]; n += area(&([[PLACE]] = (struct place){i.i, next}));
		n += area(&(struct place){i.i, next});
		// CHECK: struct { int elements[3]; } [[LIST:amp_literal_[0-9]+]]; const int *list = ([[LIST]] = {{[{][{]}}1, next, 3{{[}][}]}}).elements;
		const int *list = (int[]){1, next, 3};
		// CHECK: static const unsigned primes[2][3] = {{[{][{]}}2, 3, 5}, {7}};
		const unsigned primes[2][3] = {{2, 3, 5}, {7}};
		n += (int)primes[i.i % 2][i.i % 3];
		n += sum(list, 3) + first(list) + sum_late() + weights[i.i % COLOURS] + steps[i.i % 6] + rows[i.i % COLOURS];
		amp_at(out, i) = n + score + hue + state + set[1] + bases[0][i.i % 4] + unit_line.green + (int)b.u;
	});
}
#endif
