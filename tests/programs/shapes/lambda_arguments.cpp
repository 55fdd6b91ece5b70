// A kernel in a lambda that is in a default argument of another lambda: its clause is no clause of theirs.
// options: -std=c++17
#include "../check.h"
#include <amp.h>
using namespace concurrency;

static auto made = [](int n = [] {
	array_view<int> v(1);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 21; });
	return v[0];
}()) { return n * 2; };

static int called(int n = [](int k) {
	int data[1];
	array_view<int, 1> v(1, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = k; });
	return v[0];
}(7))
{
	return n;
}

int main()
{
	CHECK(made() == 42);
	CHECK(called() == 7);
	std::puts("ok");
}
