#include <amp.h>
#include <stdio.h>

int main(void)
{
	int data[] = {1, 2, 3, 4, 5};
	amp_array_view(int, 1) a = amp_view(data, 5);
	const amp_index1 at = {2};

	printf("%d\n", amp_at(a, at));
	amp_release(a);
}
