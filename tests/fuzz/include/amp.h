/* As much of <amp.h> as fuzzed programs need: the real one takes most of the
 * time of a translation. */
#ifndef AMP_H
#define AMP_H

#define AMP_AMP __attribute__((device))
#define AMP_CPU_AMP __attribute__((host)) __attribute__((device))

extern "C" int printf(const char *, ...);

#define CHECK(condition) ((condition) ? (void)0 : (void)printf("no"))

namespace std {
struct ostream {} extern cout;
template <typename T> ostream &operator<<(ostream &, const T &);
typedef unsigned long size_t;
template <typename T> struct vector {
	vector(int n = 0, T value = T());
	T *begin();
	T *end();
	T &operator[](size_t i);
	T *data();
	size_t size() const;
};
template <typename T> T min(T a, T b);
float sqrt(float);
int puts(const char *);
} // namespace std

namespace Concurrency {
namespace details {
template <typename D, int N> struct components {
	static const int rank = N;
	AMP_CPU_AMP int operator[](unsigned i) const { return values[i]; }
	AMP_CPU_AMP int &operator[](unsigned i) { return values[i]; }
	int values[N];
};
} // namespace details
template <int N> struct index : details::components<index<N>, N> {
	AMP_CPU_AMP index() {}
	AMP_CPU_AMP index(int i) {}
	AMP_CPU_AMP index(int i, int j) {}
	AMP_CPU_AMP index(int i, int j, int k) {}
};
template <int N> AMP_CPU_AMP index<N> operator+(const index<N> &a, const index<N> &b);
template <int N> AMP_CPU_AMP index<N> operator-(const index<N> &a, const index<N> &b);
template <int N> AMP_CPU_AMP bool operator==(const index<N> &a, const index<N> &b);

template <int D0, int D1 = 0, int D2 = 0> struct tiled_extent;
template <int N> struct extent : details::components<extent<N>, N> {
	AMP_CPU_AMP extent() {}
	AMP_CPU_AMP extent(int i) {}
	AMP_CPU_AMP extent(int i, int j) {}
	AMP_CPU_AMP extent(int i, int j, int k) {}
	AMP_CPU_AMP unsigned size() const { return 0; }
	AMP_CPU_AMP bool contains(const index<N> &i) const { return true; }
	template <int D0> tiled_extent<D0> tile() const;
	template <int D0, int D1> tiled_extent<D0, D1> tile() const;
};
template <int D0, int D1, int D2> struct tiled_extent : extent<D2 ? 3 : D1 ? 2 : 1> {
	tiled_extent pad() const;
};

class tile_barrier {
public:
	AMP_CPU_AMP tile_barrier(const tile_barrier &) {}
	AMP_AMP void wait() const {}
	AMP_AMP void wait_with_all_memory_fence() const {}
	AMP_AMP void wait_with_global_memory_fence() const {}
	AMP_AMP void wait_with_tile_static_memory_fence() const {}
};
template <int D0, int D1 = 0, int D2 = 0> struct tiled_index {
	static const int rank = D2 ? 3 : D1 ? 2 : 1;
	static const int tile_dim0 = D0;
	AMP_CPU_AMP operator const index<rank>() const { return global; }
	const index<rank> global, local, tile, tile_origin;
	const tile_barrier barrier;
	const extent<rank> tile_extent;
};

template <typename T, int N = 1> class array;
template <typename T, int N = 1> struct array_view {
	AMP_CPU_AMP array_view(const array_view &) {}
	array_view(int n);
	array_view(int n, T *data);
	array_view(int n, std::vector<T> &data);
	array_view(int n, int m, T *data);
	array_view(int n, int m, std::vector<T> &data);
	array_view(const extent<N> &e, std::vector<T> &data);
	array_view(const extent<N> &e, T *data);
	array_view(array<T, N> &a);
	AMP_CPU_AMP T &operator[](const index<N> &i) const { return *data_; }
	AMP_CPU_AMP T &operator[](int i) const { return *data_; }
	AMP_CPU_AMP T &operator()(const index<N> &i) const { return *data_; }
	AMP_CPU_AMP T &operator()(int i, int j) const { return *data_; }
	AMP_CPU_AMP array_view section(const index<N> &i, const extent<N> &e) const { return *this; }
	void synchronize() const;
	void discard_data() const;
	Concurrency::extent<N> extent;

private:
	T *data_;
};
template <typename T, int N> class array {
public:
	array(int n);
	array(const extent<N> &e);
	AMP_CPU_AMP T &operator[](const index<N> &i) { return *data_; }
	AMP_CPU_AMP const T &operator[](const index<N> &i) const { return *data_; }
	AMP_CPU_AMP T &operator()(int i, int j) { return *data_; }
	Concurrency::extent<N> extent;

private:
	T *data_;
};

AMP_AMP int atomic_fetch_add(int *to, int by);
namespace fast_math {
AMP_AMP float sqrt(float);
AMP_AMP float pow(float, float);
using std::sqrt;
} // namespace fast_math

namespace details {
struct any_object {
	template <typename T> AMP_CPU_AMP operator T &() const;
};
template <typename F, typename I> __attribute__((global)) void check_kernel(const F *f, const I *i)
{
	(*f)(*i);
}
template <int N, typename F> void launch(const extent<N> &, const F &f)
{
	(void)&check_kernel<F, index<N>>;
}
template <int D0, int D1, int D2, typename F>
void launch(const tiled_extent<D0, D1, D2> &, const F &f)
{
	(void)&check_kernel<F, tiled_index<D0, D1, D2>>;
}
} // namespace details
template <int N, typename F> void parallel_for_each(const extent<N> &e, const F &f)
{
	details::launch(e, f);
}
template <int D0, int D1, int D2, typename F>
void parallel_for_each(const tiled_extent<D0, D1, D2> &e, const F &f)
{
	static_assert((D0) * (D1 ? D1 : 1) * (D2 ? D2 : 1) <= 1024, "a tile has at most 1024 threads");
	details::launch(e, f);
}
} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
