#include <stdio.h>
#include "run.h"

int main()
{
	int data[side] = {1, 2, 3, 4};
	run(data, side);
	concurrency::array_view<int> view(side, data);
	square(view);
	view.synchronize();
	for (int i = 0; i < side; i++)
		printf("%d%c", limited(data[i]), i < side - 1 ? ' ' : '\n');
}
