// C++14: what that standard brings, in a kernel.
// options: -std=c++14
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static_assert(__cplusplus == 201402L, "the standard reaches the compiler");

template <typename T> constexpr T limit = T(100);
constexpr int sum_to(int n) restrict(cpu, amp)
{
	int sum = 0;
	for (int i = 1; i <= n; i++)
		sum += i;
	return sum;
}
auto deduced(int x) restrict(cpu, amp) { return x * 0b11; }

int main()
{
	std::vector<int> data(1'0);
	array_view<int, 1> view(10, data);
	parallel_for_each(view.extent, [=, n = 4](index<1> i) restrict(amp) {
		view[i] = sum_to(n) + deduced(i[0]) + limit<int>;
	});
	CHECK(view[9] == 10 + 27 + 100);
	std::puts("ok");
}
