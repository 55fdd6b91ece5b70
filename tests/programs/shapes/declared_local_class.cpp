// Classes that are defined in the declaration of a variable, with and without a name.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
	std::vector<int> data(16);
	array_view<int> v(16, data);
	struct fill {
		array_view<int> out;
		int value;
		void operator()(index<1> i) const restrict(amp) { out[i] = value; }
	} kernel = {v, 2}, other = {v, 3};
	parallel_for_each(v.extent, kernel);
	CHECK(v[5] == 2);
	parallel_for_each(v.extent, other);
	CHECK(v[5] == 3);

	using pair_t = struct {
		int c, d;
	};
	pair_t fifties = {20, 30};
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		pair_t p = fifties;
		v[i] = p.c + p.d;
	});
	CHECK(v[5] == 50);

	const struct {
		int a, b;
	} pair = {1, 2};
	static struct counter {
		int n;
		int next() const restrict(amp) { return n + 1; }
	} counter_0 = {4};
	counter copy = counter_0;
	enum { five = 5 };
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = pair.b + copy.next() + five;
	});
	CHECK(v[0] == 12);
	std::puts("ok");
}
