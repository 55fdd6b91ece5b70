#include <amp.h>
#include <stdio.h>

static void add_elements(amp_index1 at, amp_array_view(int, 1) sum, amp_array_view(int, 1) a,
                         amp_array_view(int, 1) b) restrict(amp)
{
	amp_at(sum, at) = amp_at(a, at) + amp_at(b, at);
}

int main(void)
{
	int a_data[] = {1, 2, 3, 4, 5};
	int b_data[] = {6, 7, 8, 9, 10};
	int sum_data[5] = {0};
	amp_array_view(int, 1) a = amp_view(a_data, 5);
	amp_array_view(int, 1) b = amp_view(b_data, 5);
	amp_array_view(int, 1) sum = amp_view(sum_data, 5);

	// The function is the kernel; what follows is passed to it behind the index.
	amp_parallel_for_each(sum.extent, add_elements, sum, a, b);

	for (int i = 0; i < 5; i++)
		printf("%d\n", amp_at(sum, i));
	amp_release(sum);
	amp_release(b);
	amp_release(a);
}
