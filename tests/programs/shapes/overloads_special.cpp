// Special member functions that nobody declares have the restrictions that those of
// their bases and members have in common: also if there are two of each.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

// 1 is the CPU's, 2 is the kernel's.
struct tracked {
	int made, copied, assigned;
	tracked() restrict(cpu) : made(1), copied(0), assigned(0) {}
	tracked() restrict(amp) : made(2), copied(0), assigned(0) {}
	tracked(const tracked &t) restrict(cpu) : made(t.made), copied(1), assigned(0) {}
	tracked(const tracked &t) restrict(amp) : made(t.made), copied(2), assigned(0) {}
	tracked &operator=(const tracked &) restrict(cpu) { assigned = 1; return *this; }
	tracked &operator=(const tracked &) restrict(amp) { assigned = 2; return *this; }
	int sum() const restrict(cpu, amp) { return made * 100 + copied * 10 + assigned; }
};
struct member {
	tracked t[2];
	int n;
};
class derived : public tracked {
	member m;
public:
	int sum() const restrict(cpu, amp) { return tracked::sum() + m.t[1].sum(); }
};
// A class that ends behind one in it, and an array of which only a template knows the length.
struct around {
	struct within {
		tracked t;
	} w;
	struct {
		tracked t;
	} unnamed;
};
template <int N> struct several {
	tracked t[N];
};
int nested() restrict(cpu, amp)
{
	around a, b(a), c;
	several<2> d, e(d);

	c = b;
	return b.w.t.sum() + b.unnamed.t.copied + c.w.t.assigned * 1000 + e.t[1].sum() * 10000;
}
// Assigned in kernels, by a function that nobody wrote; its other members are the host's.
struct printed {
	int v[2];
	void print() const { std::printf("%d %d\n", v[0], v[1]); }
};
// One more argument of the CPU's.
struct longer {
	int copied;
	longer() restrict(cpu, amp) : copied(0) {}
	longer(const longer &, int n = 1) restrict(cpu) : copied(n) {}
	longer(const longer &) restrict(amp) : copied(2) {}
};
struct longer_member {
	longer l;
};
// Copied from what is not constant.
struct moved_from {
	int v;
	moved_from() restrict(cpu, amp) : v(5) {}
	moved_from(moved_from &m) restrict(cpu) : v(m.v) { m.v = 1; }
	moved_from(moved_from &m) restrict(amp) : v(m.v) { m.v = 2; }
};
struct moved_member {
	moved_from m;
};
int left() restrict(cpu, amp)
{
	moved_member a, b(a);
	return a.m.v * 10 + b.m.v;
}

int sum() restrict(amp)
{
	derived a, b(a);
	member c, d;
	longer_member e, f(e);

	d = c;
	a = b;
	return a.sum() * 10000 + b.sum() * 10 + d.t[1].assigned + f.l.copied;
}

int main()
{
	std::vector<int> data(4);
	array_view<int> v(4, data);

	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		derived a, b(a);
		v[i] = i[0] == 3 ? nested() : i[0] == 2 ? left() : i[0] ? sum() : a.sum() * 1000 + b.sum();
	});
	CHECK(v[0] == 400 * 1000 + 440);
	CHECK(v[1] == 404 * 10000 + 440 * 10 + 4);
	CHECK(v[2] == 25 && left() == 15);
	CHECK(v[3] == 2202222 && nested() == 1101111);

	array_view<printed> p(1);
	parallel_for_each(p.extent, [=](index<1> i) restrict(amp) { p[i] = printed{{3, 4}}; });
	CHECK(p[0].v[1] == 4);

	derived a, b(a);
	longer l, m(l), n(l, 7);
	member c = {};
	CHECK(a.sum() == 200 && b.sum() == 220 && m.copied == 1 && n.copied == 7 && c.n == 0);
	a = b;
	CHECK(a.sum() == 202);
	std::puts("ok");
}
