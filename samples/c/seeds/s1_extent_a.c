#include <amp.h>
#include <stdio.h>

int main(void)
{
	int data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
	              1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
	// There are 3 rows and 4 columns, and the depth is two.
	amp_array_view(int, 3) a = amp_view(data, 2, 3, 4);

	printf("The number of columns is %d\n", a.extent.k);
	printf("The number of rows is %d\n", a.extent.j);
	printf("The depth is %d\n", a.extent.i);
	printf("Length in most significant dimension is %d\n", a.extent.i);
	amp_release(a);
}
