// Expressions at the edge of what restrict(amp) code may have: literals of types that it does not have, whose
// values it has; constexpr functions without a clause; pointers to members; kernels with a result.
#include "../check.h"
#include <amp.h>
#include <stddef.h>
#include <vector>
using namespace concurrency;

struct pair {
	int a, b;
};

struct scale {
	int by;
	constexpr scale(int n) : by(n) {}
	constexpr int operator()(int x) const { return by * x; }
};

constexpr int doubled(int x) { return 2 * x; }
constexpr int thrice(int x) { return doubled(x) + x; }
constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
constexpr int length(const char *s) { return *s ? 1 + length(s + 1) : 0; }

template <int pair::*M> int get(const pair &p) restrict(cpu, amp) { return p.*M; }
int either(const pair &p, int pair::*m) restrict(cpu, amp) { return p.*m; }
int following(int x) restrict(auto) { return x + 1; }

static int literals(int i) restrict(cpu, amp)
{
	enum { eight = 1LL << 3 };
	constexpr int three = length("abc");
	int some[2LL + length("ab")] = {'a', '\n', (int)(1LL << 4), (int)(i * 3ull)};
	int n = eight + three + sizeof("abc") + (int)((1LL << 40) >> 38);

	switch (i) {
	case 'a' - 'a':
		n++;
	}
	return n + some[0] + some[1] + some[2] + some[3] + (int)(i + 0x1234LL) + (L'b' - U'a');
}

static int constants(int i) restrict(cpu, amp)
{
	return thrice(i) + scale(i)(2) + factorial(5) + (factorial(4) == 24);
}

static int members(int i) restrict(cpu, amp)
{
	pair x = {i, 2 * i}, *p = &x;
	int pair::*m = i % 2 ? &pair::a : &pair::b;
	int pair::*none = 0;

	return x.*m + p->*m + get<&pair::b>(x) + either(x, &pair::a) + (none == nullptr);
}

static int pointers(int i) restrict(cpu, amp)
{
	int *p = (int *)NULL, *q = reinterpret_cast<int *>(0);

	if (!p && q == nullptr)
		p = &i;
	return *p + (bool)p;
}

static int all(int i) restrict(cpu, amp)
{
	return literals(i) + constants(i) + members(i) + pointers(i) + following(i);
}

struct kernel {
	array_view<int> v;
	int operator()(index<1> i) const restrict(amp)
	{
		v[i] += all(i[0]);
		return v[i];
	}
};

static int expected(int i) { return 4 * all(i) + get<&pair::b>({1, i}); }

int main()
{
	std::vector<int> values(64, 0);
	array_view<int> v(64, values);
	int pair::*m = &pair::b;

	parallel_for_each(v.extent, kernel{v});
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) -> int { return v[i] += all(i[0]); });
	parallel_for_each(v.extent, [=](index<1> i) restrict(auto) { return v[i] += all(i[0]); });
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		pair x = {1, t.global[0]};

		v[t.global] += all(t.global[0]) + x.*m;
		return pair{1, 2};
	});
	for (int i = 0; i < 64; i++)
		CHECK(v[i] == expected(i));
	std::puts("ok");
}
