#include "run.h"

void run(int *data, int n)
{
	concurrency::array_view<int> view(n, data);
	scale(view, 2);
	add(view, n);
	view.synchronize();
}
