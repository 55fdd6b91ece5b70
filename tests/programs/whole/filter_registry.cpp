// Function objects as kernels, with views in a base class, behind an interface with virtual functions and a registry of
// factories; operator() for two ranks in one class.
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <vector>
#include <memory>
#include <map>
#include <string>
#include <functional>

static bool is_near(double a, double b, double e = 1e-4)
{
	return std::fabs(a - b) <= e * (1 + std::fabs(b));
}

using namespace concurrency;
struct kernel_base {
	array_view<float, 1> out;
	float k;
	explicit kernel_base(array_view<float, 1> o, float K = 1.f)
	    : out(o), k(K)
	{
	}

      protected:
	float scaled(float x) const restrict(amp)
	{
		return k * x;
	}
};
struct fill_kernel : kernel_base {
	using kernel_base::kernel_base;
	void operator()(index<1> i) const restrict(amp)
	{
		out[i] = scaled(1.0f);
	}
};
struct ramp_kernel : private kernel_base {
	ramp_kernel(array_view<float, 1> o, float s)
	    : kernel_base(o, s)
	{
	}
	void operator()(index<1> i) const restrict(amp)
	{
		this->out[i] += kernel_base::scaled(static_cast<float>(i[0]));
	}
};
template <int TS>
struct smooth_kernel : kernel_base {
	array_view<const float, 1> in;
	smooth_kernel(array_view<const float, 1> i, array_view<float, 1> o)
	    : kernel_base(o, 1.f / 3), in(i)
	{
	}
	void operator()(tiled_index<TS> t) const restrict(amp)
	{
		tile_static float s[TS + 2];
		const int g = t.global[0], l = t.local[0], n = in.extent[0];
		s[l + 1] = in[g];
		if (l == 0)
			s[0] = g ? in[g - 1] : 0.f;
		if (l == TS - 1)
			s[TS + 1] = g + 1 < n ? in[g + 1] : 0.f;
		t.barrier.wait();
		out[g] = scaled(s[l] + s[l + 1] + s[l + 2]);
	}
};
struct multi_rank {
	array_view<int, 1> a;
	array_view<int, 2> b;
	void operator()(index<1> i) const restrict(amp)
	{
		a[i] = i[0];
	}
	void operator()(index<2> i) const restrict(amp)
	{
		b[i] = i[0] * 10 + i[1];
	}
};
class filter
{
      public:
	virtual ~filter()
	{
	}
	virtual void apply(std::vector<float> &) const = 0;
	virtual std::string name() const
	{
		return "?";
	}
};
class fill : public filter
{
	float v;

      public:
	explicit fill(float x)
	    : v(x)
	{
	}
	void apply(std::vector<float> &d) const override
	{
		array_view<float, 1> a((int)d.size(), d);
		parallel_for_each(a.extent, fill_kernel(a, v));
	}
};
class ramp : public filter
{
      public:
	void apply(std::vector<float> &d) const override
	{
		array_view<float, 1> a((int)d.size(), d);
		ramp_kernel k(a, 0.5f);
		parallel_for_each(a.extent, k);
	}
	std::string name() const override
	{
		return "ramp";
	}
};
class smooth : public filter
{
      public:
	void apply(std::vector<float> &d) const override
	{
		std::vector<float> o(d.size());
		array_view<float, 1> a((int)o.size(), o);
		const smooth_kernel<32> k(array_view<const float, 1>((int)d.size(), d), a);
		parallel_for_each(a.extent.tile<32>(), k);
		a.synchronize();
		d = o;
	}
};
template <class T>
std::unique_ptr<filter> make()
{
	return std::unique_ptr<filter>(new T());
}
int main()
{
	std::map<std::string, std::function<std::unique_ptr<filter>()>> registry;
	registry["fill"] = [] { return std::unique_ptr<filter>(new fill(2.0f)); };
	registry["ramp"] = make<ramp>;
	registry["smooth"] = &make<smooth>;
	std::vector<float> d(96), r(96, 2.0f);
	for (const char *n : {"fill", "ramp", "smooth", "ramp"})
		registry.at(n)()->apply(d);
	for (int i = 0; i < 96; i++)
		r[i] += 0.5f * i;
	std::vector<float> q(96);
	for (int i = 0; i < 96; i++)
		q[i] = ((i ? r[i - 1] : 0) + r[i] + (i < 95 ? r[i + 1] : 0)) / 3 + 0.5f * i;
	for (int i = 0; i < 96; i++)
		CHECK(is_near(d[i], q[i], 1e-6));
	std::vector<int> a(5), b(6);
	multi_rank m = {array_view<int, 1>(5, a), array_view<int, 2>(2, 3, b)};
	parallel_for_each(m.a.extent, m);
	parallel_for_each(m.b.extent, m);
	m.a.synchronize();
	m.b.synchronize();
	CHECK(a[4] == 4 && b[5] == 12);
	std::puts("ok");
}
