// options: -lm
#include <amp.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	double numbers[] = {1.0, 10.0, 60.0, 100.0, 600.0, 1000.0};
	amp_array_view(double, 1) logs = amp_view(numbers, 6);

	amp_parallel_for_each(logs.extent, ^(amp_index1 at) restrict(amp) {
		amp_at(logs, at) = log10f((float)amp_at(logs, at));
	});
	for (int i = 0; i < 6; i++)
		printf("%g\n", amp_at(logs, i));
	amp_release(logs);
}
