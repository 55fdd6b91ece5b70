#include <amp.h>
#include <stdio.h>

int main(void)
{
	int data[5];
	for (int count = 0; count < 5; count++)
		data[count] = count;

	amp_array(int, 1) a = amp_new_array(int, 5);
	amp_copy_in(data, a);
	amp_parallel_for_each(a.extent, ^(amp_index1 at) restrict(amp) {
		amp_at(a, at) = amp_at(a, at) * 10;
	});
	// An array is the accelerator's own: it is copied, not synchronized.
	amp_copy_out(a, data);
	amp_release(a);

	for (int i = 0; i < 5; i++)
		printf("%d\n", data[i]);
}
