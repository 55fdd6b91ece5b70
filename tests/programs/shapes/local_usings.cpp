// Using-directives, using-declarations and namespace aliases inside functions:
// the kernel is moved out of their scope and must still mean the same.
#include "../check.h"
#include <amp.h>
#include <vector>

namespace lib {
struct point {
	int x, y;
};
int three() restrict(cpu, amp) { return 3; }
} // namespace lib

class runner {
public:
	static void run(std::vector<int> &data)
	{
		using namespace concurrency;
		typedef index<1> place;
		struct pair {
			index<1> where;
			lib::point what;
		};
		array_view<int, 1> view(static_cast<int>(data.size()), data);
		parallel_for_each(view.extent, [=](place i) restrict(amp) {
			pair p = {i, {2, 3}};
			view[p.where] += p.what.x * p.what.y;
		});
	}
};

template <typename T> void add(std::vector<T> &data)
{
	namespace amp = concurrency;
	using amp::array_view;
	using amp::index;
	array_view<T, 1> view(static_cast<int>(data.size()), data);
	amp::parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += T(10); });
}

int main()
{
	using namespace concurrency;
	using lib::three;
	std::vector<int> data(8, 1);
	{
		using namespace lib;
		array_view<int, 1> view(8, data);
		parallel_for_each(view.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
			tile_static int shared[4];
			shared[t.local[0]] = view[t];
			t.barrier.wait();
			point p = {shared[3 - t.local[0]], three()};
			view[t.global] = p.x + p.y;
		});
	}
	runner::run(data);
	add(data);
	for (int x : data)
		CHECK(x == 1 + 3 + 6 + 10);
	std::puts("ok");
}
