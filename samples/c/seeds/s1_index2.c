#include <amp.h>
#include <stdio.h>

int main(void)
{
	int data[] = {1, 2, 3, 4, 5, 6};
	amp_array_view(int, 2) a = amp_view(data, 2, 3);
	const amp_index2 at = {1, 2};

	printf("%d\n", amp_at(a, at));
	amp_release(a);
}
