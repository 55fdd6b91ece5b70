#include "run.h"

void run(int *data, int n)
{
	concurrency::array_view<int> view(n, data);
	scale(view, 2);
	add(view, n);
	view.synchronize();
}

void counter::count(int *data, int n) const
{
	concurrency::array_view<int> view(n, data);
	const int by = this->by;
	parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) { view[i] = plus(view[i], by); });
}
