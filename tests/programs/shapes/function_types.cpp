// Functions that are declared by the name of their type, which has the restriction.
// options: -Wno-parentheses
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

typedef int (both_fn)(int) restrict(amp, cpu);
typedef int plain_fn(int) restrict(amp);
using alias_fn = int(int) restrict(cpu, amp);
typedef int cpu_fn(int);
typedef int (*pointer)(int) restrict(cpu, amp);

pointer not_a_function;
both_fn first, second;
plain_fn only;
alias_fn aliased;
cpu_fn host_only;

struct members {
	both_fn f;
	static alias_fn s;
	cpu_fn h;
};
int members::f(int x) restrict(amp, cpu) { return x + 1; }
int members::s(int x) restrict(amp, cpu) { return x + 2; }
int members::h(int x) { return x; }
int first(int x) restrict(cpu, amp) { return x + 3; }
int second(int x) restrict(cpu, amp) { return x + 4; }
int only(int x) restrict(amp) { return x + 5; }
int aliased(int x) restrict(cpu, amp) { return x + 6; }
int host_only(int x) { return x; }

// Functions that return references and pointers to arrays: the restriction is inside of the declarator.
struct rows {
	int m[2][3];
	const int (&row(int k) const restrict(cpu, amp))[3] { return m[k]; }
	int (*end() restrict(amp) noexcept)[3];
	template <typename T> static T (&same(T (&x)[3]) restrict(auto))[3] { return x; }
};
int (*rows::end() restrict(amp) noexcept)[3] { return m + 2; }
int (&pick(int (&a)[2][3], int k) restrict(amp))[3] { return a[k]; }
int (&pick(int (&a)[2][3], int k))[3] { return a[1 - k]; }

int *(inner(int *a, int k) restrict(cpu, amp)) { return a + k; }

int main()
{
	std::vector<int> data(2);
	array_view<int> v(2, data);
	parallel_for_each(v.extent, [=](index<1>) restrict(amp) {
		members o;
		rows r = {{{1, 2, 3}, {4, 5, 6}}};
		r.end()[-1][0] += 3;
		v[1] = pick(r.m, 0)[1] + 10 * r.row(1)[0] + 100 * rows::same(r.m[0])[2];
		v[0] = o.f(0) + members::s(0) + first(0) + second(0) + only(0) + aliased(0) + *inner(r.m[0], 1) - 2;
	});
	members o;
	not_a_function = first;
	rows r = {{{1, 2, 3}, {4, 5, 6}}};
	CHECK(v[0] == 21 && v[1] == 372);
	CHECK(pick(r.m, 0)[1] + r.row(1)[2] + rows::same(r.m[0])[0] == 12);
	CHECK(o.f(0) + o.h(0) + host_only(0) + first(0) + aliased(0) + not_a_function(0) == 13);
	std::puts("ok");
}
