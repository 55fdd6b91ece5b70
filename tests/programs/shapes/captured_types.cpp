// A captured container has its declared type in a kernel, too: in templates and overloads that it
// is given to, in decltype and auto
#include "../check.h"
#include <amp.h>
#include <amp_graphics.h>
#include <type_traits>
#include <vector>
using namespace concurrency;
using namespace concurrency::graphics;

// What a type is, by partial specialization: traits as users' libraries have them.
template <typename V> struct kind_of { static const int value = 0; };
template <typename T, int N> struct kind_of<array_view<T, N>> { static const int value = 10 + N; };
template <typename T, int N> struct kind_of<array<T, N>> { static const int value = 20 + N; };
template <typename T, int N> struct kind_of<texture<T, N>> { static const int value = 30 + N; };
template <typename T, int N> struct kind_of<texture_view<T, N>> { static const int value = 40 + N; };

template <typename V> int by_value(V) restrict(cpu, amp) { return kind_of<V>::value; }
template <typename V> int by_constant(const V &) restrict(cpu, amp) { return kind_of<V>::value; }
template <typename V> int by_reference(V &) restrict(cpu, amp)
{
	return kind_of<typename std::remove_const<V>::type>::value;
}

// The host copies and destroys what is captured; a kernel reads its bytes.
struct of_host {
	int n;
	of_host(int k) : n(k) {}
	of_host(const of_host &o) : n(o.n) {}
	~of_host() { n = 0; }
};

static int in_wide_kernel()
{
	array_view<int> v(64);
	const of_host k(5);
	v.discard_data();
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = k.n + i[0]; });
	return v[63] - 63;
}

// The more special overload is the better match only if the types are the same.
template <typename T, int N> int overload(const array_view<T, N> &) restrict(cpu, amp) { return 1; }
template <typename T, int N> int overload(const array<T, N> &) restrict(cpu, amp) { return 2; }
template <typename T> int overload(const T &) restrict(cpu, amp) { return 3; }

template <template <typename, int> class Container, typename T, int N>
int rank_of(const Container<T, N> &) restrict(cpu, amp)
{
	return N;
}
template <typename V> typename V::value_type first(const V &v) restrict(cpu, amp)
{
	return v[index<V::rank>()];
}

// Lines that are wrong, where a template's parameters are the types.
template <typename View, typename Array> int in_template(const View &v, Array &a)
{
	std::vector<int> data(1, -1);
	array_view<int> line(data);
	parallel_for_each(line.extent, [=, &a](index<1> i) restrict(amp) {
		typedef typename decltype(v.extent)::value_type number;
		auto copied = v;
		line[i] = by_value(v) != kind_of<View>::value        ? __LINE__
		          : by_reference(a) != kind_of<Array>::value ? __LINE__
		          : kind_of<decltype(copied)>::value != 11   ? __LINE__
		          : overload(v) != 1 || overload(a) != 2     ? __LINE__
		          : first(v) != first(a)                     ? __LINE__
		                                                     : number();
	});
	return line[0];
}

template <typename... Views> int in_packs(const Views &...views)
{
	std::vector<int> data(1);
	array_view<int> line(data);
	parallel_for_each(line.extent, [=](index<1> i) restrict(amp) {
		const int kinds[] = {by_value(views)...};
		for (unsigned n = 0; n < sizeof...(views); n++)
			line[i] += kinds[n];
	});
	return line[0];
}

int in_tiles(const array_view<int> &v)
{
	std::vector<int> data(8);
	array_view<int> kinds(data);
	parallel_for_each(kinds.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
		tile_static int shared[4];
		array_view<int> part = v.section(t.tile_origin[0], 4);
		shared[t.local[0]] = by_value(v) + part[t.local];
		t.barrier.wait();
		kinds[t] = shared[3 - t.local[0]] + by_value(part) + overload(part);
	});
	for (int i = 1; i < 8; i++)
		CHECK(kinds[i] == kinds[0]);
	return kinds[0];
}

int main()
{
	std::vector<int> data(8, 5), results(32);
	array_view<int> v(data), out(results);
	const array_view<const int, 2> w(2, 4, data);
	array<int, 2> a(2, 4, data.begin());
	const array<int, 2> &c = a;
	texture<int, 1> t(8, data.begin(), data.end());
	const texture_view<const int, 1> reading(t);
	const int c_array[] = {1, 2, 3};
	auto kind = [](const array_view<int> &x) restrict(cpu, amp) { return by_constant(x); };
	parallel_for_each(extent<1>(1), [=, &a, &c, &t](index<1>) restrict(amp) {
		static_assert(std::is_same<decltype(v), array_view<int>>::value, "");
		static_assert(decltype(w)::rank == 2 && decltype(a)::rank == 2, "");
		out[0] = by_value(v);
		out[1] = by_constant(w);
		out[2] = by_reference(v);
		out[3] = by_reference(a);
		out[4] = by_constant(c);
		out[5] = by_constant(t);
		out[6] = by_value(reading);
		out[7] = overload(v);
		out[8] = overload(w);
		out[9] = overload(a);
		out[10] = overload(c);
		out[11] = overload(w[1]);
		out[12] = rank_of(w) + rank_of(a) + rank_of(reading);
		out[13] = first(v) + first(w) + first(a) + first(c);
		auto copied = v;
		auto &same = w;
		array_view<const int> read = copied;
		out[14] = by_value(copied);
		out[15] = by_reference(same);
		out[16] = by_value(read);
		out[17] = kind(v);
		out[18] = overload(true ? v : copied);
		auto inner = [=](int k) { return by_value(v) + k; };
		auto other = [&] { return by_reference(a); };
		out[19] = inner(1);
		out[20] = other();
		(v)[7] = 6; // no more than its elements
		out[21] = (copied)[7];
		out[22] = static_cast<int>(std::extent<decltype(c_array)>::value) + c_array[2];
	});
	out.synchronize();
	const int expected[] = {11, 12, 11, 22, 22, 31, 41, 1, 1, 2, 2, 1, 5, 20, 11, 12, 11, 11, 1, 12, 22, 6, 6};
	for (unsigned i = 0; i < sizeof(expected) / sizeof(*expected); i++)
		if (results[i] != expected[i]) {
			std::printf("%u: %d, not %d\n", i, results[i], expected[i]);
			return 1;
		}

	const std::vector<int> fives(8, 5);
	array<int> line(8, fives.begin());
	CHECK(in_template(v, line) == 0);
	CHECK(in_packs(v, w, reading) == 11 + 12 + 41);
	CHECK(in_tiles(array_view<int>(line)) == 11 + 5 + 11 + 1);
	CHECK(in_wide_kernel() == 5);
	std::puts("ok");
}
