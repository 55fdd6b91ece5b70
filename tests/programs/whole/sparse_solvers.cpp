// Sparse matrices in three formats and conjugate gradients: views in classes that a template's base calls (CRTP).
#include "../check.h"
#include <amp.h>
#include <cmath>
#include <amp_math.h>
#include <vector>
#include <map>

static bool is_near(double a, double b, double e = 1e-4)
{
	return std::fabs(a - b) <= e * (1 + std::fabs(b));
}

using namespace concurrency;
template <class Derived, class T>
class linear_operator
{
      public:
	typedef T scalar_type;
	void multiply(array_view<const T> x, array_view<T> y) const
	{
		const Derived me = static_cast<const Derived &>(*this);
		parallel_for_each(y.extent, [=](index<1> i) restrict(amp) { y[i] = me.row_dot(i[0], x); });
	}
	int dimension() const restrict(cpu, amp)
	{
		return static_cast<const Derived *>(this)->n;
	}
};
template <class T>
struct csr : linear_operator<csr<T>, T> {
	int n;
	array_view<const int> start, column;
	array_view<const T> value;
	csr(int n_, const std::vector<int> &s, const std::vector<int> &c, const std::vector<T> &v)
	    : n(n_), start(s), column(c), value(v)
	{
	}
	T row_dot(int r, const array_view<const T> &x) const restrict(amp)
	{
		T sum = 0;
		for (int k = start[r], end = start[r + 1]; k != end; ++k)
			sum += value[k] * x[column[k]];
		return sum;
	}
};
template <class T>
struct ell : linear_operator<ell<T>, T> {
	int n, width;
	array_view<const int, 2> column;
	array_view<const T, 2> value;
	ell(int n_, int w, const std::vector<int> &c, const std::vector<T> &v)
	    : n(n_), width(w), column(w, n_, c), value(w, n_, v)
	{
	}
	T row_dot(int r, const array_view<const T> &x) const restrict(amp)
	{
		T sum = 0;
		for (int k = 0; k < width; ++k) {
			int c = column(k, r);
			if (c >= 0)
				sum += value(k, r) * x[c];
		}
		return sum;
	}
};
template <class T>
struct laplace1d : linear_operator<laplace1d<T>, T> {
	int n;
	T diagonal;
	laplace1d(int n_, T d)
	    : n(n_), diagonal(d)
	{
	}
	T row_dot(int r, const array_view<const T> &x) const restrict(amp)
	{
		return diagonal * x[r] - (r ? x[r - 1] : T(0)) - (r + 1 < this->dimension() ? x[r + 1] : T(0));
	}
};
template <class T>
T dot(array_view<const T> a, array_view<const T> b)
{
	static const int TS = 64;
	const int tiles = 4, n = a.extent[0];
	std::vector<T> part(tiles);
	array_view<T> p(tiles, part);
	parallel_for_each(extent<1>(tiles * TS).tile<TS>(), [=](tiled_index<TS> t) restrict(amp) {
        tile_static T s[TS];
        T sum = 0;
        for (int i = t.global[0]; i < n; i += tiles * TS) sum += a[i] * b[i];
        s[t.local[0]] = sum;
        t.barrier.wait();
        for (int h = TS / 2; h; h /= 2) { if (t.local[0] < h) s[t.local[0]] += s[t.local[0] + h]; t.barrier.wait(); }
        if (!t.local[0]) p[t.tile[0]] = s[0]; });
	p.synchronize();
	T r = 0;
	for (T v : part)
		r += v;
	return r;
}
template <class D, class T>
int cg(const linear_operator<D, T> &A, array_view<T> b, array_view<T> x, T eps)
{
	array_view<T> r(b.extent), p(b.extent), q(b.extent);
	A.multiply(x, q);
	parallel_for_each(r.extent, [=](index<1> i) restrict(amp) { p[i] = r[i] = b[i] - q[i]; });
	T rr = dot<T>(r, r);
	int it = 0;
	for (; it < 500 && rr > eps * eps; ++it) {
		A.multiply(p, q);
		const T alpha = rr / dot<T>(p, q);
		parallel_for_each(x.extent, [=](index<1> i) restrict(amp) { x[i] += alpha * p[i]; r[i] -= alpha * q[i]; });
		T next = dot<T>(r, r), beta = next / rr;
		rr = next;
		parallel_for_each(p.extent, [=](index<1> i) restrict(amp) { p[i] = r[i] + beta * p[i]; });
	}
	return it;
}
int main()
{
	const int n = 200;
	std::vector<int> start(1), col, ecol(3 * n, -1);
	std::vector<double> val, eval_(3 * n);
	for (int i = 0; i < n; i++) {
		for (int j = i - 1, k = 0; j <= i + 1; j++, k++)
			if (j >= 0 && j < n) {
				double v = i == j ? 2.5 : -1;
				col.push_back(j);
				val.push_back(v);
				ecol[k * n + i] = j;
				eval_[k * n + i] = v;
			}
		start.push_back((int)col.size());
	}
	csr<double> A(n, start, col, val);
	ell<double> E(n, 3, ecol, eval_);
	laplace1d<double> L(n, 2.5);
	std::vector<double> b(n), xs[3];
	for (int i = 0; i < n; i++)
		b[i] = i % 17 - 8;
	for (int k = 0; k < 3; k++) {
		xs[k].assign(n, 0);
		array_view<double> bv(n, b), xv(n, xs[k]);
		int it = k == 0 ? cg(A, bv, xv, 1e-9) : k == 1 ? cg(E, bv, xv, 1e-9)
		                                               : cg(L, bv, xv, 1e-9);
		CHECK(it > 5 && it < 200);
		xv.synchronize();
		for (int i = 0; i < n; i++) {
			double s = 2.5 * xs[k][i] - (i ? xs[k][i - 1] : 0) - (i + 1 < n ? xs[k][i + 1] : 0);
			CHECK(is_near(s, b[i], 1e-7));
		}
	}
	std::puts("ok");
}
