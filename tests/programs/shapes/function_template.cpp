// Kernels in function templates: type, value and pack parameters; several
// instantiations; explicit ones; two kernels in one template; tiles, and variables
// whose constructor is known only to an instantiation.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename T> void scale(array_view<T, 1> v, T s)
{
	static const int K = 4;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= s * K; });
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += T(1); });
}

template <int N, bool Negate> void fill(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = Negate ? -N : N; });
}

template <int Rank, typename T> void number(array_view<T, Rank> v)
{
	parallel_for_each(v.extent, [=](index<Rank> i) restrict(amp) {
		T n = 0;
		for (int d = 0; d < Rank; d++)
			n = 10 * n + i[d];
		v[i] = n;
	});
}

template <typename First, typename... Rest>
int size_of_all(First, Rest... rest) restrict(cpu, amp);
inline int size_of_all() restrict(cpu, amp) { return 0; }
template <typename First, typename... Rest>
int size_of_all(First, Rest... rest) restrict(cpu, amp)
{
	return static_cast<int>(sizeof(First)) + size_of_all(rest...);
}

template <typename... Types> void sizes(array_view<int, 1> v)
{
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = size_of_all(Types()...) + static_cast<int>(sizeof...(Types));
	});
}

template <typename T> struct two {
	T a, b;
	two(T a, T b) restrict(amp) : a(a), b(b) {}
};

// Each element becomes the double of the one that mirrors it in its tile.
template <typename T> void mirror(array_view<T, 1> v)
{
	parallel_for_each(v.extent.template tile<5>(), [=](tiled_index<5> t) restrict(amp) {
		tile_static T tile[5];
		const two<T> both(v[t.global], v[t.global]);
		tile[t.local[0]] = both.a + both.b;
		if (both.a > 0)
			tile[t.local[0]] += 0;
		t.barrier.wait();
		v[t.global] = tile[4 - t.local[0]];
	});
}

template void scale<double>(array_view<double, 1>, double);

// Constants of classes that depend on parameters: the kernel calls them.
template <typename T> struct scaled {
	T by;
	explicit scaled(T by) restrict(cpu, amp) : by(by) {}
	T operator()(T x) const restrict(cpu, amp) { return by * x; }
};
template <typename T> struct sum {
	T operator()(T a, T b) const restrict(cpu, amp) { return a + b; }
};
template <typename Op, template <typename> class Other, typename T> void combine(array_view<T, 1> v)
{
	const Op op{};
	const Other<T> other{};
	const scaled<T> scale(T(3));
	const T one = T(1);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = other(scale(op(v[i], one)), v[i]); });
}

// A class of which there are no constants, as a template parameter.
struct times {
	int by;
	explicit times(int by) : by(by) {}
	int operator()(int x) const restrict(cpu, amp) { return x * by; }
	int operator*(int x) const restrict(cpu, amp) { return x * by; }
};
template <typename Op> void apply(array_view<int, 1> v)
{
	const Op op(7);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = op(v[i]); });
}
template <typename T> void multiply(array_view<int, 1> v)
{
	const T gain(2), count{2};
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i] = gain * v[i] + (count * v[i] - v[i] * 2);
	});
}

int main()
{
	std::vector<int> ints(10, 1);
	std::vector<float> floats(10, 1.5f);
	std::vector<double> doubles(10, 0.25);
	array_view<int, 1> i(10, ints);
	array_view<float, 1> f(10, floats);
	array_view<double, 1> d(10, doubles);
	scale(i, 3);
	scale(f, 2.0f);
	scale(d, 8.0);
	for (int k = 0; k < 10; k++) {
		CHECK(i[k] == 13);
		CHECK(f[k] == 13);
		CHECK(d[k] == 9);
	}
	fill<5, false>(i);
	CHECK(i[3] == 5);
	fill<6, true>(i);
	CHECK(i[9] == -6);
	std::vector<int> cube(24);
	number(array_view<int, 3>(2, 3, 4, cube));
	CHECK(cube[23] == 123);
	number<2>(array_view<int, 2>(6, 4, cube));
	CHECK(cube[23] == 53);
	for (int k = 0; k < 10; k++)
		i[k] = k;
	mirror(i);
	CHECK(i[0] == 8 && i[4] == 0 && i[5] == 18 && i[9] == 10);
	sizes<int, float, double>(i);
	CHECK(i[0] == 16 + 3);
	i[2] = 5;
	combine<sum<int>, sum>(i);
	CHECK(i[2] == 3 * 6 + 5);
	apply<times>(i);
	CHECK(i[2] == 7 * (3 * 6 + 5));
	multiply<times>(i);
	multiply<int>(i);
	CHECK(i[2] == 2 * 2 * 7 * (3 * 6 + 5));
	std::puts("ok");
}
