#include <amp.h>
#include <stdio.h>

int main(void)
{
	int data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
	              1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
	amp_array_view(int, 3) a = amp_view(data, 2, 3, 4);
	const amp_index3 at = {0, 1, 3};

	printf("%d\n", amp_at(a, at));
	amp_release(a);
}
