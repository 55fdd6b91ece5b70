// Barriers that reach functions by parameters of template types, or within objects: each waits,
// on the CPU, too, where tiles are loops over their threads.
#include "../check.h"
#include <amp.h>
using namespace concurrency;

template <typename B> void by_reference(const B &b) restrict(amp) { b.wait(); }
template <typename B> void by_value(B b) restrict(amp) { b.wait(); }
template <typename I> void by_index(const I &i) restrict(amp) { i.barrier.wait(); }
template <typename B> void deeper(const B &b) restrict(amp) { by_reference(b); }
inline void into_template(const tile_barrier &b) restrict(amp) { by_reference(b); }
template <typename R, typename B> R with_result(const B &b) restrict(amp)
{
	b.wait();
	return R();
}
template <typename A, typename B> void behind(A &array, bool, const B &b) restrict(amp)
{
	(void)array;
	b.wait();
}
template <typename B> void specialized(const B &b) restrict(amp) { (void)b; }
template <> void specialized(const tile_barrier &b) restrict(amp) { b.wait(); }
template <typename B, typename F> void called(const B &b, F f) restrict(amp) { f(b); }

struct holder {
	tile_barrier b;
	holder(const tile_barrier &b) restrict(amp) : b(b) {}
	holder(const tiled_index<32> &i) restrict(amp) : b(i.barrier) {}
	void wait() const restrict(amp) { b.wait(); }
	template <typename B> static void of(const B &b) restrict(amp) { b.wait(); }
};
inline void converted(const holder &h) restrict(amp) { h.wait(); }

// The tile's numbers the other way around, with a barrier in between.
#define REVERSED(name, ...) \
	static void name(array_view<int> out) \
	{ \
		parallel_for_each(out.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) { \
			tile_static int a[32]; \
			const int l = t.local[0]; \
			a[l] = t.global[0]; \
			__VA_ARGS__; \
			out[t.global] = a[31 - l]; \
		}); \
	}
REVERSED(reference, by_reference(t.barrier))
REVERSED(value, by_value(t.barrier))
REVERSED(index_itself, by_index(t))
REVERSED(deep, deeper(t.barrier))
REVERSED(from_function, into_template(t.barrier))
REVERSED(result, (void)with_result<int>(t.barrier))
REVERSED(second, behind(a, l < 3, t.barrier))
REVERSED(specialization, specialized(t.barrier))
REVERSED(function_object, called(t.barrier, [](const tile_barrier &b) restrict(amp) { b.wait(); }))
REVERSED(static_member, holder::of(t.barrier))
REVERSED(conversion, converted(t.barrier))
REVERSED(conversion_of_index, converted(t))
REVERSED(copy, auto b = t.barrier; b.wait())
REVERSED(copy_of_index, tiled_index<32> u = t; u.barrier.wait())

int main()
{
	void (*const all[])(array_view<int>) = {
		reference, value, index_itself, deep, from_function, result, second, specialization,
		function_object, static_member, conversion, conversion_of_index, copy, copy_of_index};

	for (auto *reverse : all) {
		int data[64] = {};
		array_view<int> v(64, data);
		reverse(v);
		for (int i = 0; i < 64; i++)
			CHECK(v[i] == i / 32 * 32 + 31 - i % 32);
	}
	std::puts("ok");
}
