// Init-captures, C++14 (and n{5} as C++17 has it).
// options: -std=c++17
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename A, typename B> struct pair {
	A first;
	B second;
};

// In templates the captures' types are known only to the instance: arrays are references there, too.
template <typename T> struct layer {
	array<T, 1> weights{4}, out{4};
	int size = 1;

	void run(const array<T, 1> &in, int k)
	{
		parallel_for_each(out.extent, [&w = weights, &y = out, &x = in, n{T(k)},
		                               p = pair<T, int>{T(2), size}, q(k)](index<1> i) restrict(amp) {
			w[i] += 1;
			y[i] = w[i] * x[i] + n + p.first * p.second + q;
		});
	}
};

// An array by reference, in a template.
template <typename T> static T scaled(array<T, 1> &from, T factor)
{
	array<T, 1> to(from.extent);
	parallel_for_each(from.extent, [&source = from, &target = to, factor](index<1> i) restrict(amp) {
		target[i] = source[i] * factor;
		source[i] = 0;
	});
	std::vector<T> result = to, rest = from;
	CHECK(rest[3] == 0);
	return result[3];
}

int main()
{
	std::vector<int> data(40, 2);
	array_view<int, 1> view(40, data);
	int n = 6;
	parallel_for_each(view.extent,
	                  [view, twice = 2 * n, part = view.section(10, 30)](index<1> i) restrict(amp) {
		if (i[0] < 30)
			part[i] += twice + i[0];
		else
			view[i[0] - 30] = 9;
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 9);
	for (int i = 0; i < 30; i++)
		CHECK(view[i + 10] == 2 + 12 + i);

	array<int, 1> held(40);
	parallel_for_each(held.extent, [&target = held, n](index<1> i) restrict(amp) {
		target[i] = n - i[0];
	});
	std::vector<int> result = held;
	for (int i = 0; i < 40; i++)
		CHECK(result[i] == 6 - i);

	std::vector<int> ones(4, 1), threes(4, 3);
	layer<int> l;
	copy(ones.begin(), ones.end(), l.weights);
	l.run(array<int, 1>(4, threes.begin()), 5);
	result = l.out;
	CHECK(result[0] == 2 * 3 + 5 + 2 + 5 && result[3] == result[0]);
	result = l.weights;
	CHECK(result[0] == 2);

	// As a non-template does.
	const array<int, 1> &weights = l.weights;
	parallel_for_each(l.out.extent, [&w = weights, &y = l.out, p = pair<int, int>{1, n},
	                                 less = n < 7](index<1> i) restrict(amp) {
		y[i] = w[i] + p.second + less;
	});
	result = l.out;
	CHECK(result[2] == 2 + 6 + 1);

	CHECK(scaled(held, 10) == 30);
	std::puts("ok");
}
