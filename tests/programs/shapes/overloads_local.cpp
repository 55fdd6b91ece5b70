// Members of local classes that differ only in restriction: in functions and in lambdas without a clause.
#include "../check.h"
#include <amp.h>
using namespace concurrency;

static int in_function()
{
	struct local {
		int get() { return 10; }
		int get() restrict(amp) { return 20; }
	};
	int data[1];
	array_view<int, 1> v(1, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		local l;
		v[i] = l.get();
	});
	local l;
	return v[0] + l.get();
}

static int in_block(int n)
{
	if (n) {
		struct local {
			int operator+(int k) const { return k + 1; }
			int operator+(int k) const restrict(amp) { return k + 2; }
		} l;
		return l + n;
	}
	return 0;
}

static int constructed()
{
	struct local {
		int n;
		local() : n(1) {}
		local() restrict(amp) : n(2) {}
		explicit local(int k) : n(k) {}
		explicit local(int k) restrict(amp) : n(2 * k) {}
		static int both() restrict(cpu, amp) { return 100; }
	};
	int data[1];
	array_view<int, 1> v(1, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		local l, k(10);
		v[i] = l.n + k.n + local::both();
	});
	local l, k(10);
	return 1000 * v[0] + l.n + k.n + local::both();
}

int main()
{
	auto in_lambda = [] {
		struct local {
			int get() { return 3; }
			int get() restrict(amp) { return 4; }
		} l;
		return l.get();
	};
	CHECK(in_function() == 30);
	CHECK(in_block(1) == 2);
	CHECK(in_lambda() == 3);
	CHECK(constructed() == 122111);
	std::puts("ok");
}
