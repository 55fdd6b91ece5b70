// Function objects that are composed by templates, one of them a kernel with views as members; and a class whose member
// functions are called on a copy of the object in the kernel, with references to elements of views.
#include "pair.h"

#include <amp_math.h>

using namespace concurrency;

struct options {
	float strike, rate, sigma;
	int steps;
};

void twin_functor(const float *in, float *out, int n);
void twin_member(const float *potential, const float *first, float *x, float *v, int n, int m, options o);

struct square_root {
	float operator()(float x) const restrict(amp, cpu) { return fast_math::sqrtf(x); }
};

struct affine {
	float a, b;

	float operator()(float x) const restrict(amp, cpu) { return a * x + b; }
};

template <typename F, typename G> struct composed {
	F f;
	G g;

	float operator()(float x) const restrict(amp, cpu) { return f(g(x)); }
};

template <typename T, typename Op> class transform_kernel {
public:
	transform_kernel(array_view<const T> from, array_view<T> to, Op op, int each)
	    : from_(from), to_(to), op_(op), each_(each)
	{}

	void operator()(index<1> i) const restrict(amp)
	{
		for (int k = 0; k < each_; k++) {
			const int at = k * (to_.extent[0] / each_) + i[0];
			to_[at] = op_(from_[at]);
		}
	}

private:
	array_view<const T> from_;
	array_view<T> to_;
	Op op_;
	int each_;
};

template <typename T, typename Op>
void transform(const accelerator_view &av, const array_view<const T> &from, const array_view<T> &to, Op op)
{
	parallel_for_each(av, extent<1>(to.extent[0] / 16), transform_kernel<T, Op>(from, to, op, 16));
}

BENCHMARK(functor)
{
	const int n = size(1 << 25, 1 << 20, 1 << 14);
	std::vector<float> in = bench::random<float>(n, 0, 10), result(n);
	array_view<const float> vi(in);
	array_view<float> vo(result);
	bench::memory<float> ti(in), to(n);
	run_pair("functor", [&](const accelerator_view &av) {
		vo.discard_data();
		const composed<square_root, affine> op = {square_root(), {2.0f, 1.0f}};
		transform<float>(av, vi, vo, op);
	}, [&] { twin_functor(ti, to, n); }, {out<float>(vo, result, to)}, 1e-5);
}

// An integrator with members that kernels use by a copy of the object.
class integrator {
public:
	integrator(array_view<const float> potential, array_view<float> x, array_view<float> v, options o)
	    : potential_(potential), x_(x), v_(v), options_(o)
	{}

	void run(const accelerator_view &av) const
	{
		const integrator self = *this;
		parallel_for_each(av, x_.extent, [self](index<1> i) restrict(amp) { self.integrate(i); });
	}

private:
	float at(int k) const restrict(amp)
	{
		return potential_[k < 0 ? 0 : k >= potential_.extent[0] ? potential_.extent[0] - 1 : k];
	}

	void force(const float &x, float &f) const restrict(amp)
	{
		const int k = static_cast<int>(x);
		f = at(k) - at(k + 1);
	}

	void step(float &x, float &v) const restrict(amp)
	{
		float f;
		force(x, f);
		v += f * options_.rate;
		x += v * options_.rate;
	}

	void integrate(index<1> i) const restrict(amp)
	{
		for (int k = 0; k < options_.steps; k++)
			step(x_[i], v_[i]);
	}

	array_view<const float> potential_;
	array_view<float> x_, v_;
	options options_;
};

BENCHMARK(member)
{
	// Steps across a cell's border, where the force jumps, may differ by rounding.
	const int n = size(1 << 20, 1 << 14, 1000), m = 4096;
	std::vector<float> potential = bench::random<float>(m, -1, 1), x = bench::random<float>(n, 1, m - 2),
	                   v(n);
	// Products with a power of two are exact, so that the two sides and the CPU take each step across a cell's border alike.
	const options o = {0, 0x1p-7f, 0, 100};
	array_view<const float> vp(potential);
	array_view<float> vx(x), vv(v);
	std::vector<float> first = x;
	array_view<const float> vf(first);
	bench::memory<float> tp(potential), tf(first), tx(n), tv(n);
	run_pair("member", [&](const accelerator_view &av) {
		array_view<float> vx2 = vx, vv2 = vv;
		parallel_for_each(av, vx.extent, [=](index<1> i) restrict(amp) {
			vx2[i] = vf[i];
			vv2[i] = 0;
		});
		integrator(vp, vx, vv, o).run(av);
	}, [&] {
		twin_member(tp, tf, tx, tv, n, m, o);
	}, {out<float>(vx, x, tx), out<float>(vv, v, tv)}, 1e-6);
}
