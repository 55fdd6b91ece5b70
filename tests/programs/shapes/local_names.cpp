// What a kernel takes from the function around it without capturing it: local
// constants, typedefs, aliases, structs, enumerators.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	static const int WIDTH = 4;
	const int height = 3;
	constexpr unsigned mask = 0xff;
	typedef int number;
	typedef number row[2];
	typedef row table[2];
	using view_type = array_view<number, 2>;
	enum { FIRST = 10, SECOND = 20 };
	enum class color { red = 1, green };
	struct pair {
		number a, b;
		number sum() const restrict(amp, cpu) { return a + b; }
	};

	std::vector<number> data(WIDTH * height);
	view_type view(height, WIDTH, data);
	pair p = {1, 2};
	parallel_for_each(view.extent.tile<height, WIDTH>(),
	                  [=](tiled_index<height, WIDTH> t) restrict(amp) {
		pair q = {p.b, SECOND};
		number n = t.local[0] * WIDTH + t.local[1] + p.sum() + q.sum() + FIRST;
		n += static_cast<int>(color::green);
		const table zeros = {{n, -n}, {-n, n}};
		n += zeros[0][0] + zeros[1][0];
		view[t] = n & mask;
	});
	for (int i = 0; i < WIDTH * height; i++)
		CHECK(data.size() == 12 && view(i / WIDTH, i % WIDTH) == i + 3 + 22 + 10 + 2);
	// The types of these become template parameters, and so their members'
	// templates dependent names.
	struct two {
		int low, high;
	};
	std::vector<two> pairs(8, two{1, 2});
	array<two, 1> all(8, pairs.begin());
	array_view<two, 1> part(pairs);
	std::vector<int> sums(16);
	array_view<int, 1> result(sums);
	parallel_for_each(result.extent, [=, &all](index<1> i) restrict(amp) {
		array_view<const int, 1> a = all.reinterpret_as<int>(), b = part.reinterpret_as<int>();
		result[i] = a[i] * 10 + b.view_as<2>(extent<2>(8, 2))(i[0] / 2, i[0] % 2);
	});
	CHECK(result[0] == 11 && result[15] == 22);
	std::puts("ok");
}
