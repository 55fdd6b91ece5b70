// Expression templates over views: operators build a tree of objects, which one kernel evaluates.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <amp_math.h>
#include <vector>

static bool is_near(double a, double b, double e = 1e-4)
{
	return std::fabs(a - b) <= e * (1 + std::fabs(b));
}

namespace et
{
using concurrency::array_view;
using concurrency::extent;
using concurrency::index;
template <class E>
struct expr {
	const E &self() const restrict(cpu, amp)
	{
		return static_cast<const E &>(*this);
	}
};
template <class T>
struct scalar : expr<scalar<T>> {
	typedef T value_type;
	T v;
	explicit scalar(T v_) restrict(cpu, amp)
	    : v(v_)
	{
	}
	T operator[](index<1>) const restrict(cpu, amp)
	{
		return v;
	}
};
struct add {
	template <class T>
	static T apply(T a, T b) restrict(cpu, amp)
	{
		return a + b;
	}
};
struct mul {
	template <class T>
	static T apply(T a, T b) restrict(cpu, amp)
	{
		return a * b;
	}
};
struct sub {
	template <class T>
	static T apply(T a, T b) restrict(cpu, amp)
	{
		return a - b;
	}
};
template <class Op, class L, class R>
struct binary : expr<binary<Op, L, R>> {
	typedef typename L::value_type value_type;
	L l;
	R r;
	binary(const L &l_, const R &r_) restrict(cpu, amp)
	    : l(l_), r(r_)
	{
	}
	value_type operator[](index<1> i) const restrict(cpu, amp)
	{
		return Op::template apply<value_type>(l[i], r[i]);
	}
};
template <class F, class E>
struct mapped : expr<mapped<F, E>> {
	typedef typename E::value_type value_type;
	E e;
	F f;
	mapped(const E &e_, F f_)
	    : e(e_), f(f_)
	{
	}
	value_type operator[](index<1> i) const restrict(cpu, amp)
	{
		return f(e[i]);
	}
};
template <class T>
class vec : public expr<vec<T>>
{
	array_view<T, 1> v;

      public:
	typedef T value_type;
	explicit vec(std::vector<T> &h)
	    : v((int)h.size(), h)
	{
	}
	vec(const vec &) = default;
	T &operator[](index<1> i) const restrict(cpu, amp)
	{
		return v[i];
	}
	extent<1> size() const restrict(cpu, amp)
	{
		return v.get_extent();
	}
	template <class E>
	vec &operator=(const expr<E> &e)
	{
		E x = e.self();
		auto out = v;
		concurrency::parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { out[i] = x[i]; });
		return *this;
	}
	vec &operator=(const vec &o)
	{
		return operator= <vec>(static_cast<const expr<vec> &>(o));
	}
	template <class E>
	vec &operator+=(const expr<E> &e)
	{
		return *this = binary<add, vec, E>(*this, e.self());
	}
	void sync()
	{
		v.synchronize();
	}
};
#define ET_OP(op, name) \
	template <class L, class R> \
	binary<name, L, R> operator op(const expr<L> &l, const expr<R> &r) \
	{ \
		return binary<name, L, R>(l.self(), r.self()); \
	} \
	template <class L> \
	binary<name, L, scalar<typename L::value_type>> operator op(const expr<L> &l, typename L::value_type s) \
	{ \
		return binary<name, L, scalar<typename L::value_type>>(l.self(), scalar<typename L::value_type>(s)); \
	}
ET_OP(+, add)
ET_OP(*, mul) ET_OP(-, sub) template <class F, class E>
mapped<F, E> map(const expr<E> &e, F f)
{
	return mapped<F, E>(e.self(), f);
}
struct square_root {
	float operator()(float x) const restrict(cpu, amp)
	{
		return concurrency::precise_math::sqrtf(x);
	}
};
} // namespace et

int main()
{
	using namespace et;
	const int n = 1000;
	std::vector<float> ha(n), hb(n), hc(n), hd(n, 1.0f);
	for (int i = 0; i < n; i++) {
		ha[i] = i * 0.5f;
		hb[i] = 3.0f + i;
		hc[i] = -1;
	}
	{
		vec<float> a(ha), b(hb), c(hc), d(hd);
		c = a * b + a - b * 2.0f;
		d += map(a * a + b, square_root()) * 0.5f;
		d = d - map(c, [](float x) restrict(cpu, amp) { return x > 0 ? x : -x; });
		c.sync();
		d.sync();
	}
	for (int i = 0; i < n; i++) {
		float c = ha[i] * hb[i] + ha[i] - hb[i] * 2.0f;
		CHECK(is_near(hc[i], c));
		CHECK(is_near(hd[i], 1.0f + std::sqrt(ha[i] * ha[i] + hb[i]) * 0.5f - std::fabs(c)));
	}
	std::puts("ok");
}
