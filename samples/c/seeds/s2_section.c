// Sums a square by adding its quarters, until one element is left.
#include <amp.h>
#include <stdio.h>

enum { SIZE = 16 };

int main(void)
{
	float data[SIZE * SIZE];
	for (int x = 0; x < SIZE * SIZE; x++)
		data[x] = (float)x;
	amp_array_view(float, 2) in = amp_view(data, SIZE, SIZE);

	for (int size = SIZE / 2; size > 0; size /= 2) {
		amp_array_view(float, 2) out = amp_new_view(float, size, size);
		// The four quarters, as sections.
		amp_const_array_view(float, 2) q1 = amp_section(in, 0, 0, size, size);
		amp_const_array_view(float, 2) q2 = amp_section(in, size, 0, size, size);
		amp_const_array_view(float, 2) q3 = amp_section(in, 0, size, size, size);
		amp_const_array_view(float, 2) q4 = amp_section(in, size, size, size, size);

		amp_parallel_for_each(out.extent, ^(amp_index2 at) restrict(amp) {
			amp_at(out, at) = amp_at(q1, at) + amp_at(q2, at) + amp_at(q3, at) + amp_at(q4, at);
		});
		// The output is the next input; it stays on the accelerator.
		amp_release(in);
		in = out;

		for (int y = 0; y < size; y++) {
			for (int x = 0; x < size; x++)
				printf("%0.1f ", amp_at(in, y, x));
			printf("\n");
		}
		printf("===============================================\n");
	}
	amp_release(in);
}
