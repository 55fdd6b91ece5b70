// Lambdas with clauses of their own in default arguments, initializers of members
// and other clauses: a function around them has another one, or none. Pairs with default arguments.
#include "../check.h"
#include <amp.h>
#include <type_traits>
using namespace concurrency;

#define BOTH(n) [](int q) restrict(cpu, amp) { return q; }(n)
#define CPU(n) [](int q) restrict(cpu) { return q; }(n)

int only(int x) restrict(amp) { return x + 1; }
int only(int x) restrict(cpu) { return x + 2; }

// members of a local class and a lambda without a clause are restrict(amp)
int inside(int i) restrict(amp)
{
	struct local {
		int x;
		local(int a) : x(BOTH(a)) { x += only(a); }
		~local() { only(1); }
	};
	local l(i);
	auto m = [=](int a, int b = BOTH(2)) { return a + only(b) + i; };
	return l.x + m(1, 2);
}

// pairs, the cpu one first
int both(int x, int y = 1) restrict(cpu) { return x + y; }
int both(int x, int y = 1) restrict(amp) { return x - y; }
template <class T, class U = int, int N = (2 > 1)> int any(T x, U y = sizeof(T)) restrict(cpu) { return x + y + N; }
template <class T, class U = int, int N = (2 > 1)> int any(T x, U y = sizeof(T)) restrict(amp) { return x - y + N; }
int taken(int x, int y = CPU(3)) restrict(cpu) { return x + y; }
int taken(int x, int y = BOTH(3)) restrict(amp) { return x - y; }
int called(int x) restrict(cpu, amp) { return both(x) + any(x) + any(x, 1) + taken(x, 4); }

// the result type of a function of the CPU, though a lambda in front of it is restrict(amp)
int result(int x) restrict(cpu) { return x; }
float result(int x) restrict(amp) { return x + 0.5f; }
auto host(int x, int y = BOTH(1)) -> decltype(result(x)) { return result(x) + y; }
auto kernel(int x, int y = BOTH(1)) restrict(amp) -> decltype(result(x)) { return result(x) + y; }
static_assert(std::is_same<decltype(host(1)), int>::value, "the host's");

int main()
{
	array_view<float> v(8);

	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = inside(i[0]) + called(i[0]) + both(i[0]) + any(i[0]) + taken(i[0]) + kernel(i[0], 1);
	});
	for (int i = 0; i < 8; i++) {
		int inside_i = i + i + 1 + 1 + 3 + i, called_i = i - 1 + i - 4 + 1 + i - 1 + 1 + i - 4;

		CHECK(v[i] == inside_i + called_i + (i - 1) + (i - 3) + (i - 3) + i + 1.5f);
		CHECK(called(i) == i + 1 + i + 5 + i + 2 + i + 4);
		CHECK(host(i) == i + 1);
	}
	std::puts("ok");
}
