// Names that the library and the standard library have, with both namespaces used, as Visual C++ takes
// them: array, extent, norm; and functions of both, which overload resolution tells apart.
#include "../check.h"
#include <algorithm>
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <complex>
#include <functional>
#include <memory>
#include <numeric>
#include <type_traits>
using namespace std;
using namespace concurrency;
using namespace concurrency::graphics;

#define MATRIX array<float, 2>

static extent<2> shape_of(const array<float, 2> &a) { return a.extent; }
template <typename T, int N = 1> using column = array<T, N>;

// never instantiated
template <typename T> void fill_later(array<T, 1> &a, T value)
{
	array<T, 1> copies(a.extent);
	extent<1> e = a.extent;
	parallel_for_each(e, [=, &copies](index<1> i) restrict(amp) { copies[i] = value; });
}

template <typename T, int N> T sum_of(array<T, N> &a)
{
	vector<T> all(a.extent.size());
	copy(a, all.begin());
	return accumulate(all.begin(), all.end(), T());
}

// in a list of initializers, with a colon in front
struct table :array<int, 1> {
	int rows;
	explicit table(int n) :array<int, 1>(n), rows(n) {}
};

class grid {
	unique_ptr<array<float, 2>> cells;
	extent<2> size;

  public:
	grid(int rows, int columns) : cells(new array<float, 2>(rows, columns)), size(rows, columns) {}
	operator array<float, 2> &() { return *cells; }
	void fill(float value)
	{
		array<float, 2> &a = *cells;
		parallel_for_each(size, [&a, value](index<2> i) restrict(amp) {
			extent<2> e = a.extent;
			a[i] = e.contains(i) ? value : 0;
		});
	}
};

namespace tools {
using concurrency::array;
static int half(int a) restrict(cpu, amp) { return a / 2; }
int rank_of(const array<int, 3> &) { return array<int, 3>::rank; }
} // namespace tools

// a call in a template that means functions of several namespaces, with a name that std has as well
namespace sorting {
template <typename T> void swap(T &a, T &b) restrict(cpu, amp)
{
	T old = a;
	a = b;
	b = old;
}
inline float norm(float x) restrict(cpu, amp) { return x * x; }
template <typename T> void order(const array_view<T> &pairs)
{
	parallel_for_each(extent<1>(pairs.extent[0] / 2), [=](index<1> i) restrict(amp) {
		T &a = pairs[2 * i[0]], &b = pairs[2 * i[0] + 1];
		if (norm(b) < norm(a))
			swap(a, b);
	});
}
} // namespace sorting

namespace counted {
struct number {
	int value, swaps;
};
static int norm(const number &n) restrict(cpu, amp) { return n.value * n.value; }
static void swap(number &a, number &b) restrict(cpu, amp)
{
	number old = {a.value, a.swaps + 1};
	a = {b.value, b.swaps + 1};
	b = old;
}
} // namespace counted

static float twice(float x) restrict(amp)
{
	using namespace concurrency::fast_math;
	return 2 * x + sin(0.0f) + fabs(0.0f);
}

int main()
{
	grid g(3, 4);
	g.fill(2);
	MATRIX &a = g;
	CHECK(shape_of(a) == extent<2>(3, 4) && sum_of(a) == 24);

	column<int> c(8);
	vector<int> numbers(8);
	iota(numbers.begin(), numbers.end(), 0);
	copy(numbers.begin(), numbers.end(), c);
	parallel_for_each(c.extent, [&c](index<1> i) restrict(amp) {
		c[i] = i[0] % 2 ? c[i]:tools::half(c[i]);
		atomic_fetch_add(&c[i], 1);
	});
	copy(c, numbers.begin());
	CHECK(numbers[3] == 4 && numbers[6] == 4);
	function<int(array<int, 1> &)> add = [](array<int, 1> &x) { return sum_of(x); };
	CHECK(add(c) == 1 + 2 + 2 + 4 + 3 + 6 + 4 + 8);

	table t(3);
	CHECK(t.rows == 3 && sizeof(array<int, 1>) == sizeof(column<int, 1>));
	CHECK(tools::rank_of(array<int, 3>(1, 2, 3)) == 3);

	array_view<float> v(4);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		norm n(0.5f);
		v[i] = twice(float(n) * i[0]);
	});
	CHECK(v[3] == 3 && std::norm(complex<float>(3, 4)) == 25);

	counted::number pairs[] = {{2, 0}, {-1, 0}, {0, 0}, {5, 0}};
	sorting::order(array_view<counted::number>(4, pairs));
	CHECK(pairs[0].value == -1 && pairs[0].swaps == 1 && pairs[1].value == 2 && pairs[3].swaps == 0);
	sorting::order(v);
	CHECK(v[0] == 0 && v[3] == 3);
	std::puts("ok");
}
