// Restricted function templates that instantiate each other, specializations,
// default arguments, references and pointers to local variables.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <int N> struct power {
	static int of(int x) restrict(cpu, amp) { return x * power<N - 1>::of(x); }
};
template <> struct power<0> {
	static int of(int) restrict(cpu, amp) { return 1; }
};

template <typename T> T kind() restrict(amp) { return T(1); }
template <> float kind<float>() restrict(amp) { return 2.5f; }

int with_default(int x, int add = 7) restrict(cpu, amp) { return x + add; }

template <typename T> void exchange(T &a, T &b) restrict(cpu, amp)
{
	T old = a;
	a = b;
	b = old;
}

void increment(int *x) restrict(amp) { ++*x; }

int main()
{
	std::vector<float> data(5);
	array_view<float, 1> view(5, data);
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		int a = power<3>::of(i[0]), b = with_default(1);
		exchange(a, b);
		increment(&a);
		view[i] = a * 1000 + b + kind<float>() + kind<int>();
	});
	for (int i = 0; i < 5; i++)
		CHECK(view[i] == 9000 + i * i * i + 3.5f);
	std::puts("ok");
}
