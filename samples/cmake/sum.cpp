// The sum of the numbers to 100, by one atomic operation each.
#include <amp.h>
#include <cstdio>

using namespace concurrency;

int main()
{
	int sum = 0;
	array_view<int, 1> view(1, &sum);
	parallel_for_each(extent<1>(100), [=](index<1> i) restrict(amp) {
		atomic_fetch_add(&view[0], i[0] + 1);
	});
	std::printf("%d\n", view[0]);
}
