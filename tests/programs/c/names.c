/* Kernels and variables with names that the code around kernels might have, too. */
#include <amp.h>
#include <stdio.h>

enum { N = 6 };
struct class { int this, new; };
typedef struct class template;
AMP_DECLARE_TYPE(template);
static const struct class zero; /* a definition */

static void k(amp_index1 at, amp_array_view(int, 1) image) restrict(amp)
{
	amp_at(image, at) += 1;
}

static void at(amp_index2 begin, amp_array_view(int, 2) row, int end) restrict(amp)
{
	amp_at(row, begin) += end;
}

static void last(amp_index3 first, amp_array_view(int, 3) extent) restrict(amp)
{
	amp_at(extent, first) *= 2;
}

static void tile(amp_tiled_index1 k, amp_array_view(int, 1) size) restrict(amp)
{
	tile_static int values[2];

	values[k.local.i] = amp_at(size, k.global);
	amp_barrier_wait(k.barrier);
	amp_at(size, k.global) = values[1 - k.local.i];
}

/* In parentheses, which a macro of that name leaves alone. */
#define twice(x) error
static int (twice)(int x) restrict(cpu, amp) { return 2 * x; }

void arguments(amp_index2 j, amp_array_view(int, 2) m, int i) restrict(amp)
{
	amp_at(m, j) -= i;
}

/* Names beyond ASCII. */
static int ähnlich(int x) restrict(cpu, amp) { return x + 1; }
static void zähle(amp_index1 i, amp_array_view(template, 1) v, int größe) restrict(amp)
{
	amp_at(v, i).new = ähnlich(größe) * 100;
}

int main(void)
{
	int data[N * N] = {0}, cube[8] = {1, 2, 3, 4, 5, 6, 7, 8}, kernel = 3, av = 2, begin = 1;
	amp_array_view(int, 2) domain = amp_view(data, N, N);
	amp_array_view(int, 1) image = amp_project(domain, 1), extent = amp_project(domain, 2);
	amp_array_view(int, 3) row = amp_view(cube, 2, 2, 2);

	amp_parallel_for_each(image.extent, k, image);
	amp_parallel_for_each(domain.extent, at, domain, 4);
	amp_parallel_for_each(row.extent, last, row);
	amp_parallel_for_each(domain.extent, ^(amp_index2 n) restrict(amp) {
		amp_at(domain, n) += kernel * n.i + av * n.j + begin;
	});
	amp_parallel_for_each(amp_tile(extent.extent, 2), ^(amp_tiled_index1 end) restrict(amp) {
		tile_static int m[2];

		m[end.local.i] = amp_at(image, end.global) + kernel;
		amp_barrier_wait(end.barrier);
		amp_at(extent, end.global) = m[1 - end.local.i];
	});
	amp_parallel_for_each(amp_tile(image.extent, 2), tile, image);
	amp_parallel_for_each(domain.extent, arguments, domain, 1);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			printf("%d%c", amp_at(domain, i, j), j < N - 1 ? ' ' : '\n');
	printf("%d %d\n", amp_at(row, 0, 0, 1), amp_at(row, 1, 1, 1));
	template elements[2] = {{3, 4}, {5, 6}};
	struct class added = {10, 20};
	amp_array_view(template, 1) v = amp_view(elements, 2);
	amp_parallel_for_each(v.extent, ^(amp_index1 n) restrict(amp) {
		amp_at(v, n).new += added.new + amp_at(v, n).this + zero.this;
	});
	printf("%d %d\n", amp_at(v, 0).new, amp_at(v, 1).new);
	amp_parallel_for_each(v.extent, ^(amp_index1 n) restrict(amp) {
		amp_at(v, n).new = (twice)(amp_at(v, n).new);
	});
	printf("%d %d\n", amp_at(v, 0).new, (twice)(amp_at(v, 1).this));
	const int größe = 2;
	amp_parallel_for_each(v.extent, zähle, v, größe);
	amp_parallel_for_each(v.extent, ^(amp_index1 é) restrict(amp) { amp_at(v, é).new += größe; });
	printf("%d\n", amp_at(v, 1).new);
	amp_release(v);
	amp_release(row);
	amp_release(domain);
	return 0;
}
