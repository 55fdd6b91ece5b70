#include <amp.h>
#include <stdio.h>

int main(void)
{
	int data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
	              1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
	// There are 3 rows and 4 columns, and the depth is two.
	const amp_extent3 e = {2, 3, 4};
	amp_array_view(int, 3) a = amp_view(data, e.i, e.j, e.k);

	printf("The number of columns is %d\n", a.extent.k);
	printf("The number of rows is %d\n", a.extent.j);
	printf("The depth is %d\n", a.extent.i);
	amp_release(a);
}
