// void main(), and the standard headers that Microsoft's <amp.h> brings along.
#include <amp.h>

using namespace concurrency;
using std::vector;

void main()
{
	vector<int> data(10);
	array_view<int> view(10, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = 10 - i[0]; });
	view.synchronize();
	std::sort(data.begin(), data.end());
	if (data.front() == 1 && data.back() == 10)
		printf("ok\n");
}
