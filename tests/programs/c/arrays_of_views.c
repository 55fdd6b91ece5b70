// Arrays of views in what a kernel takes: each element is one of its arguments.
#include <amp.h>
#include <stdio.h>

#define ROWS 300

struct table {
	amp_array_view(int, 1) rows[ROWS];
	struct {
		int weight;
		amp_const_array_view(int, 1) corners[2][2];
	} in;
};

static void fill(amp_index1 at, struct table t) restrict(amp)
{
	int sum = 0;

	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 2; k++)
			sum += amp_at(t.in.corners[i][k], 0);
	amp_at(t.rows[at.i], 1) = t.in.weight * sum + at.i;
}

int main(void)
{
	static int data[ROWS][2];
	int corners[2][2] = {{1, 2}, {3, 4}};
	amp_extent1 all = {ROWS};
	struct table t;

	t.in.weight = 100;
	for (int i = 0; i < 4; i++)
		t.in.corners[i / 2][i % 2] =
			(amp_const_array_view(int, 1))amp_view(&corners[i / 2][i % 2], 1);
	for (int i = 0; i < ROWS; i++)
		t.rows[i] = (amp_array_view(int, 1))amp_view(data[i], 2);
	amp_parallel_for_each(all, fill, t);
	amp_parallel_for_each(all, ^(amp_index1 at) restrict(amp) {
		amp_at(t.rows[at.i], 0) = amp_at(t.rows[ROWS - 1 - at.i], 1);
	});
	for (int i = 0; i < ROWS; i++) {
		if (amp_at(t.rows[i], 0) != 1000 + ROWS - 1 - i || amp_at(t.rows[i], 1) != 1000 + i)
			printf("%d: %d %d\n", i, amp_at(t.rows[i], 0), amp_at(t.rows[i], 1));
		amp_release(t.rows[i]);
	}
	for (int i = 0; i < 4; i++)
		amp_release(t.in.corners[i / 2][i % 2]);
	puts("ok");
}
