// No using directive: everything with its namespace, by both its names, and
// an alias.
#include "../check.h"
#include <amp.h>
#include <vector>

namespace amp = Concurrency;

struct kernel {
	amp::array_view<int, 1> view;
	void operator()(Concurrency::index<1> i) const restrict(amp) { view[i] *= 2; }
};

namespace outer {
namespace inner {
typedef int number;
static number more(number x) restrict(amp) { return x + 7; }
void fill(amp::array_view<int> v);
} // namespace inner
template <typename T> void add(amp::array_view<T> v);
} // namespace outer

// Defined outside of their namespaces.
void outer::inner::fill(amp::array_view<int> v)
{
	amp::parallel_for_each(v.extent, [=](amp::index<1> i) restrict(amp) { number n = more(i[0]); v[i] = n; });
}
template <typename T> void outer::add(amp::array_view<T> v)
{
	using inner::more;
	amp::parallel_for_each(v.extent, [=](amp::index<1> i) restrict(amp) { v[i] += more(i[0]); });
}

int main()
{
	std::vector<int> data(10, 4);
	concurrency::array_view<int, 1> view(10, data);
	concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
		view[i] += i[0];
	});
	parallel_for_each(view.extent, kernel{view}); // by argument-dependent lookup
	amp::extent<1> e(5);
	amp::parallel_for_each(e, [=](amp::index<1> i) restrict(amp) { view[i] = 0; });
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == (i < 5 ? 0 : 2 * (4 + i)));
	outer::inner::fill(view);
	outer::add(view);
	CHECK(view[9] == 2 * 16);
	std::puts("ok");
}
