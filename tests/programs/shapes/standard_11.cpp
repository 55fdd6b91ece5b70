// C++11: what that standard brings, in a kernel.
// options: -std=c++11 -Werror
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

struct base {
	int n;
	explicit base(int x) restrict(cpu, amp) : n(x) {}
};
struct derived : base {
	using base::base;
};

template <typename F> void pass_on(concurrency::array_view<int> v, F f)
{
	parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = f(v[i]); });
}

template <typename T> void pass_on_twice(concurrency::array_view<int> v, T k)
{
	pass_on(v, [=](int x) restrict(cpu, amp) { return x + k; });
	pass_on(v, [k](T x) restrict(amp)
	{
		if (x > 100)
			return x - k;
		return x + k;
	});
}

int main()
{
	std::vector<int> data{1, 2, 3, 4};
	array_view<int, 1> view(4, data);
	parallel_for_each(view.extent, kernel(view));
	grid<int> square(2, 2, data);
	auto last = square(1, 1);
	CHECK(last == 4 + 6 + 3 + 16);
	// what a lambda returns is deduced, as it is for lambdas in C++11
	std::vector<int> numbers(4, 1);
	array_view<int> deduced(4, numbers);
	int offset = 2;
	pass_on(deduced, [=](int x) restrict(amp) { return x + offset; });
	pass_on(deduced, [](int x) restrict(amp) { return x * 2.5f; });
	pass_on_twice(deduced, 3);
	CHECK(deduced[0] == 7 + 6);
	// of a kernel it is not what a lambda in it returns
	parallel_for_each(deduced.extent, [=](index<1> i) restrict(amp) {
		auto next = [](int x) { return x + 1; };
		deduced[i] = next(deduced[i]) + derived(2).n;
	});
	CHECK(deduced[0] == 7 + 6 + 1 + 2);
	// lists of what the kernel has captured, without the initializers of C++14
	concurrency::array<int> three(4, numbers.begin());
	parallel_for_each(deduced.extent, [=, &three](index<1> i) restrict(amp) {
		int own = 1;
		auto first = [deduced, offset](index<1> k) restrict(amp) { return deduced[k] * 0 + offset; };
		auto second = [own, offset, &three, i]() restrict(amp) { return own + offset + three[i] * 0; };
		auto third = [=, &three]() restrict(amp) { return three[i] * 0 + [deduced, i]() { return deduced[i] * 0; }(); };
		deduced[i] = first(i) + second() * 10 + third();
	});
	CHECK(deduced[0] == 2 + 30);
	std::puts("ok");
}
