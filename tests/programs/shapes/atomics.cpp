// Every atomic operation on each type and each kind of memory: a view's, a tile's,
// a thread's own. All threads of a tile hit one element.
//
// nvcc warns of atomic operations on a thread's own memory, which are not run:
// options: -w
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static const int tile = 64, tiles = 5;

// What 64 threads with n = 0 to 63 leave in *p, whatever their order.
template <typename T> void hit(T *p, int n) restrict(amp)
{
	atomic_fetch_add(p + 0, T(n));
	atomic_fetch_sub(p + 1, T(n));
	atomic_fetch_max(p + 2, T(n));
	atomic_fetch_min(p + 3, T(n));
	atomic_fetch_and(p + 4, T(~(1 << n % 31)));
	atomic_fetch_or(p + 5, T(1 << n % 31));
	atomic_fetch_xor(p + 6, T(1 << n % 31));
	atomic_fetch_inc(p + 7);
	atomic_fetch_dec(p + 8);
	T seen = p[9]; // a sum by compare and exchange
	while (!atomic_compare_exchange(p + 9, &seen, T(seen + n)))
		;
	if (n == 63)
		atomic_exchange(p + 10, T(n));
}

static const int count = 11;

template <typename T> void check_all(const T *p)
{
	const T sum = 63 * 64 / 2;
	CHECK(p[0] == 1000 + sum && p[1] == T(1000) - sum);
	CHECK(p[2] == 1000 && p[3] == 0);
	CHECK(p[4] == 0 && p[5] == 0x7fffffff);
	T odd = 1000;
	for (int n = 0; n < tile; n++)
		odd ^= T(1 << n % 31);
	CHECK(p[6] == odd && p[7] == 1000 + tile && p[8] == 1000 - tile && p[9] == 1000 + sum);
	CHECK(p[10] == 63);
}

template <typename T> void check_memory()
{
	std::vector<T> shared(tiles * count, T(1000)), global(tiles * count, T(1000)), own(tiles * count);
	array_view<T, 1> s(tiles * count, shared), g(tiles * count, global), o(tiles * count, own);
	parallel_for_each(extent<1>(tiles * tile).tile<tile>(), [=](tiled_index<tile> t) restrict(amp) {
		tile_static T in_tile[count];
		const int n = t.local[0], first = t.tile[0] * count;
		if (n < count)
			in_tile[n] = 1000;
		t.barrier.wait();
		hit(in_tile, n);
		hit(&g[first], n);
		t.barrier.wait();
		if (n < count)
			s[first + n] = in_tile[n];
		// A thread alone.
		T mine[count];
		for (int i = 0; i < count; i++)
			mine[i] = 1000;
		for (int i = 0; i < tile; i++)
			hit(mine, (i + n) % tile);
		for (int i = 0; i < count && n == 17; i++)
			o[first + i] = mine[i];
	});
	s.synchronize();
	g.synchronize();
	o.synchronize();
	for (int i = 0; i < tiles; i++) {
		check_all(&shared[i * count]);
		check_all(&global[i * count]);
		check_all(&own[i * count]);
	}
}

// What the operations return, of one thread; and exchange of floats.
static void check_results()
{
	array_view<int, 1> v(12);
	array_view<float, 1> f(2);
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		int own = 40;
		v[0] = 40;
		v[1] = atomic_fetch_add(&v[0], 2) + atomic_fetch_add(&own, 2);   // 40 + 40
		v[2] = atomic_exchange(&v[0], 7) + atomic_exchange(&own, 7);     // 42 + 42
		v[3] = atomic_fetch_max(&v[0], 9) + atomic_fetch_max(&own, 3);   // 7 + 7
		v[4] = atomic_fetch_inc(&v[0]) + atomic_fetch_dec(&own);         // 9 + 7
		int expected = 3;
		v[5] = atomic_compare_exchange(&v[0], &expected, 1) ? -1 : expected; // 10
		v[6] = atomic_compare_exchange(&own, &expected, 1) ? -1 : expected;  // 6
		v[7] = atomic_compare_exchange(&own, &expected, 1) ? own : -1;       // 1
		float mine = 2.5f;
		f[0] = 1.5f;
		f[1] = atomic_exchange(&mine, 4.0f) + atomic_exchange(&f[0], mine); // 2.5 + 1.5
	});
	CHECK(v[1] == 80 && v[2] == 84 && v[3] == 14 && v[4] == 16);
	CHECK(v[5] == 10 && v[6] == 6 && v[7] == 1 && v[0] == 10);
	CHECK(f[1] == 4.0f && f[0] == 4.0f);
}

int main()
{
	check_memory<int>();
	check_memory<unsigned>();
	check_results();
	std::puts("ok");
}
