#include <amp.h>
#include <stdio.h>

enum { SIZE = 5 };

int main(void)
{
	int a_data[] = {1, 2, 3, 4, 5};
	int b_data[] = {6, 7, 8, 9, 10};
	int sum_data[SIZE];

	amp_const_array_view(int, 1) a = amp_view(a_data, SIZE);
	amp_const_array_view(int, 1) b = amp_view(b_data, SIZE);
	amp_array_view(int, 1) sum = amp_view(sum_data, SIZE);
	amp_discard(sum);

	amp_parallel_for_each(
		// The compute domain: the set of threads that are created.
		sum.extent,
		// What each thread does on the accelerator.
		^(amp_index1 at) restrict(amp) {
			amp_at(sum, at) = amp_at(a, at) + amp_at(b, at);
		});

	for (int i = 0; i < SIZE; i++)
		printf("%d\n", amp_at(sum, i));
	amp_release(sum);
	amp_release(b);
	amp_release(a);
}
