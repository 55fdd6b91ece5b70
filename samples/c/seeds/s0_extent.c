#include <amp.h>
#include <assert.h>
#include <stdio.h>

static void test_extent(void)
{
	int data[] = {111, 112, 113, 114, 121, 122, 123, 124, 131, 132, 133, 134,
	              211, 212, 213, 214, 221, 222, 223, 224, 231, 232, 233, 234};
	const amp_extent3 e = {2, 3, 4};
	amp_array_view(int, 3) a = amp_view(data, e.i, e.j, e.k);

	assert(2 == a.extent.i);
	assert(3 == a.extent.j);
	assert(4 == a.extent.k);
	amp_release(a);
}

int main(void)
{
	test_extent();
	puts("ok");
}
