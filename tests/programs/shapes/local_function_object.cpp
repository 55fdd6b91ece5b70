// A kernel class that is local to a function.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

static void run(array_view<int, 1> view, int value)
{
	struct kernel {
		array_view<int, 1> view;
		int value;
		void operator()(index<1> i) const restrict(amp) { view[i] = value + i[0]; }
	};
	kernel k = {view, value};
	parallel_for_each(view.extent, k);
}

// A local class whose members launch kernels, over what it holds and over itself.
template <typename T> static T work(int n, T gain)
{
	const int base = 7;
	struct part {
		T x, y;
	};
	struct worker {
		array_view<T, 1> v;
		part p;
		T gain;
		T twice(T x) const restrict(cpu, amp) { return 2 * x; }
		void fill() const
		{
			const array_view<T, 1> w = v;
			const part q = p;
			const T g = gain;
			parallel_for_each(w.extent, [=](index<1> i) restrict(amp) {
				w[i] = g * i[0] + base + q.x - q.y;
			});
		}
		void add() const
		{
			const worker me = *this;
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { me.v[i] += me.twice(me.p.x); });
		}
		static void negate(array_view<T, 1> v)
		{
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = -v[i]; });
		}
	};
	std::vector<T> data(n);
	const worker w = {array_view<T, 1>(n, data), {T(5), T(2)}, gain};
	w.fill();
	w.add();
	worker::negate(w.v);
	return w.v[n - 1];
}

int main()
{
	CHECK(work(4, 3) == -29);
	CHECK(work(5, 0.5f) == -22);
	std::vector<int> data(6);
	array_view<int, 1> view(6, data);
	run(view, 4);
	CHECK(view[5] == 9);
	std::puts("ok");
}
