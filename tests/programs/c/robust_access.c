// What kernels read beyond a buffer is zero, and what they write there is dropped.
// options: --amp-robust-access
#include <amp.h>

#include <stdio.h>

enum { N = 100 };

typedef struct pair {
	amp_array_view(float, 1) first, second;
} pair;

static float read(amp_const_array_view(float, 1) v, int i) restrict(cpu, amp)
{
	return amp_at(v, i);
}

static void scale(amp_index1 at, amp_array_view(float, 1) v, float by) restrict(amp)
{
	amp_at(v, at) *= by;
}

static void check(int is_so, const char *what, int i)
{
	if (!is_so) {
		printf("not so: %s, %d\n", what, i);
		exit(1);
	}
}

static float expected(int i)
{
	return i >= 0 && i < N ? i + 1.0f : 0;
}

int main(void)
{
	float a[N], b[3 * N];
	int counts[4] = {0};

	for (int i = 0; i < N; i++)
		a[i] = expected(i);
	amp_array_view(float, 1) va = amp_view(a, N);
	amp_array_view(float, 1) vb = amp_view(b, 3 * N);
	amp_array_view(int, 1) vc = amp_view(counts, 4);
	amp_array_view(float, 2) plane = amp_view(a, 10, 10);
	pair both = {va, vb};

	amp_parallel_for_each(vb.extent, ^(amp_index1 at) restrict(amp) {
		amp_const_array_view(float, 1) c = amp_view_of(va);

		amp_at(va, at.i + N) = 7;
		amp_at(va, -1 - at.i) += 7;
		amp_atomic_fetch_add(&amp_at(vc, at.i - N), 2);
		amp_at(vb, at) = read(c, at.i - N) + amp_at(va, at.i + 2 * N) + amp_at(va, -5 - at.i);
	});
	amp_synchronize(vb);
	for (int i = 0; i < 3 * N; i++)
		check(b[i] == expected(i - N), "reads", i);

	amp_parallel_for_each(vb.extent, ^(amp_index1 at) restrict(amp) {
		amp_array_view(float, 1) row = amp_project(plane, at.i / 10 - 1);
		amp_array_view(float, 1) part = amp_section(both.first, 20, 10);

		amp_at(both.first, at.i + N) = 3;
		amp_at(both.second, at) = amp_at(row, at.i % 10) + amp_at(plane, at.i / 10 - 1, at.i % 10) +
		                          amp_at(both.first, at.i + N) + amp_at(part, at.i - 20);
	});
	amp_synchronize(vb);
	for (int i = 0; i < 3 * N; i++)
		check(b[i] == 2 * expected(i - 10) + expected(i), "rows", i);

	amp_parallel_for_each(vb.extent, scale, va, 2);
	amp_synchronize(va);
	amp_synchronize(vc);
	for (int i = 0; i < N; i++)
		check(a[i] == 2 * expected(i) && amp_at(va, i) == a[i], "writes", i);
	for (int i = 0; i < 4; i++)
		check(counts[i] == 2, "atomic operations", i);
	amp_release(plane);
	amp_release(vc);
	amp_release(vb);
	amp_release(va);
	puts("ok");
	return 0;
}
