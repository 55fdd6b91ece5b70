// --amp-extensions: types that C++ AMP refuses in kernels.
// options: --amp-extensions
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<long long> data(10);
	array_view<long long, 1> view(10, data);
	const short factor = 3;
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		const unsigned char low = static_cast<unsigned char>(250 + i[0]);
		view[i] = (1ll << 40) * factor + low;
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == (3ll << 40) + (250 + i) % 256);
	std::puts("ok");
}
