// Functions for kernels and for the CPU that a library has as well, where both are visible: kernels
// and what they call mean the program's, whether the library's is constexpr or not.
#include "../check.h"
#include <algorithm>
#include <amp.h>
#include <utility>
using namespace concurrency;
using namespace std;

template <typename T> T max(T a, T b) restrict(cpu, amp) { return a > b ? a : b; }
template <typename T> void swap(T &a, T &b) restrict(cpu, amp)
{
	const T old = a;
	a = b;
	b = old;
}
namespace tools {
template <typename T> T clamp(T v, T least, T most) restrict(cpu, amp)
{
	return v < least ? least : v > most ? most : v;
}
} // namespace tools
using namespace tools;

static int twice_at_most(int a) restrict(cpu, amp) { return clamp(2 * a, 0, 10); }
template <typename T> static void sort_two(T &a, T &b) restrict(cpu, amp)
{
	if (max(a, b) == a)
		swap(a, b);
}
static int on_the_host(int a) { return std::max(a, 3) + ::max(a, 4); }

int main()
{
	int data[4] = {1, 2, 7, 9};
	array_view<int> v(4, data);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		int low = max(v[i], 3), high = clamp(v[i], 2, 8);
		swap(low, high);
		sort_two(low, high);
		v[i] = 100 * low + 10 * high + twice_at_most(v[i]);
	});
	CHECK(v[0] == 232 && v[1] == 234 && v[2] == 780 && v[3] == 900);
	CHECK(on_the_host(1) == 7 && twice_at_most(7) == 10);
	std::puts("ok");
}
