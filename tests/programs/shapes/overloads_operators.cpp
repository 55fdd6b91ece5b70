// Call operators and others that differ only in restriction, also by using-declarations.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct doubler {
	int operator()(int x) const restrict(cpu) { return 2 * x; }
	int operator()(int x) const restrict(amp) { return 2 * x + 1; }
	operator int() const restrict(cpu) { return 3; }
	operator int() const restrict(amp) { return 30; }
	template <typename T> T operator[](T x) const restrict(cpu) { return x; }
	template <typename T> T operator[](T x) const restrict(amp) { return x + 200; }
};
struct derived : private doubler {
	using doubler::operator();
	using doubler::operator int;
	using doubler::operator[];
};

namespace shapes {
struct shape {};
int operator<<(shape, int x) restrict(cpu) { return x; }
int operator<<(shape, int x) restrict(amp) { return x + 5000; }
}
using shapes::operator<<;

int main()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	doubler d;
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = d(i[0]); });
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 2 * i + 1);
	CHECK(d(4) == 8);
	derived e;
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = e(i[0]) + e + e[0] + (shapes::shape() << 0); });
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 2 * i + 1 + 30 + 200 + 5000);
	CHECK(e(4) + e + e[0] + (shapes::shape() << 0) == 8 + 3);
	std::puts("ok");
}
