// Writes behind the end of its data, for compute-sanitizer to find. The line
// is marked, and run-there.sh looks for it.
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(64);
	array_view<int, 1> view(64, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		const int far = 1 << 20;
		if (i[0] == 37)
			view[i[0] + far] = 5; // planted
	});
	view.synchronize();
}
