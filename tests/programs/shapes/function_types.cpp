// Functions that are declared by the name of their type, which has the restriction.
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

int main()
{
	std::vector<int> data(1);
	array_view<int> v(1, data);
	parallel_for_each(v.extent, [=](index<1>) restrict(amp) {
		members o;
		v[0] = o.f(0) + members::s(0) + first(0) + second(0) + only(0) + aliased(0);
	});
	members o;
	not_a_function = first;
	CHECK(v[0] == 21);
	CHECK(o.f(0) + o.h(0) + host_only(0) + first(0) + aliased(0) + not_a_function(0) == 13);
	std::puts("ok");
}
