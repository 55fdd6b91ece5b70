#include <stdio.h>
#include "run.h"

void counter::count(int *data) const
{
	concurrency::array_view<int> view(side, data);
	const int by = this->by;
	parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) { view[i] = plus(view[i], -2 * by); });
}

int main()
{
	int data[side] = {0, 1, 2, 3};
	const counter counts(-1);
	counts.count(data, side);
	counts.count(data);
	run(data, side);
	concurrency::array_view<int> view(side, data);
	square(view);
	view.synchronize();
	for (int i = 0; i < side; i++)
		printf("%d%c", limited(data[i]), i < side - 1 ? ' ' : '\n');
}
