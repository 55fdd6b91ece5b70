// A class template with a template template parameter, nested classes and templates, partial specializations in it, an explicit
// specialization and instantiation, friends, an alias template, in a namespace; all with kernels.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <vector>
#include <list>
using concurrency::array_view;
using concurrency::extent;
using concurrency::index;
using concurrency::parallel_for_each;
namespace signals {
template <class T>
struct default_policy {
	static const int width = 4;
	static T blend(T a, T b) restrict(cpu, amp)
	{
		return (a + b) / 2;
	}
};
template <class T>
struct max_policy {
	enum { width = 8 };
	static T blend(T a, T b) restrict(cpu, amp)
	{
		return a > b ? a : b;
	}
};
template <class T, template <class> class Policy = default_policy>
class signal
{
	template <class U, template <class> class P>
	friend class signal;
	std::vector<T> d_;
	static int made_;

      public:
	typedef Policy<T> policy;
	template <class U>
	using rebind = signal<U, Policy>;
	struct window {
		array_view<const T> v;
		int half;
		T operator()(int at) const restrict(amp)
		{
			T r = v[at];
			for (int k = 1; k <= half; ++k)
				r = policy::blend(r, v[at >= k ? at - k : 0]);
			return r;
		}
		struct pair {
			T a, b;
			T both() const restrict(cpu, amp)
			{
				return policy::blend(a, b);
			}
		};
		pair operator[](int at) const restrict(amp)
		{
			pair p = {v[at], v[v.extent[0] - 1 - at]};
			return p;
		}
	};
	template <int Order, class Dummy = void>
	struct filter {
		static void run(array_view<const T> in, array_view<T> out)
		{
			window w = {in, Order * int(policy::width) / 4};
			parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = w(i[0]); });
		}
	};
	template <class Dummy>
	struct filter<0, Dummy> {
		static void run(array_view<const T> in, array_view<T> out)
		{
			window w = {in, 0};
			parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = w[i[0]].both(); });
		}
	};
	explicit signal(int n)
	    : d_(n)
	{
		++made_;
	}
	template <class U>
	explicit signal(const rebind<U> &o)
	    : d_(o.d_.size())
	{
		++made_;
		array_view<const U> in((int)o.d_.size(), o.d_);
		array_view<T> out((int)d_.size(), d_);
		parallel_for_each(out.extent, [ in, out ](index<1> i) restrict(amp) { out[i] = static_cast<T>(in[i]); });
	}
	template <int Order>
	signal filtered() const
	{
		signal r((int)d_.size());
		filter<Order>::run(array_view<const T>((int)d_.size(), d_), array_view<T>((int)d_.size(), r.d_));
		return r;
	}
	void scale(T k);
	T &operator[](int i)
	{
		return d_[i];
	}
	T operator[](int i) const
	{
		return d_[i];
	}
	static int made()
	{
		return made_;
	}
	friend T peak(const signal &s)
	{
		T r = s.d_[0];
		for (T x : s.d_)
			if (x > r)
				r = x;
		return r;
	}
	friend void invert(signal &s)
	{
		array_view<T> v((int)s.d_.size(), s.d_);
		parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = -v[i]; });
	}
};
template <class T, template <class> class P>
int signal<T, P>::made_ = 0;
template <class T, template <class> class P>
void signal<T, P>::scale(T k)
{
	array_view<T> v((int)d_.size(), d_);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= k; });
}
template <>
inline void signal<int>::scale(int k)
{
	array_view<int> v((int)d_.size(), d_);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] <<= k; });
}
template class signal<double, max_policy>;
template <class T>
using max_signal = signal<T, max_policy>;
} // namespace signals
using namespace signals;
int main()
{
	signal<float> f(20);
	for (int i = 0; i < 20; i++)
		f[i] = float(i * i % 11);
	auto g = f.filtered<1>(), z = f.filtered<0>();
	for (int i = 0; i < 20; i++) {
		CHECK(g[i] == (f[i] + f[i ? i - 1 : 0]) / 2);
		CHECK(z[i] == (f[i] + f[19 - i]) / 2);
	}
	signal<int> n(f);
	n.scale(2);
	f.scale(2);
	CHECK(n[5] == (25 % 11) * 4 && f[5] == (25 % 11) * 2);
	max_signal<double> m(12);
	for (int i = 0; i < 12; i++)
		m[i] = (i * 5) % 12;
	auto q = m.filtered<2>();
	CHECK(q[7] == peak(m) || q[7] >= m[7]);
	invert(m);
	CHECK(m[1] == -5 && peak(m) == 0);
	CHECK(signal<float>::made() == 3 && signal<int>::made() == 1);
	std::puts("ok");
}
