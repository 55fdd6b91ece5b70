/* C++ AMP, as random programs use it, for the host compiler alone. Part of the plain form's
 * <amp.h>. Names and meanings are the specification's (version 1.2); what it leaves undefined, such as
 * the elements after discard_data(), has bytes that show. */
#ifndef PLAIN_AMP_CPP_H
#define PLAIN_AMP_CPP_H

#define index plain_hidden_index
#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>
#undef index

#define restrict(...)
#define tile_static static

namespace Concurrency {

template <int D0, int D1 = 0, int D2 = 0> class tiled_extent;

/* ---- index, extent ------------------------------------------------------- */

namespace plain {

/* What index and extent have in common. */
template <typename Self, int N> struct components {
	static const int rank = N;
	typedef int value_type;

	int operator[](unsigned d) const { return c[d]; }
	int &operator[](unsigned d) { return c[d]; }
	friend bool operator==(const Self &a, const Self &b) { return equal(a, b); }
	friend bool operator!=(const Self &a, const Self &b) { return !equal(a, b); }
	friend Self operator+(Self a, const Self &b) { return a += b; }
	friend Self operator-(Self a, const Self &b) { return a -= b; }
	friend Self operator+(Self a, int b) { return a += b; }
	friend Self operator+(int a, Self b) { return b += a; }
	friend Self operator-(Self a, int b) { return a -= b; }
	friend Self operator*(Self a, int b) { return a *= b; }
	friend Self operator*(int a, Self b) { return b *= a; }
	friend Self operator/(Self a, int b) { return a /= b; }
	friend Self operator%(Self a, int b) { return a %= b; }
#define PLAIN_ASSIGN(op)                                                                     \
	Self &operator op(int b) {                                                               \
		for (int d = 0; d < N; d++)                                                          \
			c[d] op b;                                                                       \
		return self();                                                                       \
	}
	PLAIN_ASSIGN(+=) PLAIN_ASSIGN(-=) PLAIN_ASSIGN(*=) PLAIN_ASSIGN(/=) PLAIN_ASSIGN(%=)
#undef PLAIN_ASSIGN
	Self &operator+=(const Self &b) {
		for (int d = 0; d < N; d++)
			c[d] += b[d];
		return self();
	}
	Self &operator-=(const Self &b) {
		for (int d = 0; d < N; d++)
			c[d] -= b[d];
		return self();
	}
	Self &operator++() { return *this += 1; }
	Self operator++(int) {
		const Self old = self();
		*this += 1;
		return old;
	}
	Self &operator--() { return *this -= 1; }

protected:
	components() : c() {}
	components(int c0, int c1, int c2) : c() {
		const int all[] = {c0, c1, c2};
		for (int d = 0; d < N && d < 3; d++)
			c[d] = all[d];
	}
	explicit components(const int *all) : c() {
		for (int d = 0; d < N; d++)
			c[d] = all[d];
	}

private:
	Self &self() { return static_cast<Self &>(*this); }
	static bool equal(const Self &a, const Self &b) {
		bool same = true;
		for (int d = 0; d < N; d++)
			same = same && a[d] == b[d];
		return same;
	}

	int c[N];
};

} // namespace plain

template <int N> class index : public plain::components<index<N>, N> {
	typedef plain::components<index<N>, N> base;

public:
	index() {}
	explicit index(int c0) : base(c0, 0, 0) {}
	index(int c0, int c1) : base(c0, c1, 0) {}
	index(int c0, int c1, int c2) : base(c0, c1, c2) {}
	explicit index(const int *all) : base(all) {}
};

template <int N> class extent : public plain::components<extent<N>, N> {
	typedef plain::components<extent<N>, N> base;

public:
	extent() {}
	explicit extent(int c0) : base(c0, 0, 0) {}
	extent(int c0, int c1) : base(c0, c1, 0) {}
	extent(int c0, int c1, int c2) : base(c0, c1, c2) {}
	explicit extent(const int *all) : base(all) {}

	unsigned size() const {
		unsigned product = 1;
		for (int d = 0; d < N; d++)
			product *= (unsigned)(*this)[d];
		return product;
	}
	bool contains(const index<N> &i) const {
		for (int d = 0; d < N; d++)
			if (i[d] < 0 || i[d] >= (*this)[d])
				return false;
		return true;
	}
	template <int D0> tiled_extent<D0> tile() const { return tiled_extent<D0>(*this); }
	template <int D0, int D1> tiled_extent<D0, D1> tile() const { return tiled_extent<D0, D1>(*this); }
	template <int D0, int D1, int D2> tiled_extent<D0, D1, D2> tile() const {
		return tiled_extent<D0, D1, D2>(*this);
	}
	friend extent operator+(extent a, const index<N> &b) {
		for (int d = 0; d < N; d++)
			a[d] += b[d];
		return a;
	}
	friend extent operator-(extent a, const index<N> &b) {
		for (int d = 0; d < N; d++)
			a[d] -= b[d];
		return a;
	}
	using base::operator[];
};

/* ---- Tiles ---------------------------------------------------------------- */

namespace plain {

template <int D0, int D1, int D2> struct tile_shape {
	static const int rank = D2 ? 3 : D1 ? 2 : 1;
	static Concurrency::extent<rank> extent() {
		const int all[] = {D0, D1, D2};
		return Concurrency::extent<rank>(all);
	}
};

/* The i-th point in row-major order. */
template <int N> Concurrency::index<N> point(long i, const Concurrency::extent<N> &e) {
	Concurrency::index<N> at;
	for (int d = N - 1; d >= 0; d--) {
		at[d] = (int)(i % e[d]);
		i /= e[d];
	}
	return at;
}

} // namespace plain

template <int D0, int D1, int D2>
class tiled_extent : public extent<plain::tile_shape<D0, D1, D2>::rank> {
public:
	static const int rank = plain::tile_shape<D0, D1, D2>::rank;
	static const int tile_dim0 = D0, tile_dim1 = D1, tile_dim2 = D2;
	Concurrency::extent<rank> tile_extent;

	tiled_extent() : tile_extent(get_tile_extent()) {}
	tiled_extent(const extent<rank> &e) : extent<rank>(e), tile_extent(get_tile_extent()) {}
	extent<rank> get_tile_extent() const { return plain::tile_shape<D0, D1, D2>::extent(); }
	tiled_extent pad() const {
		tiled_extent all(*this);
		for (int d = 0; d < rank; d++)
			all[d] = (all[d] + tile_extent[d] - 1) / tile_extent[d] * tile_extent[d];
		return all;
	}
	tiled_extent truncate() const {
		tiled_extent all(*this);
		for (int d = 0; d < rank; d++)
			all[d] -= all[d] % tile_extent[d];
		return all;
	}
};

class tile_barrier {
public:
	void wait() const { plain_wait(); }
	void wait_with_all_memory_fence() const { plain_wait(); }
	void wait_with_global_memory_fence() const { plain_wait(); }
	void wait_with_tile_static_memory_fence() const { plain_wait(); }
};
inline void all_memory_fence(const tile_barrier &) {}
inline void global_memory_fence(const tile_barrier &) {}
inline void tile_static_memory_fence(const tile_barrier &) {}

template <int D0, int D1 = 0, int D2 = 0> class tiled_index {
public:
	static const int rank = plain::tile_shape<D0, D1, D2>::rank;
	static const int tile_dim0 = D0, tile_dim1 = D1, tile_dim2 = D2;
	const index<rank> global, local, tile, tile_origin;
	const tile_barrier barrier;
	const extent<rank> tile_extent;

	tiled_index(const index<rank> &global_, const index<rank> &local_, const index<rank> &tile_,
	            const index<rank> &origin)
	    : global(global_), local(local_), tile(tile_), tile_origin(origin), barrier(),
	      tile_extent(plain::tile_shape<D0, D1, D2>::extent()) {}
	operator const index<rank>() const { return global; }
	extent<rank> get_tile_extent() const { return tile_extent; }
};

/* ---- Arrays and views ------------------------------------------------------ */

template <typename T, int N> class array_view;
template <typename T, int N> class array;

namespace plain {

/* Memory that belongs to arrays and to views without a source; what is in it is not defined. */
inline std::shared_ptr<char> allocate(size_t size) {
	std::shared_ptr<char> memory(new char[size], std::default_delete<char[]>());
	memset(memory.get(), 0xa5, size);
	return memory;
}

/* v[i] and v(i): the element for rank 1, else the part with that first component. */
template <typename T, int N> struct projection {
	typedef array_view<T, N - 1> type;
	template <typename View> static type of(const View &v, int i) { return v.project(i); }
};
template <typename T> struct projection<T, 1> {
	typedef T &type;
	template <typename View> static type of(const View &v, int i) { return v.element(Concurrency::index<1>(i)); }
};

template <typename T, typename U> struct copy_const { typedef U type; };
template <typename T, typename U> struct copy_const<const T, U> { typedef const U type; };

} // namespace plain

template <typename T, int N = 1> class array_view {
	typedef typename std::remove_const<T>::type element_type;
	typedef typename plain::copy_const<T, std::vector<element_type>>::type source;

public:
	static const int rank = N;
	typedef T value_type;
	Concurrency::extent<N> extent;

	array_view(const Concurrency::extent<N> &e, T *data) : array_view(e, data, nullptr) {}
	array_view(int e0, T *data) : array_view(Concurrency::extent<N>(e0), data) {}
	array_view(int e0, int e1, T *data) : array_view(Concurrency::extent<N>(e0, e1), data) {}
	array_view(int e0, int e1, int e2, T *data) : array_view(Concurrency::extent<N>(e0, e1, e2), data) {}
	template <int Size> explicit array_view(T (&data)[Size]) : array_view(Size, data) {}
	array_view(const Concurrency::extent<N> &e, source &c) : array_view(e, c.data(), nullptr) {}
	explicit array_view(source &c) : array_view((int)c.size(), c.data()) {}
	array_view(int e0, source &c) : array_view(e0, c.data()) {}
	array_view(int e0, int e1, source &c) : array_view(e0, e1, c.data()) {}
	array_view(int e0, int e1, int e2, source &c) : array_view(e0, e1, e2, c.data()) {}
	explicit array_view(const Concurrency::extent<N> &e)
	    : array_view(e, nullptr, plain::allocate(e.size() * sizeof(T))) {}
	explicit array_view(int e0) : array_view(Concurrency::extent<N>(e0)) {}
	array_view(int e0, int e1) : array_view(Concurrency::extent<N>(e0, e1)) {}
	array_view(int e0, int e1, int e2) : array_view(Concurrency::extent<N>(e0, e1, e2)) {}
	array_view(typename plain::copy_const<T, array<element_type, N>>::type &a)
	    : array_view(a.extent, a.memory(), nullptr) {}
	template <typename U, typename = typename std::enable_if<std::is_same<const U, T>::value>::type>
	array_view(const array_view<U, N> &v) : extent(v.extent), data_(v.data_), owner_(v.owner_) {
		for (int d = 0; d < N; d++)
			stride_[d] = v.stride_[d];
	}

	Concurrency::extent<N> get_extent() const { return extent; }
	T &operator[](const index<N> &i) const { return element(i); }
	T &operator()(const index<N> &i) const { return element(i); }
	typename plain::projection<T, N>::type operator[](int i) const {
		return plain::projection<T, N>::of(*this, i);
	}
	typename plain::projection<T, N>::type operator()(int i) const {
		return plain::projection<T, N>::of(*this, i);
	}
	T &operator()(int i0, int i1) const { return element(index<N>(i0, i1)); }
	T &operator()(int i0, int i1, int i2) const { return element(index<N>(i0, i1, i2)); }
	array_view section(const index<N> &at, const Concurrency::extent<N> &e) const {
		array_view part(*this);
		part.data_ = &element(at);
		part.extent = e;
		return part;
	}
	array_view section(const index<N> &at) const { return section(at, extent - at); }
	array_view section(const Concurrency::extent<N> &e) const { return section(index<N>(), e); }
	array_view section(int i0, int e0) const { return section(index<N>(i0), Concurrency::extent<N>(e0)); }
	array_view section(int i0, int i1, int e0, int e1) const {
		return section(index<N>(i0, i1), Concurrency::extent<N>(e0, e1));
	}
	array_view section(int i0, int i1, int i2, int e0, int e1, int e2) const {
		return section(index<N>(i0, i1, i2), Concurrency::extent<N>(e0, e1, e2));
	}
	template <typename U> array_view<typename plain::copy_const<T, U>::type, 1> reinterpret_as() const {
		typedef typename plain::copy_const<T, U>::type other;
		return array_view<other, 1>(Concurrency::extent<1>((int)(extent.size() * sizeof(T) / sizeof(U))),
		                            reinterpret_cast<other *>(data_), owner_);
	}
	template <int K> array_view<T, K> view_as(const Concurrency::extent<K> &e) const {
		return array_view<T, K>(e, data_, owner_);
	}
	T *data() const { return data_; }
	void synchronize() const {}
	void refresh() const {}
	/* The elements are not defined any more. */
	void discard_data() const {
		for (unsigned i = 0; i < extent.size(); i++)
			memset((void *)&element(plain::point<N>(i, extent)), 0xa5, sizeof(T));
	}

	/* For the rest of this header. */
	array_view(const Concurrency::extent<N> &e, T *data, const std::shared_ptr<char> &owner)
	    : extent(e), data_(data ? data : (T *)owner.get()), owner_(owner) {
		int stride = 1;
		for (int d = N - 1; d >= 0; d--) {
			stride_[d] = stride;
			stride *= e[d];
		}
	}
	T &element(const index<N> &i) const {
		long at = 0;
		for (int d = 0; d < N; d++)
			at += (long)i[d] * stride_[d];
		if (!extent.contains(i)) {
			fprintf(stderr, "plain: an access outside of its array_view\n");
			abort();
		}
		return data_[at];
	}
	array_view<T, N - 1> project(int i) const {
		int rest[N];
		for (int d = 1; d < N; d++)
			rest[d - 1] = extent[d];
		array_view<T, N - 1> part(Concurrency::extent<N - 1>(rest), data_ + (long)i * stride_[0], owner_);
		for (int d = 1; d < N; d++)
			part.stride_[d - 1] = stride_[d];
		return part;
	}
	T *data_;
	int stride_[N];
	std::shared_ptr<char> owner_;
};

template <typename T, int N = 1> class array {
public:
	static const int rank = N;
	typedef T value_type;
	Concurrency::extent<N> extent;

	explicit array(const Concurrency::extent<N> &e) : extent(e), memory_(plain::allocate(e.size() * sizeof(T))) {}
	explicit array(int e0) : array(Concurrency::extent<N>(e0)) {}
	array(int e0, int e1) : array(Concurrency::extent<N>(e0, e1)) {}
	array(int e0, int e1, int e2) : array(Concurrency::extent<N>(e0, e1, e2)) {}
	template <typename Iterator, typename = decltype(*std::declval<Iterator &>())>
	array(const Concurrency::extent<N> &e, Iterator first) : array(e) {
		fill(first);
	}
	template <typename Iterator, typename = decltype(*std::declval<Iterator &>())>
	array(int e0, Iterator first) : array(Concurrency::extent<N>(e0), first) {}
	template <typename Iterator, typename = decltype(*std::declval<Iterator &>())>
	array(int e0, int e1, Iterator first) : array(Concurrency::extent<N>(e0, e1), first) {}
	template <typename Iterator, typename = decltype(*std::declval<Iterator &>())>
	array(int e0, int e1, int e2, Iterator first) : array(Concurrency::extent<N>(e0, e1, e2), first) {}
	template <typename Iterator, typename = decltype(*std::declval<Iterator &>())>
	array(const Concurrency::extent<N> &e, Iterator first, Iterator) : array(e, first) {}
	explicit array(const array_view<const T, N> &v) : array(v.extent) { *this = v; }
	array(const array &a) : array(a.extent, a.memory()) {}
	array &operator=(const array &a) {
		fill(a.memory());
		return *this;
	}
	array &operator=(const array_view<const T, N> &v) {
		for (unsigned i = 0; i < extent.size(); i++)
			memory()[i] = v.element(plain::point<N>(i, extent));
		return *this;
	}

	Concurrency::extent<N> get_extent() const { return extent; }
	T &operator[](const index<N> &i) { return view().element(i); }
	const T &operator[](const index<N> &i) const { return view().element(i); }
	T &operator()(const index<N> &i) { return view().element(i); }
	const T &operator()(const index<N> &i) const { return view().element(i); }
	typename plain::projection<T, N>::type operator[](int i) { return view()[i]; }
	typename plain::projection<const T, N>::type operator[](int i) const { return view()[i]; }
	typename plain::projection<T, N>::type operator()(int i) { return view()[i]; }
	typename plain::projection<const T, N>::type operator()(int i) const { return view()[i]; }
	T &operator()(int i0, int i1) { return view()(i0, i1); }
	const T &operator()(int i0, int i1) const { return view()(i0, i1); }
	T &operator()(int i0, int i1, int i2) { return view()(i0, i1, i2); }
	const T &operator()(int i0, int i1, int i2) const { return view()(i0, i1, i2); }
	template <typename... A> array_view<T, N> section(const A &...a) { return view().section(a...); }
	template <int K> array_view<T, K> view_as(const Concurrency::extent<K> &e) { return view().view_as(e); }
	T *data() { return memory(); }
	const T *data() const { return memory(); }
	operator std::vector<T>() const { return std::vector<T>(memory(), memory() + extent.size()); }

	T *memory() const { return (T *)memory_.get(); }

private:
	array_view<T, N> view() { return array_view<T, N>(extent, memory(), nullptr); }
	array_view<const T, N> view() const { return array_view<const T, N>(extent, memory(), nullptr); }
	template <typename Iterator> void fill(Iterator from) {
		for (unsigned i = 0; i < extent.size(); i++)
			memory()[i] = *from++;
	}

	std::shared_ptr<char> memory_;
};

namespace plain {

template <typename T, int N> const array_view<T, N> &as_view(const array_view<T, N> &v) { return v; }
template <typename T, int N> array_view<const T, N> as_view(const array<T, N> &a) {
	return array_view<const T, N>(a.extent, a.memory(), nullptr);
}
template <typename T, int N> array_view<T, N> as_view(array<T, N> &a) { return array_view<T, N>(a); }
template <typename T, int N, typename U> void store(const array_view<T, N> &to, unsigned i, const U &value) {
	to.element(point<N>(i, to.extent)) = value;
}
template <typename T, int N> T load(const array_view<T, N> &from, unsigned i) {
	return from.element(point<N>(i, from.extent));
}

} // namespace plain

/* copy() between arrays and views, from and to iterators. */
template <typename From, typename To>
auto copy(const From &from, To &&to) -> decltype(plain::as_view(from), plain::as_view(to), void()) {
	for (unsigned i = 0; i < from.extent.size(); i++)
		plain::store(plain::as_view(to), i, plain::load(plain::as_view(from), i));
}
template <typename From, typename Iterator>
auto copy(const From &from, Iterator to) -> decltype(plain::as_view(from), *to, void()) {
	for (unsigned i = 0; i < from.extent.size(); i++)
		*to++ = plain::load(plain::as_view(from), i);
}
template <typename Iterator, typename To>
auto copy(Iterator first, To &&to) -> decltype(*first, plain::as_view(to), void()) {
	for (unsigned i = 0; i < to.extent.size(); i++)
		plain::store(plain::as_view(to), i, *first++);
}

/* ---- Atomic operations ------------------------------------------------------ */

inline int atomic_exchange(int *p, int x) { int old = *p; *p = x; return old; }
inline unsigned atomic_exchange(unsigned *p, unsigned x) { unsigned old = *p; *p = x; return old; }
inline float atomic_exchange(float *p, float x) { float old = *p; *p = x; return old; }
#define PLAIN_ATOMIC(T)                                                                      \
	inline bool atomic_compare_exchange(T *p, T *expected, T x) {                            \
		const T old = *p;                                                                    \
		const bool same = old == *expected;                                                  \
		if (same)                                                                            \
			*p = x;                                                                          \
		*expected = old;                                                                     \
		return same;                                                                         \
	}                                                                                        \
	inline T atomic_fetch_add(T *p, T x) { T old = *p; *p = (T)((unsigned)old + (unsigned)x); return old; } \
	inline T atomic_fetch_sub(T *p, T x) { T old = *p; *p = (T)((unsigned)old - (unsigned)x); return old; } \
	inline T atomic_fetch_inc(T *p) { return atomic_fetch_add(p, 1); }                       \
	inline T atomic_fetch_dec(T *p) { return atomic_fetch_sub(p, 1); }                       \
	inline T atomic_fetch_max(T *p, T x) { T old = *p; *p = old < x ? x : old; return old; } \
	inline T atomic_fetch_min(T *p, T x) { T old = *p; *p = x < old ? x : old; return old; } \
	inline T atomic_fetch_and(T *p, T x) { T old = *p; *p = old & x; return old; }           \
	inline T atomic_fetch_or(T *p, T x) { T old = *p; *p = old | x; return old; }            \
	inline T atomic_fetch_xor(T *p, T x) { T old = *p; *p = old ^ x; return old; }
PLAIN_ATOMIC(int)
PLAIN_ATOMIC(unsigned)
#undef PLAIN_ATOMIC

/* ---- Integer functions of direct3d ------------------------------------------- */

namespace direct3d {

inline int abs(int x) { return x < 0 ? -x : x; }
inline int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
inline int imax(int a, int b) { return a > b ? a : b; }
inline int imin(int a, int b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umad(unsigned a, unsigned b, unsigned c) { return a * b + c; }
inline int sign(int x) { return (x > 0) - (x < 0); }
inline unsigned countbits(unsigned x) { return (unsigned)__builtin_popcount(x); }
inline unsigned reversebits(unsigned x) {
	unsigned result = 0;
	for (int bit = 0; bit < 32; bit++)
		result |= (x >> bit & 1u) << (31 - bit);
	return result;
}
inline int firstbithigh(int x) { return x == 0 ? -1 : 31 - __builtin_clz((unsigned)x); }
inline int firstbitlow(int x) { return x == 0 ? -1 : __builtin_ctz((unsigned)x); }

} // namespace direct3d

/* ---- Launches ------------------------------------------------------------------ */

namespace plain {

/* Each thread has a copy of its own of a kernel whose operator() is not const. */
template <typename F, typename Index> auto call(const F &f, const Index &i, int) -> decltype(f(i)) {
	return f(i);
}
template <typename F, typename Index> void call(const F &f, const Index &i, long) {
	F own(f);
	own(i);
}

template <typename F, int D0, int D1, int D2> struct tile_run {
	static const int rank = tile_shape<D0, D1, D2>::rank;
	const F &f;
	Concurrency::index<rank> tile;

	static void thread(void *argument, int i) {
		const tile_run &run = *static_cast<const tile_run *>(argument);
		const Concurrency::extent<rank> shape = tile_shape<D0, D1, D2>::extent();
		const Concurrency::index<rank> local = point<rank>(i, shape);
		Concurrency::index<rank> origin;
		for (int d = 0; d < rank; d++)
			origin[d] = run.tile[d] * shape[d];
		call(run.f, tiled_index<D0, D1, D2>(origin + local, local, run.tile, origin), 0);
	}
};

} // namespace plain

template <int N, typename F> void parallel_for_each(const extent<N> &domain, const F &f) {
	const long size = domain.size();
	for (long i = 0; i < size; i++)
		plain::call(f, plain::point<N>(plain_is_reverse() ? size - 1 - i : i, domain), 0);
}

template <int D0, int D1, int D2, typename F>
void parallel_for_each(const tiled_extent<D0, D1, D2> &domain, const F &f) {
	const extent<tiled_extent<D0, D1, D2>::rank> shape = domain.tile_extent;
	extent<tiled_extent<D0, D1, D2>::rank> tiles;
	for (int d = 0; d < domain.rank; d++)
		tiles[d] = domain[d] / shape[d];
	const long count = tiles.size();
	for (long i = 0; i < count; i++) {
		plain::tile_run<F, D0, D1, D2> run = {f, plain::point(plain_is_reverse() ? count - 1 - i : i, tiles)};
		plain_run_tile((int)shape.size(), run.thread, &run);
	}
}

} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
