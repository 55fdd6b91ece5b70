// Names that nvcc takes for dependent, and the parser does not: they need `template` and `typename` in the units.
// options: -std=c++17
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct numbers {
	template <typename T> struct in {
		T n;
	};
	typedef int number;
	template <typename T> T cast(int n) const restrict(cpu, amp) { return T(n); }
	template <int N> static int constant() restrict(cpu, amp) { return N; }
};
static numbers make(int) restrict(cpu, amp) { return numbers(); }

template <typename T> struct box {
	T value;
	box(T value) restrict(cpu, amp) : value(value) {}
};
template <typename T> box(T) -> box<T>;
box(const char *) -> box<int>;

template <template <typename> class C> int size_of() restrict(cpu, amp) { return int(sizeof(C<int>)); }
template <typename T> auto trailing(T x) restrict(cpu, amp) -> box<T> { return box<T>(x); }

template <int N, typename T> void run(array_view<T> v)
{
	typedef numbers mine;

	parallel_for_each(v.extent.template tile<N>(), [=](tiled_index<N> t) restrict(amp) {
		typedef numbers V;
		const auto n = make(N);
		V::number a = n.cast<int>(N);
		V::in<T> b = {T(1)};
		decltype(n)::number c = V::constant<3>();
		mine::in<int> d = {2};

		v[t.global] = T(a + b.n + c + d.n + box(T(7)).value + trailing(T(1)).value + size_of<V::in>());
	});
}

// The extent is one of an argument whose type is a parameter.
template <typename T> void tile(const T &x)
{
	array_view<const T> v(32, &x);
	std::vector<T> result(32);
	array_view<T> to(32, result);
	auto kernel = [=](tiled_index<16> t) restrict(amp) { to[t.global] = T(t.local[0]); };

	parallel_for_each(extent<1>(32).tile<16>(), kernel);
	to.synchronize();
	for (int i = 0; i < 32; i++)
		CHECK(result[i] == T(i % 16));
}

int main()
{
	std::vector<int> data(32);
	array_view<int> v(32, data);
	run<16>(v);
	for (int i = 0; i < 32; i++)
		CHECK(v[i] == 16 + 1 + 3 + 2 + 7 + 1 + 4);
	std::vector<int> x(32);
	tile(x[0]);
	std::puts("ok");
}
