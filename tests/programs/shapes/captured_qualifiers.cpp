// What a kernel's lambda copies has the type that it has by C++ 5.1.2: the copy of a const variable
// is const, in a mutable lambda, too, and that of what a reference refers to is like it.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static int which(int &) restrict(cpu, amp) { return 1; }
static int which(const int &) restrict(cpu, amp) { return 2; }
struct counter {
	int count;
	int next() restrict(cpu, amp) { return ++count; }
	int next() const restrict(cpu, amp) { return count + 1; }
};
struct column {
	array_view<int> values;
	int offset;
	int first() const restrict(cpu, amp) { return values[0] + offset; }
};
template <typename T, int N> int size_of(const T (&)[N]) restrict(cpu, amp) { return N; }
template <typename T> struct is_const { static const int value = 0; };
template <typename T> struct is_const<const T> { static const int value = 1; };
template <typename T> struct is_reference { static const int value = 0; };
template <typename T> struct is_reference<T &> { static const int value = 1 + is_const<T>::value; };

// Arrays that come as parameters.
template <typename T, int N> static int sum_of(array_view<T> out, const T (&weights)[N], T (&sums)[2])
{
	const T start = weights[0];
	parallel_for_each(out.extent, [=](index<1> i) mutable restrict(amp) {
		for (int k = 0; k < size_of(weights); k++)
			sums[k & 1] += weights[k];
		out[i] = start + sums[0] + 10 * sums[1] + 100 * which(sums[0]) + 1000 * which(weights[0]) +
		         10000 * which(start) + 100000 * is_const<decltype(start)>::value;
	});
	return out[0];
}

// Arrays that a template takes for anything.
template <typename Weights, typename Sums>
static int sum_of_any(array_view<int> out, const Weights &weights, Sums &sums)
{
	const auto &last = weights[2];
	auto &same = sums;
	parallel_for_each(out.extent, [=](index<1> i) mutable restrict(amp) {
		sums[1] = same[1];
		for (const int &weight : weights)
			sums[0] += weight;
		for (int k = size_of(weights); k-- > 0;)
			sums[1] += weights[k];
		auto next = [=](long k) { return *(weights + k) + *same; };
		static_assert(sizeof(weights) == 3 * sizeof(int), "");
		out[i] = sums[0] + 10 * sums[1] + 100 * next(1) + 1000 * last;
	});
	return out[0];
}

int main()
{
	std::vector<int> data(22), ten(1, 10);
	array_view<int> out(data);
	int n = 5, odd[3] = {1, 3, 5}, table[2][2] = {{1, 2}, {3, 4}};
	const int limit = n;
	const int &to_limit = limit, &to_n = n;
	int &changed = n;
	const int even[3] = {n - 5, 2, n - 1};
	int(&to_odd)[3] = odd;
	const auto &read_odd = odd;
	auto &row = table[1];
	counter a = {1};
	const counter b = {1};
	const column c = {array_view<int>(1, ten), 1};
	const array_view<const int> v(1, ten);
	parallel_for_each(extent<1>(1), [=](index<1>) mutable restrict(amp) {
		out[0] = which(limit);
		out[1] = which(to_limit);
		out[2] = which(to_n);
		out[3] = which(changed);
		out[4] = which(even[1]);
		out[5] = which(to_odd[1]);
		out[6] = which(read_odd[1]);
		out[7] = a.next() + 10 * a.next();
		out[8] = b.next() + 10 * b.next();
		out[9] = c.first() + v[0];
		to_odd[2] += 2;
		out[10] = to_odd[2];
		out[11] = size_of(even) + read_odd[2];
	});
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		out[12] = size_of(to_odd);
		out[13] = size_of(read_odd) + size_of(row);
		out[14] = row[0] + row[1];
		out[15] = is_const<decltype(limit)>::value;
		out[16] = is_const<decltype(n)>::value;
		out[17] = [=](int k) { return row[k] + to_odd[k]; }(1);
		out[18] = is_reference<decltype(n)>::value + is_reference<decltype(changed)>::value;
		out[19] = is_reference<decltype(to_limit)>::value;
		out[20] = is_reference<decltype(row)>::value > 0;
		decltype(to_n) same = to_n;
		out[21] = same;
	});
	const int expected[] = {2, 2, 2, 1, 2, 1, 2, 32, 22, 21, 7, 8, 3, 5, 7, 1, 0, 7, 1, 2, 1, 5};
	for (int i = 0; i < 22; i++)
		CHECK(out[i] == expected[i]);
	CHECK(odd[2] == 5);
	int sums[2] = {0, 0};
	CHECK(sum_of(array_view<int>(1, ten), even, sums) == 0 + 4 + 10 * 2 + 100 + 2000 + 20000 + 100000);
	CHECK(sum_of_any(array_view<int>(1, ten), odd, sums) == 9 + 90 + 300 + 5000);
	std::puts("ok");
}
