#include <stdio.h>
#include <plain/limits.h>

int main()
{
	printf("%d\n", limited(1000));
}
