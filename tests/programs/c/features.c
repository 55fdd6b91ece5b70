// Much of what C programs say, and C++ says in another way.
// options: -O2 -lm
#include <amp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TILE 4
typedef struct particle {
	float x, y;
	int class; /* a word of C++ */
} particle;
AMP_DECLARE_TYPE(particle);

enum kind { PLAIN = 1, FANCY = 2 };
static const float weights[3] = {[1] = 0.5f, [0] = 0.25f, [2] = 0.25f};
static const struct particle origin = {.y = 2, .x = 1, .class = FANCY};

static inline int min(int a, int b) restrict(cpu, amp) { return a < b ? a : b; }

struct grid {
	amp_array_view(float, 2) cells;
	amp_const_array_view(float, 2) source;
	int n;
};


static float sum_of(const float *restrict v, int n) restrict(amp)
{
	float s = 0;
	for (int i = 0; i < n; i++)
		s += v[i];
	return s;
}

static void saxpy(amp_index1 at, float a, amp_const_array_view(float, 1) x,
                  amp_array_view(float, 1) y) restrict(amp)
{
	amp_at(y, at) += a * amp_at(x, at);
}

static void relax(amp_index2 at, struct grid g) restrict(amp)
{
	const int i = at.i, j = at.j;
	amp_at(g.cells, i, j) = amp_at(g.source, min(i + 1, g.n - 1), j) * weights[j % 3];
}

static int *host_only(void *new) { int *class = new; return class; }

/* Variables whose types are declared in the function, with views in them, too. */
static void local_types(void)
{
	int n[8] = {0};
	float f[8] = {0};
	amp_array_view(int, 1) v = amp_view(n, 8);
	struct cell { int x, y; struct { int base; } in; } c = {1, 2, {3}}, *first = &c;
	typedef struct { float scale; double offset; } line;
	line a = {2.5f, 0.5};
	enum mode { ADD, MULTIPLY = 5 } m = MULTIPLY;
	struct outputs { amp_array_view(float, 1) out; int class; } views = {amp_view(f, 8), 7};

	first->y = 20;
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		struct cell mine = c;
		mine.x += i.i;
		amp_at(v, i) = mine.x + mine.y + mine.in.base + (m == MULTIPLY ? 100 : 0);
		amp_at(views.out, i) = a.scale * (float)i.i + (float)a.offset + (float)views.class;
	});
	amp_parallel_for_each(amp_tile(v.extent, 4), ^(amp_tiled_index1 t) restrict(amp) {
		tile_static int s[4];
		s[t.local.i] = c.x + t.local.i;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) += 1000 * s[3 - t.local.i];
	});
	printf("%d %g\n", amp_at(v, 5), amp_at(views.out, 5));
	amp_release(views.out);
	amp_release(v);
}

struct factor {
	const float by;
};

int main(void)
{
	float *data = malloc(64 * sizeof *data), *out = calloc(64, sizeof *out);
	for (int i = 0; i < 64; i++)
		data[i] = (float)i;
	amp_const_array_view(float, 2) in = amp_view(data, 8, 8);
	amp_array_view(float, 2) v = amp_view(out, 8, 8);
	enum { TWO = 2, LOCAL = TWO + 1 };
	amp_parallel_for_each(amp_tile(v.extent, TILE, TILE), ^(amp_tiled_index2 t) restrict(amp) {
		tile_static float cache[TILE][TILE];
		tile_static int a[2], b;

		cache[t.local.i][t.local.j] = amp_at(in, t.global);
		if (t.local.i == 0 && t.local.j == 0)
			b = a[1] = LOCAL;
		amp_barrier_wait(t.barrier);
		amp_at(v, t.global) = cache[t.local.j][t.local.i] + (float)b + (float)a[1] - 2 * LOCAL;
	});
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 8; j++)
			printf("%g%c", amp_at(v, i, j), j == 7 ? '\n' : ' ');

	particle ps[4] = {{0}};
	amp_array_view(particle, 1) p = amp_view(ps, 4);
	amp_parallel_for_each(p.extent, ^(amp_index1 i) restrict(amp) {
		enum kind k = i.i + 1;
		const particle q = (particle){.x = i.i, .class = (int)k};
		amp_at(p, i) = q;
		amp_at(p, i).y = origin.y + sqrtf((float)k) + (isnan(q.x) ? 1 : 0) + fmaxf(0, -1);
	});
	for (int i = 0; i < 4; i++)
		printf("%g %.4f %d\n", amp_at(p, i).x, amp_at(p, i).y, amp_at(p, i).class);

	amp_array_view(float, 1) y = amp_project(v, 1);
	amp_const_array_view(float, 1) x = amp_project(in, 2);
	int two = 2, *factor = &two;
	amp_array_view(float, 1) *target = &y;
	amp_parallel_for_each(y.extent, &saxpy, *factor, x, *target);
	printf("%g %g\n", amp_at(y, 0), amp_at(v, 1, 7));

	struct grid g = {amp_view_of(v), amp_view_of(in), 8};
	amp_parallel_for_each(v.extent, relax, g);
	printf("%g %g\n", amp_at(v, 0, 1), amp_at(v, 7, 7));

	amp_array(int, 1) counts = amp_new_array(int, 4);
	int zeros[4] = {0}, result[4];
	amp_copy_in(zeros, counts);
	amp_extent3 box = {2, 3, 4};
	amp_parallel_for_each(box, ^(amp_index3 at) restrict(amp) {
		amp_atomic_fetch_add(&amp_at(counts, at.k), at.i + at.j);
	});
	amp_copy_out(counts, result);
	printf("%d %d %d %d\n", result[0], result[1], result[2], result[3]);
	amp_array_view(float, 2) s = amp_section(v, 2, 2, 2, 3);
	amp_parallel_for_each(s.extent, ^(amp_index2 at) restrict(amp) {
		const float row[] = {amp_at(s, at), 1, 2};
		amp_at(s, at) = sum_of(row, 3);
	});
	printf("%g %g\n", amp_at(s, 0, 0), amp_at(v, 3, 4));
	bool odd[4];
	amp_array_view(bool, 1) o = amp_view(odd, 4);
	amp_parallel_for_each(o.extent, ^(amp_index1 i) restrict(amp) { amp_at(o, i) = i.i & 1; });
	printf("%d %d\n", amp_at(o, 2), amp_at(o, 3));
	typedef float weight;
	typedef amp_array_view(float, 2) grid;
	const weight half = 0.5f;
	grid whole = v;
	__typeof__(whole) same = whole;
	struct factor one = {1};
	amp_parallel_for_each(whole.extent, ^(amp_index2 at) restrict(amp) {
		weight w = half;
		amp_at(same, at) *= w * one.by;
	});
	printf("%g\n", amp_at(whole, 3, 4));
	amp_parallel_for_each(y.extent, ^(amp_index1 i) restrict(amp) {
		amp_array_view(float, 2) pairs = amp_view_as(y, 4, 2);
		amp_at(pairs, i.i / 2, 1 - i.i % 2) = (float)i.i;
	});
	printf("%g %g\n", amp_at(y, 6), amp_at(y, 7));
	amp_release(o);
	amp_release(counts);
	amp_release(p);
	amp_release(v);
	amp_release(in);
	printf("%g\n", out[0]);
	free(host_only(data));
	free(out);
	local_types();
}
