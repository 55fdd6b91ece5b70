// --amp-extensions: types that C++ AMP refuses in kernels, and what their lambdas capture.
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
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		long long sum = 0, *to = &sum;
		auto add = [&sum](int x) restrict(amp) { sum += x; };
		auto add_twice = [=](int x) restrict(amp) { add(x), *to += x; };
		add_twice(i[0]);
		view[i] = sum;
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 2 * i);
	std::puts("ok");
}
