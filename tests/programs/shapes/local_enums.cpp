// Enumerations inside functions: variables of their types are captured, alone, in arrays and in
// local classes, and compared in kernels with the enumerators.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <int N> static void templated(array_view<int, 1> v)
{
	enum mode { fast = N, slow, other } chosen = slow;
	struct parameters {
		mode first;
		int factor;
	};
	parameters p = {other, 100};
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		mode m = chosen;
		if (m == slow)
			m = fast;
		switch (p.first) {
		case other: v[i] = m * p.factor; break;
		case fast:
		case slow: v[i] = 0;
		}
	});
	for (int i = 0; i < 8; i++)
		CHECK(v[i] == N * 100);
}

int main()
{
	enum class color : unsigned { red = 3, green };
	typedef enum { north, south } direction;
	enum{ width = 8 };
	std::vector<int> data(width);
	array_view<int, 1> v(width, data);
	color colors[] = {color::green, color::red};
	direction to = south;
	struct turn {
		enum sense { left, right } how;
	} turned = {turn::right};
	for (color c : colors) {
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
			direction back = to == south ? north : south;
			v[i] = (c == color::red) + 2 * (colors[0] == color::green) + 4 * (back == north) +
			       static_cast<int>(c) * 10 + width * 100 + (turned.how == turn::left);
		});
		for (int i = 0; i < width; i++)
			CHECK(v[i] == (c == color::red ? 837 : 846));
	}
	templated<7>(v);
	std::puts("ok");
}
