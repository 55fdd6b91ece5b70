#include <stdio.h>

int main(void)
{
	int a[] = {1, 2, 3, 4, 5};
	int b[] = {6, 7, 8, 9, 10};
	int sum[5];

	for (int i = 0; i < 5; i++)
		sum[i] = a[i] + b[i];
	for (int i = 0; i < 5; i++)
		printf("%d\n", sum[i]);
}
