// Functions and member functions of all four kinds of restriction, called
// from kernels and from the host.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int only_amp(int x) restrict(amp) { return x + 1; }
int only_cpu(int x) restrict(cpu) { return x + 2; }
int cpu_and_amp(int x) restrict(cpu, amp) { return x + 4; }
int amp_and_cpu(int x) restrict(amp, cpu);
int amp_and_cpu(int x) restrict(amp, cpu) { return x + 8; }
template <typename T> T larger(T a, T b) restrict(cpu, amp) { return a < b ? b : a; }

// in parentheses, which a macro of that name leaves alone
#define max(a, b) error
template <typename T> T(max)(T a, T b) restrict(cpu, amp) { return a < b ? b : a; }
template <typename T> auto(plus)(T a, T b) restrict(cpu, amp) -> decltype(a + b) { return a + b; }
static int(next)(int x) restrict(cpu, amp);
static int(next)(int x) restrict(cpu, amp) { return x + 1; }

// several functions in a declaration
int one(int) restrict(cpu, amp), two(int) restrict(amp), three(int) restrict(cpu);
int one(int x) restrict(cpu, amp) { return x + 1; }
int two(int x) restrict(amp) { return x + 2; }
int three(int x) restrict(cpu) { return x + 3; }

// restrict(auto): what the body complies with
int auto_both() restrict(auto) { return 1; }
int auto_cpu() restrict(auto) { return only_cpu(0); }
int auto_amp() restrict(auto) { return only_amp(0); }
int auto_indirect() restrict(auto) { return auto_cpu() + auto_both(); }
int auto_amp_indirect() restrict(auto) { return auto_amp() + auto_both(); }
int auto_and_cpu() restrict(cpu, auto) { return auto_both(); }
template <typename T> T auto_template(T x) restrict(auto) { return x; }
struct auto_members {
	int x;
	auto_members() restrict(auto) : x(auto_both()) {}
	int get() const restrict(auto) { return x; }
	std::vector<int> list() const restrict(auto) { return std::vector<int>(x); }
};

struct point {
	int x, y;
	point(int a, int b) restrict(cpu, amp) : x(a), y(b) {}
	int sum() const restrict(amp) { return x + y; }
	int(min)() const restrict(amp) { return x < y ? x : y; }
	static int(last)() restrict(cpu, amp);
	int sum_on_cpu() const restrict(cpu) { return x + y; }
	point operator-(const point &other) const restrict(cpu, amp)
	{
		return point(x - other.x, y - other.y);
	}
	static point zero() restrict(amp, cpu) { return point(0, 0); }
};

int(point::last)() restrict(cpu, amp) { return 9; }

int main()
{
	std::vector<int> data(10);
	array_view<int, 1> view(10, data);
	const int from_host = only_cpu(amp_and_cpu(cpu_and_amp(0))) + point(1, 2).sum_on_cpu();
	CHECK(from_host == 17);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		const point p = point(i[0], 100) - point(1, 1) - point::zero();
		view[i] = only_amp(cpu_and_amp(amp_and_cpu(p.sum()))) + larger(i[0], 5);
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == i + 98 + 13 + (i > 5 ? i : 5));
	CHECK(larger(1.5, 0.5) == 1.5);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] = (max)(i[0], 5) + (plus)(1, (next)(1)) + point(i[0], 3).min() + point::last();
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == (max)(i, 5) + (plus)(1, (next)(1)) + (i < 3 ? i : 3) + point::last());

	parallel_for_each(view.extent, [=](index<1> i) restrict(auto) {
		auto_members m;
		view[i] = one(0) + two(0) + auto_both() + auto_amp_indirect() + auto_and_cpu() +
		          auto_template(2) + m.get();
	});
	CHECK(view[0] == 10);
	auto host_lambda = [](int x) restrict(auto) { return x + only_cpu(0); };
	CHECK(one(0) + three(0) + auto_both() + auto_indirect() + auto_and_cpu() + auto_template(2) +
	              host_lambda(1) + static_cast<int>(auto_members().list().size()) == 15);
	std::puts("ok");
}
