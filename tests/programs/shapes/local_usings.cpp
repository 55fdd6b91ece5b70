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
namespace amp = concurrency;
struct outer {
	typedef amp::index<1> place;
	enum kind { small, large };
	static const int count = 5;
};
enum unit { none, one };
struct length {
	int value;
	friend int norm(length l) restrict(cpu, amp) { return l.value; }
};
inline length operator+(length a, length b) restrict(cpu, amp)
{
	length sum = {a.value + b.value};
	return sum;
}
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

// Of what is outside of the kernel's body: parameters, constants, local classes.
void add_all(std::vector<int> &data)
{
	using namespace lib;
	namespace local = amp;
	const outer::kind kind = outer::large;
	struct sum {
		length first;
		outer::kind kind;
		int of(length second, int times = outer::count) const restrict(cpu, amp)
		{
			return norm(first + second) * times + three() + (kind == outer::large) + one;
		}
	};
	amp::array_view<int, 1> view(static_cast<int>(data.size()), data);
	local::parallel_for_each(view.extent, [=](local::index<1> i) restrict(amp) { view[i] += three(); });
	amp::parallel_for_each(view.extent, [=](const amp::index<1> &i) restrict(amp) {
		sum s = {{2}, kind};
		view[i] += s.of({1});
	});
	amp::parallel_for_each(view.extent, [=](outer::place i) restrict(amp) { view[i] += outer::count; });
}

// Those of a lambda that is in no function.
static const int of_a_variable = [] {
	using namespace concurrency;
	using lib::three;
	namespace l = lib;
	array_view<int, 1> v(2);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = three() + l::outer::count; });
	return v[1];
}();

int main()
{
	CHECK(of_a_variable == 8);
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
	add_all(data);
	for (int x : data)
		CHECK(x == 1 + 3 + 6 + 10 + 3 + 20 + 5);
	std::puts("ok");
}
