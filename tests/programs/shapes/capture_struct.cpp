// Structs, enums, indices and C arrays as captured values.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

enum mode { MODE_ADD, MODE_MULTIPLY };
struct parameters {
	int factor;
	float shift[3];
	mode how;
};

int main()
{
	std::vector<float> data(30, 2);
	array_view<float, 1> view(30, data);
	parameters p = {4, {0.5f, 0.25f, 0.125f}, MODE_MULTIPLY};
	index<1> offset(10);
	extent<1> size(15);
	int weights[4] = {1, 2, 3, 4};
	parallel_for_each(size, [=](index<1> i) restrict(amp) {
		float value = view[i + offset];
		value = p.how == MODE_ADD ? value + p.factor : value * p.factor;
		view[i + offset] = value + p.shift[i[0] % 3] + weights[i[0] % 4] + size[0];
	});
	for (int i = 0; i < 30; i++) {
		int k = i - 10;
		float expected = k < 0 || k >= 15 ? 2 : 8 + p.shift[k % 3] + weights[k % 4] + 15;
		CHECK(view[i] == expected);
	}
	std::puts("ok");
}
