// As Visual Studio saves files: a byte order mark and CR LF.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

#define SUM(a, b) \
	((a) + \
	 (b))

int main()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] = SUM(i[0], 1); /* a comment
		that goes on */
	});
	CHECK(view[9] == 10);
	std::puts("ok");
}
