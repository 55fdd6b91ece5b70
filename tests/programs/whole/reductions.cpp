// Reductions by policies: strategies and operators as template template parameters, tile memory in a class, barriers passed
// by value and by reference, an unrolled recursion of templates.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <vector>
#include <numeric>
#include <string>
namespace reduction
{
using concurrency::array;
using concurrency::array_view;
using concurrency::extent;
using concurrency::index;
using concurrency::parallel_for_each;
using concurrency::tile_barrier;
using concurrency::tiled_extent;
using concurrency::tiled_index;
template <typename T>
struct sum {
	static inline T zero() restrict(cpu, amp)
	{
		return T();
	}
	static inline void into(T &a, const T &b) restrict(cpu, amp)
	{
		a += b;
	}
};
template <typename T>
struct maximum {
	static inline T zero() restrict(cpu, amp)
	{
		return T(-(1 << 30));
	}
	static inline void into(T &a, const T &b) restrict(cpu, amp)
	{
		if (b > a)
			a = b;
	}
};
template <typename T, int N>
struct tile_memory {
	T v[N];
	T &operator[](int i) restrict(amp)
	{
		return v[i];
	}
	const T &operator[](int i) const restrict(amp)
	{
		return v[i];
	}
};
struct interleaved {
	template <class Op, int N, class M>
	static void run(M &m, int l, const tile_barrier &b) restrict(amp)
	{
		for (int s = 1; s < N; s *= 2) {
			if (l % (2 * s) == 0)
				Op::into(m[l], m[l + s]);
			b.wait();
		}
	}
};
struct strided {
	template <class Op, int N, class M>
	static void run(M &m, int l, const tile_barrier &b) restrict(amp)
	{
		for (int s = 1; s < N; s *= 2) {
			int i = 2 * s * l;
			if (i < N)
				Op::into(m[i], m[i + s]);
			b.wait();
		}
	}
};
struct sequential {
	template <class Op, int N, class M>
	static void run(M &m, int l, tile_barrier b) restrict(amp)
	{
		for (int s = N / 2; s > 0; s >>= 1) {
			if (l < s)
				Op::into(m[l], m[l + s]);
			b.wait_with_tile_static_memory_fence();
		}
	}
};
template <int N>
struct unrolled_step {
	template <class Op, class M>
	static void go(M &m, int l, const tile_barrier &b) restrict(amp)
	{
		if (l < N)
			Op::into(m[l], m[l + N]);
		b.wait();
		unrolled_step<N / 2>::template go<Op>(m, l, b);
	}
};
template <>
struct unrolled_step<0> {
	template <class Op, class M>
	static void go(M &, int, const tile_barrier &) restrict(amp)
	{
	}
};
struct unrolled {
	template <class Op, int N, class M>
	static void run(M &m, int l, const tile_barrier &b) restrict(amp)
	{
		unrolled_step<N / 2>::template go<Op>(m, l, b);
	}
};
template <class T, template <class> class Op, class Strategy, int TileSize = 64, int PerThread = 2>
struct reducer {
	typedef Op<T> op;
	typedef tiled_index<TileSize> tidx;
	static const int chunk = TileSize * PerThread;
	static T run(const std::vector<T> &in)
	{
		array<T, 1> a((int)in.size(), in.begin());
		array<T, 1> b(((int)in.size() + chunk - 1) / chunk);
		array<T, 1> *from = &a, *to = &b;
		int n = (int)in.size();
		while (n > 1) {
			const int groups = (n + chunk - 1) / chunk;
			array<T, 1> &src = *from, &dst = *to;
			parallel_for_each(extent<1>(groups * TileSize).template tile<TileSize>(), [ =, &src, &dst ](tidx t) restrict(amp) {
                tile_static tile_memory<T, TileSize> m;
                const int l = t.local[0], base = t.tile[0] * chunk + l;
                T acc = op::zero();
                for (int k = 0; k < PerThread; k++) { const int at = base + k * TileSize; if (at < n) op::into(acc, src[at]); }
                m[l] = acc;
                t.barrier.wait();
                Strategy::template run<op, TileSize>(m, l, t.barrier);
                if (l != 0) return;
                dst[t.tile[0]] = m[0]; });
			std::swap(from, to);
			n = groups;
		}
		T r;
		copy(from->section(index<1>(0), extent<1>(1)), &r);
		return r;
	}
};
template <class T, template <class> class Op>
void all(const std::vector<T> &v, T expected)
{
	CHECK((reducer<T, Op, interleaved>::run(v) == expected));
	CHECK((reducer<T, Op, strided, 32>::run(v) == expected));
	CHECK((reducer<T, Op, sequential, 128, 4>::run(v) == expected));
	CHECK((reducer<T, Op, unrolled, 64, 1>::run(v) == expected));
}
} // namespace reduction
int main()
{
	std::vector<int> v(3000);
	for (int i = 0; i < 3000; i++)
		v[i] = (i * 37) % 1001 - 500;
	reduction::all<int, reduction::sum>(v, std::accumulate(v.begin(), v.end(), 0));
	reduction::all<int, reduction::maximum>(v, 500);
	std::vector<double> d(v.begin(), v.begin() + 999);
	reduction::all<double, reduction::sum>(d, std::accumulate(d.begin(), d.end(), 0.0));
	std::puts("ok");
}
