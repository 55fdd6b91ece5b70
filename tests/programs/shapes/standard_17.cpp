// C++17: what that standard brings, in a kernel.
// options: -std=c++17
#include "../check.h"
#include <amp.h>
#include <array>
#include <vector>
using namespace concurrency;

static_assert(__cplusplus == 201703L, "the standard reaches the compiler");

namespace a::b {
inline constexpr int OFFSET = 5;
struct pair {
	int first, second;
};
} // namespace a::b

template <typename T> int kind(T x) restrict(cpu, amp)
{
	if constexpr (sizeof(T) == 8)
		return static_cast<int>(x) + 800;
	else
		return static_cast<int>(x) + 400;
}

template <typename... Types> int sum(Types... values) restrict(cpu, amp) { return (values + ...); }

// Class template argument deduction, with guides and without.
template <typename T> struct box {
	T value, twice;
	template <typename U> box(U u) restrict(cpu, amp) : value(u), twice(u + u) {}
};
template <typename U> explicit box(U) -> box<U>;
box(bool) -> box<int>;

template <typename T> struct range {
	T first, last;
};
template <typename T> range(T, T) -> range<T>;

static void deduce()
{
	std::vector<int> data(4);
	array_view view = array_view<int, 1>(4, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		box b(1.5f);
		auto yes = box(true);
		range r{i[0], 10};
		std::array a{100, 200};
		view[i] = static_cast<int>(b.twice) + yes.twice + r.last - r.first + a[1];
	});
	CHECK(view[3] == 3 + 2 + 7 + 200);
	CHECK((range{1.0, 2.5}.last == 2.5));
}

static int i_of_host(int i) { return i; }

int main()
{
	std::vector<int> data(10);
	array_view view_of_ints = array_view<int, 1>(10, data);
	a::b::pair p{1, 2};
	parallel_for_each(view_of_ints.extent, [=](index<1> i) restrict(amp) {
		const auto [first, second] = p;
		if (int n = i[0]; n > 4)
			view_of_ints[i] = kind(1.0) + kind(1) + sum(first, second, n) + a::b::OFFSET;
	});
	CHECK(view_of_ints[4] == 0);
	CHECK(view_of_ints[9] == 801 + 401 + 12 + 5);
	// captured by the initializer of a switch only; and an else that is not the switch's
	const int only = i_of_host(7);
	enum level { low = 1, high };
	level found = low;
	if (only == 7)
		switch (level l = high; l) {
		case high: found = l; break;
		default: break;
		}
	else
		found = low;
	parallel_for_each(view_of_ints.extent, [=](index<1> i) restrict(amp) {
		switch (int n = only; n) {
		case 7: view_of_ints[i] = n + found; break;
		default: view_of_ints[i] = 0;
		}
	});
	CHECK(view_of_ints[9] == 9);
	deduce();
	std::puts("ok");
}
