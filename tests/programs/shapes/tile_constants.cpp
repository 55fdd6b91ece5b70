// Constants in tiled kernels: those of tiles hidden by variables, and bounds of tile_static arrays from
// constants of each kind, in loops over the tile's threads and in fibers.
// options: -std=c++17
#include "../check.h"
#include <amp.h>
using namespace concurrency;

typedef int index_t;
enum class padding { none, one };
enum { shared_size = 8 };
struct limits {
	static const int size = 8;
	enum { extra = 1 };
};
constexpr int doubled(int n) { return 2 * n; }

template <typename Reverse> static void check_reversed(Reverse reverse)
{
	int data[16];
	for (int i = 0; i < 16; i++)
		data[i] = i;
	array_view<int, 1> v(16, data);
	reverse(v);
	for (int i = 0; i < 16; i++)
		CHECK(v[i] == i / 8 * 8 + 7 - i % 8);
}

// A local N in the kernel hides the N of tile<N>, at once or in a block.
static void hidden(array_view<int, 1> v)
{
	const int N = 8;
	parallel_for_each(v.extent.tile<N>(), [=](tiled_index<N> t) restrict(amp) {
		tile_static int s[N];
		int l = t.local[0];
		int N = v.extent[0] / 2;
		s[l] = v[t];
		t.barrier.wait();
		v[t] = s[N - 1 - l];
	});
}

static void hidden_in_block(array_view<int, 1> v)
{
	const int N = 8;
	parallel_for_each(v.extent.tile<N>(), [=](tiled_index<N> t) restrict(amp) {
		tile_static int s[N];
		const int l = t.local[0] + N - 8;
		{
			int N = v.extent[0] - 16, tiled_index = 0;
			s[l + N] = v[t];
			t.barrier.wait();
			const int other = s[7 - l];
			t.barrier.wait();
			s[l] = other + tiled_index;
		}
		t.barrier.wait();
		v[t] = s[l + N - 8];
	});
}

template <int N> static void hidden_index(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<N>(), [=](const tiled_index<N> &t) restrict(amp) {
		tile_static int s[N];
		index_t l = t.local[0];
		int index_t = v.extent[0];
		s[l] = v[t];
		t.barrier.wait();
		v[t] = s[index_t - 9 - l];
	});
}

// The constants of the functions around, of which one hides another.
static void hidden_outside(array_view<int, 1> v)
{
	const int N = 4;
	{
		const int M = N * 2;
		const int N = 8;
		parallel_for_each(v.extent.tile<M>(), [=](tiled_index<N> t) restrict(amp) {
			tile_static int s[M];
			s[t.local[0]] = v[t];
			t.barrier.wait();
			v[t] = s[N - 1 - t.local[0]];
		});
	}
}

template <int P, padding Pad, int B, typename T> static void dependent(array_view<T, 1> v)
{
	parallel_for_each(v.extent.template tile<B>(), [=](tiled_index<B> t) restrict(amp) {
		const int pad = (P && Pad != padding::none ? 1 : 0);
		tile_static T s[B + pad];
		s[t.local[0]] = v[t];
		t.barrier.wait();
		v[t] = s[B - 1 - t.local[0]];
	});
}

template <typename T> struct traits {
	static const int size = sizeof(T) * 2;
};

template <typename T, typename Traits> static void of_classes(array_view<T, 1> v)
{
	parallel_for_each(v.extent.template tile<Traits::size>(), [=](tiled_index<Traits::size> t) restrict(amp) {
		const int size = Traits::size, more = size + limits::extra;
		static_assert(more == size + 1, "");
		typedef T row[more];
		tile_static row s;
		s[t.local[0]] = v[t];
		t.barrier.wait();
		v[t] = s[size - 1 - t.local[0]];
	});
}

static void enumerators(array_view<int, 1> v)
{
	enum { local_size = shared_size };
	parallel_for_each(v.extent.tile<local_size>(), [=](tiled_index<local_size> t) restrict(amp) {
		enum { inner = local_size * 2 };
		enum class strong { pad = inner + 1 };
		const int pad = (int)strong::pad;
		tile_static int s[inner][pad];
		s[t.local[0]][pad - 1] = v[t];
		t.barrier.wait();
		v[t] = s[local_size - 1 - t.local[0]][(int)strong::pad - 1];
	});
}

static void of_sizes(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		int mine = v[t];
		const int size = sizeof(mine) * 2, odd = size % 2 == 0 ? size + 1 : size;
		const bool pads = odd > size;
		tile_static int s[pads ? odd : size];
		s[t.local[0]] = mine;
		t.barrier.wait();
		static_assert(sizeof(mine) == 4, "");
		v[t] = s[size - 1 - t.local[0]];
	});
}

static void constexprs(array_view<int, 1> v)
{
	struct shape {
		int rows, columns;
	};
	constexpr shape outer = {2, 4};
	constexpr int n = doubled(4);
	parallel_for_each(v.extent.tile<n>(), [=](tiled_index<n> t) restrict(amp) {
		constexpr shape inner = {outer.rows * 2, 2};
		constexpr int size = doubled(inner.rows);
		static constexpr const int columns = inner.columns;
		tile_static int s[inner.rows][columns];
		tile_static int copy[size];
		s[t.local[0] / 2][t.local[0] % 2] = v[t];
		t.barrier.wait();
		copy[t.local[0]] = s[t.local[0] / inner.columns][t.local[0] % inner.columns];
		t.barrier.wait();
		v[t] = copy[size - 1 - t.local[0]];
	});
}

// A function object, and functions that wait.
template <int N> struct reverser {
	array_view<int, 1> v;
	static const int pad = N / 8, count = N;
	void operator()(tiled_index<count> t) const restrict(amp)
	{
		const int size = N + pad;
		tile_static int s[size];
		int count = v.extent[0] / 2;
		s[t.local[0]] = v[t];
		t.barrier.wait();
		v[t] = s[count - 1 - t.local[0]];
	}
};

template <int N, typename T> static T reversed(T x, tiled_index<N> t) restrict(amp)
{
	const int size = N, pad = sizeof(T) > 2 ? 1 : 0;
	tile_static T s[size + pad];
	const int l = t.local[0];
	s[l] = x;
	t.barrier.wait();
	int tiled_index = size - 1;
	T result = s[tiled_index - l];
	t.barrier.wait();
	return result;
}

static void in_functions(array_view<int, 1> v)
{
	parallel_for_each(v.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
		int x = v[t];
		x = reversed(x, t);
		v[t] = x;
	});
}

int main()
{
	check_reversed(hidden);
	check_reversed(hidden_in_block);
	check_reversed(hidden_index<8>);
	check_reversed(hidden_outside);
	check_reversed(dependent<1, padding::one, 8, int>);
	check_reversed(dependent<1, padding::none, 8, int>);
	check_reversed(of_classes<int, limits>);
	check_reversed(of_classes<int, traits<float>>);
	check_reversed(enumerators);
	check_reversed(of_sizes);
	check_reversed(constexprs);
	check_reversed([](array_view<int, 1> v) { parallel_for_each(v.extent.tile<8>(), reverser<8>{v}); });
	check_reversed(in_functions);
	std::puts("ok");
}
