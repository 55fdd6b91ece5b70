// [=, &arr]: arrays by reference, next to views by value. An array of views.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

// More of them than a launch has room for at first.
struct part {
	array_view<float, 1> view;
	part() : view(64) {}
};

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
	part many[70];
	parallel_for_each(more.extent, [=](index<1> i) restrict(amp) {
		for (int k = 0; k < 70; k++)
			many[k].view[i] = k + more[i];
	});
	for (int k = 0; k < 70; k++)
		CHECK(many[k].view[0] == k + 0.5f && many[k].view[63] == k + 0.5f);
	std::puts("ok");
}
