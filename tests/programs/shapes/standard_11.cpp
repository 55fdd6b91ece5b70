// C++11: what that standard brings, in a kernel.
// options: -std=c++11
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static_assert(__cplusplus == 201103L, "the standard reaches the compiler");

enum class unit : unsigned char { metre = 2, mile };
template <typename T> using grid = array_view<T, 2>;
constexpr int fourth(int x) restrict(cpu, amp) { return x * x * x * x; }

struct kernel {
	array_view<int, 1> view;
	int weights[3] = {1, 2, 3};
	explicit kernel(array_view<int, 1> v) : view(v) {}
	kernel(const kernel &) = default;
	void operator()(index<1> i) const restrict(amp)
	{
		for (int weight : weights)
			view[i] += weight;
		decltype(view[i] + 1) sum = static_cast<int>(unit::mile);
		view[i] += sum + fourth(2);
	}
};

int main()
{
	std::vector<int> data{1, 2, 3, 4};
	array_view<int, 1> view(4, data);
	parallel_for_each(view.extent, kernel(view));
	grid<int> square(2, 2, data);
	auto last = square(1, 1);
	CHECK(last == 4 + 6 + 3 + 16);
	std::puts("ok");
}
