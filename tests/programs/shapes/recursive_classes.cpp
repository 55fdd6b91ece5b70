// Class templates that have themselves, with other arguments, as members, as bases and as what their
// functions return, where functions are there for the CPU and for kernels: the special members that
// nobody declares follow from theirs.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct counted {
	int n;
	counted() restrict(cpu) : n(1) {}
	counted() restrict(amp) : n(2) {}
	counted(const counted &o) restrict(cpu) : n(o.n) {}
	counted(const counted &o) restrict(amp) : n(o.n) {}
};

template <int N> struct chain : chain<N - 1> {
	counted link;
	int sum() const restrict(cpu, amp) { return link.n + chain<N - 1>::sum(); }
	int length(int unit) const restrict(cpu) { return N * unit; }
	int length(float unit) const restrict(amp) { return (int)(N * unit); }
};
template <> struct chain<0> {
	int sum() const restrict(cpu, amp) { return 0; }
};

template <int N> struct polynomial {
	float coefficient;
	polynomial<N - 1> rest;
	int length(long unit) const restrict(cpu) { return (int)unit; }
	int length(double unit) const restrict(amp) { return (int)unit; }
	float operator()(float x) const restrict(cpu, amp) { return coefficient + x * rest(x); }
};
template <> struct polynomial<0> {
	float coefficient;
	float operator()(float) const restrict(cpu, amp) { return coefficient; }
};

template <typename T, int Depth> struct tree {
	T value;
	tree<T, Depth - 1> left, right;
	void fill(T v) restrict(cpu, amp)
	{
		value = v;
		left.fill(v + 1);
		right.fill(v + 2);
	}
	T sum() const restrict(cpu, amp) { return value + left.sum() + right.sum(); }
};
template <typename T> struct tree<T, 0> {
	T value;
	void fill(T v) restrict(cpu, amp) { value = v; }
	T sum() const restrict(cpu, amp) { return value; }
};

template <typename... T> struct values;
template <> struct values<> {
	int total() const restrict(cpu, amp) { return 0; }
};
template <typename First, typename... Rest> struct values<First, Rest...> : values<Rest...> {
	First first;
	values(First f, Rest... rest) restrict(cpu, amp) : values<Rest...>(rest...), first(f) {}
	int total() const restrict(cpu, amp) { return (int)first + values<Rest...>::total(); }
};

template <int N> struct views {
	array_view<int, 1> view;
	views<N - 1> others;
	explicit views(const array_view<int, 1> &v) : view(v.section(N - 1, 1)), others(v) {}
	void add(int x) const restrict(amp)
	{
		view[0] += x * N;
		others.add(x);
	}
};
template <> struct views<0> {
	explicit views(const array_view<int, 1> &) {}
	void add(int) const restrict(amp) {}
};

template <int N> struct matrix {
	int at[N][N];
	matrix<N - 1> minor_of(int column) const restrict(cpu, amp)
	{
		matrix<N - 1> m;
		for (int i = 1; i < N; i++)
			for (int j = 0; j < N - 1; j++)
				m.at[i - 1][j] = at[i][j + (j >= column)];
		return m;
	}
	int determinant() const restrict(cpu, amp)
	{
		int d = 0;
		for (int j = 0; j < N; j++)
			d += (j % 2 ? -1 : 1) * at[0][j] * minor_of(j).determinant();
		return d;
	}
};
template <> struct matrix<1> {
	int at[1][1];
	int determinant() const restrict(cpu, amp) { return at[0][0]; }
};

int main()
{
	std::vector<int> data(8);
	array_view<int, 1> v(8, data);
	const views<3> three(v);
	const values<int, float> p(4, 2.5f);
	const polynomial<3> cubic = {1, {2, {3, {4}}}};
	const matrix<3> m = {{{2, 0, 1}, {1, 3, 2}, {1, 1, 4}}};
	tree<int, 3> t;
	t.fill(1);
	parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
		chain<3> c;
		tree<int, 3> own;
		own.fill(1);
		three.add(10);
		v[3] = c.sum() + c.length(2.5f);
		v[4] = p.total();
		v[5] = (int)cubic(2);
		v[6] = m.determinant();
		v[7] = t.sum() * 1000 + own.sum();
	});
	v.synchronize();
	chain<3> c;
	CHECK(c.sum() == 3 && c.length(2) == 6);
	const int expected[] = {10, 20, 30, 13, 6, 49, m.determinant(), t.sum() * 1001};
	for (int i = 0; i < 8; i++)
		CHECK(data[i] == expected[i]);
	std::puts("ok");
}
