// Constructors and conversion functions that differ only in restriction. No parameter is unused.
// options: -Wextra -Werror
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct part {
	int v;
	part() restrict(cpu, amp) : v(-1) {}
	part(int a) restrict(cpu, amp) : v(a) {}
	part(int a, int b) restrict(cpu, amp) : v(a * b) {}
};

struct base {
	int tag;
	base() restrict(cpu) : tag(1) {}
	base() restrict(amp) : tag(2) {}
	explicit base(int t) restrict(cpu, amp) : tag(t) {}
};

class mixed : public base {
	int a, b = 9;
	part p, q;
	const int c;

public:
	mixed() restrict(cpu) : a(1), p(3), c(5) {}
	mixed() restrict(amp) : base(7), a(2), b(4), q(3, 5), c(6) { a += 10; }
	explicit mixed(int x) restrict(cpu) : a(x), c(x)
	{
		if (x == 3)
			return;
		a++;
	}
	explicit mixed(int y) restrict(amp) : a{y * 2}, c(y)
	{
		// returns from the constructor, too
		if (y == 3)
			return;
		b = y;
	}
	mixed(const mixed &o) restrict(cpu)
		: base(o.tag), a(o.a), b(o.b), p(o.p), q(o.q), c(o.c)
	{
	}
	mixed(const mixed &other) restrict(amp)
		: base(other.tag + 100), a(other.a), b(other.b), p(other.p), q(other.q), c(other.c)
	{
	}
	int sum() const restrict(cpu, amp)
	{
		return tag * 100000 + a * 1000 + b * 100 + p.v * 10 + q.v + c;
	}
	operator int() const restrict(cpu) { return 1; }
	operator int() const restrict(amp) { return 2; }
};

template <typename T> struct box {
	T v;
	box(T x) restrict(cpu);
	box(T x) restrict(amp);
	template <typename U> box(U u, int k) restrict(cpu) : v(u + k) {}
	template <typename U> box(U u, int k) restrict(amp) : v(u - k) {}
};
template <typename T> box<T>::box(T x) restrict(cpu) : v(x) {}
template <typename T> box<T>::box(T x) restrict(amp) : v(x * 10) {}

struct outside {
	int k, n;
	outside(int) restrict(cpu);
	outside(int) restrict(amp);
};
outside::outside(int x) restrict(cpu) : k(x) { n = 1; }
outside::outside(int x) restrict(amp) { n = k = -x; }

int both(const mixed &m) restrict(cpu, amp)
{
	int i = m;
	box<int> b(5);
	outside o(4);
	return i * 1000 + b.v * 10 + o.k;
}

// A pack of bases, and constructors that are inherited.
struct first_base {
	int x;
	first_base(int v) restrict(cpu, amp) : x(v) {}
};
struct second_base {
	int y;
	second_base(int v) restrict(cpu, amp) : y(v) {}
};
template <typename... Bases> struct many : Bases... {
	int n;
	many(int v) restrict(cpu) : Bases(v)..., n{1} {}
	many(int v) restrict(amp) : Bases(v + 1)..., n{2} {}
};
struct heir : many<first_base, second_base> {
	using many<first_base, second_base>::many;
	heir() restrict(cpu, amp) : many<first_base, second_base>(1) {}
	int sum() const restrict(cpu, amp) { return 100 * x + 10 * y + n; }
};

int main()
{
	std::vector<int> data(8);
	array_view<int> v(8, data);
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		mixed a, x(3), y(4), z = y;
		box<int> b(2), c(5.0f, 2);
		v[0] = a.sum();
		v[1] = x.sum();
		v[2] = y.sum();
		v[3] = z.tag;
		v[4] = b.v + c.v;
		v[5] = both(a);
	});
	CHECK(v[0] == 700000 + 12000 + 400 - 10 + 15 + 6);
	CHECK(v[1] == 200000 + 6000 + 900 - 10 - 1 + 3);
	CHECK(v[2] == 200000 + 8000 + 400 - 10 - 1 + 4);
	CHECK(v[3] == 102);
	CHECK(v[4] == 23);
	CHECK(v[5] == 2000 + 500 - 4);

	mixed a, x(3), y(4), z = y;
	box<int> b(2), c(5.0f, 2);
	CHECK(a.sum() == 100000 + 1000 + 900 + 30 - 1 + 5);
	CHECK(x.sum() == 100000 + 3000 + 900 - 10 - 1 + 3);
	CHECK(y.sum() == 100000 + 5000 + 900 - 10 - 1 + 4);
	CHECK(z.tag == 1);
	CHECK(b.v + c.v == 9);
	CHECK(both(a) == 1000 + 50 + 4);
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) { v[0] = heir().sum(); });
	CHECK(v[0] == 222 && heir().sum() == 111);
	std::puts("ok");
}
