// [=, &arr]: arrays by reference, next to views by value.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<float> data(64);
	for (int i = 0; i < 64; i++)
		data[i] = static_cast<float>(i);
	array<float, 1> in(64, data.begin()), out(64);
	std::vector<float> extra(64, 0.5f);
	array_view<const float, 1> more(64, extra);
	const float scale = 2;
	parallel_for_each(out.extent, [=, &in, &out](index<1> i) restrict(amp) {
		out[i] = in[i] * scale + more[i];
	});
	std::vector<float> result = out;
	for (int i = 0; i < 64; i++)
		CHECK(result[i] == 2 * i + 0.5f);
	std::puts("ok");
}
