// Containers of any rank: shapes of packs of extents, cursors over views, differences along an axis, ranks 1 to 5.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <vector>
#include <type_traits>
namespace nd
{
template <int N>
struct shape {
	int dim[N];
	template <class... I>
	explicit constexpr shape(I... d) restrict(cpu, amp)
	    : dim{int(d)...}
	{
	}
	int size() const restrict(cpu, amp)
	{
		int s = 1;
		for (int d : dim)
			s *= d;
		return s;
	}
	concurrency::extent<N> ext() const
	{
		concurrency::extent<N> e;
		for (int i = 0; i < N; i++)
			e[i] = dim[i];
		return e;
	}
	int offset(concurrency::index<N> const &i) const restrict(cpu, amp)
	{
		int o = 0;
		for (int k = 0; k < N; ++k)
			o = o * dim[k] + i[k];
		return o;
	}
};
template <class T, int N>
class tensor
{
      public:
	class iterator
	{
		const tensor *t_;
		int at_;

	      public:
		iterator(const tensor *t, int at)
		    : t_(t), at_(at)
		{
		}
		T &operator*() const
		{
			return const_cast<tensor *>(t_)->data_[at_];
		}
		iterator &operator++()
		{
			++at_;
			return *this;
		}
		bool operator!=(const iterator &o) const
		{
			return at_ != o.at_;
		}
	};
	struct cursor {
		concurrency::array_view<T, N> v;
		concurrency::index<N> at;
		cursor(concurrency::array_view<T, N> v_, concurrency::index<N> a) restrict(amp)
		    : v(v_), at(a)
		{
		}
		cursor operator+(concurrency::index<N> d) const restrict(amp)
		{
			cursor c(*this);
			c.at += d;
			return c;
		}
		T &operator*() const restrict(amp)
		{
			return v[at];
		}
		bool valid() const restrict(amp)
		{
			return v.extent.contains(at);
		}
	};
	explicit tensor(const shape<N> &s, T init = T())
	    : shape_(s), data_(s.size(), init)
	{
	}
	concurrency::array_view<T, N> view()
	{
		return concurrency::array_view<T, N>(shape_.ext(), data_);
	}
	iterator begin() const
	{
		return iterator(this, 0);
	}
	iterator end() const
	{
		return iterator(this, (int)data_.size());
	}
	T &operator[](int i)
	{
		return data_[i];
	}
	template <class F>
	void generate(F f)
	{
		auto v = view();
		parallel_for_each(v.extent, [=](concurrency::index<N> i) restrict(amp) { v[i] = f(i); });
		v.synchronize();
	}
	template <int Axis>
	tensor diff()
	{
		static_assert(Axis < N, "axis");
		tensor r(shape_);
		auto in = view(), out = r.view();
		parallel_for_each(in.extent, [=](concurrency::index<N> i) restrict(amp) {
            concurrency::index<N> step;
            step[Axis] = 1;
            cursor c(in, i), n = c + step;
            out[i] = n.valid() ? *n - *c : T(); });
		out.synchronize();
		return r;
	}

      private:
	shape<N> shape_;
	std::vector<T> data_;
};
template <class T, int N>
struct is_tensor : std::false_type {
};
} // namespace nd
template <int N>
static int weigh(concurrency::index<N> i) restrict(cpu, amp)
{
	int s = 0;
	for (int k = 0; k < N; k++)
		s = s * 7 + i[k] * (k + 1);
	return s;
}
template <int N, int Axis>
static void check(nd::shape<N> s)
{
	using namespace concurrency;
	nd::tensor<int, N> t(s);
	t.generate([](index<N> i) restrict(amp) { return weigh<N>(i); });
	auto d = t.template diff<Axis>();
	index<N> at;
	int k = 0;
	for (int &x : d) {
		int rest = k;
		for (int q = N - 1; q >= 0; --q) {
			at[q] = rest % s.dim[q];
			rest /= s.dim[q];
		}
		index<N> n = at;
		n[Axis]++;
		int want = n[Axis] < s.dim[Axis] ? weigh<N>(n) - weigh<N>(at) : 0;
		CHECK(x == want && t[k] == weigh<N>(at) && s.offset(at) == k);
		k++;
	}
}
int main()
{
	check<1, 0>(nd::shape<1>(17));
	check<2, 1>(nd::shape<2>(5, 9));
	check<3, 0>(nd::shape<3>(3, 4, 5));
	check<4, 2>(nd::shape<4>(2, 3, 4, 3));
	check<5, 4>(nd::shape<5>(2, 2, 3, 2, 3));
	std::puts("ok");
}
