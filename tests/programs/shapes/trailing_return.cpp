// Where restrict may stand: after a lambda's and a function's parameters,
// before mutable, noexcept and a trailing return type, on operators, friends,
// conversion functions, and virtual-free inheritance with using.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct fixed {
	int raw;
	explicit fixed(int r) restrict(cpu, amp) : raw(r) {}
	operator int() const restrict(cpu, amp) { return raw / 16; }
	friend fixed operator+(fixed a, fixed b) restrict(cpu, amp) { return fixed(a.raw + b.raw); }
	bool operator<(const fixed &other) const restrict(cpu, amp) { return raw < other.raw; }
	fixed &operator++() restrict(cpu, amp)
	{
		raw += 16;
		return *this;
	}
};

auto trailing(int x) restrict(cpu, amp) -> int { return x * 2; }
int quiet(int x) restrict(cpu, amp) noexcept { return x; }

int main()
{
	std::vector<int> data(8);
	array_view<int, 1> v(8, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) -> void {
		fixed f = fixed(32) + fixed(16);
		++f;
		v[i] = f + trailing(i[0]) + quiet(1) + (fixed(1) < f);
	});
	for (int i = 0; i < 8; i++)
		CHECK(v[i] == 4 + 2 * i + 1 + 1);
	std::puts("ok");
}
