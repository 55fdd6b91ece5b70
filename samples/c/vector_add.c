// Vector addition, the smallest whole program: views over host memory, one
// kernel, and the results read back through the view.
//
// Prints: the first five sums and the number of wrong ones.
#include <amp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	const int size = 1 << 20;
	int *a_data = malloc(size * sizeof *a_data), *b_data = malloc(size * sizeof *b_data);
	int *sum_data = malloc(size * sizeof *sum_data);
	if (!a_data || !b_data || !sum_data)
		return 1;
	for (int i = 0; i < size; i++) {
		a_data[i] = i + 1;
		b_data[i] = i + 6;
	}

	// const: read on the accelerator, so never copied back from it.
	amp_const_array_view(int, 1) a = amp_view(a_data, size);
	amp_const_array_view(int, 1) b = amp_view(b_data, size);
	amp_array_view(int, 1) sum = amp_view(sum_data, size);
	// The current contents of sum are not needed, so they are not copied there.
	amp_discard(sum);

	amp_parallel_for_each(sum.extent, ^(amp_index1 i) restrict(amp) {
		amp_at(sum, i) = amp_at(a, i) + amp_at(b, i);
	});

	// The first access on the host brings the data back.
	for (int i = 0; i < 5; i++)
		printf("%d ", amp_at(sum, i));
	int wrong = 0;
	for (int i = 0; i < size; i++)
		wrong += amp_at(sum, i) != 2 * i + 7;
	printf("\n%d wrong\n", wrong);

	amp_release(sum);
	amp_release(b);
	amp_release(a);
	free(sum_data);
	free(b_data);
	free(a_data);
}
