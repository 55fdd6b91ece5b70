// options: --amp-msvc
#include "stdafx.h"
using namespace concurrency;
using std::cout;
using std::endl;

namespace reductions {

struct Add;
struct Max;

template <class Op, class T> T Reduce(array<T, 1> &data)
{
	typedef typename Pass<Op, T> pass;
	unsigned int n = (unsigned int)data.extent[0];
	while (n > 1) {
		const int half = (n + 1) / 2;
		pass::Run(data, half, n);
		n = half;
	}
	std::vector<T> out(data.extent.size());
	copy(data, out.begin());
	return out[0];
}

template <class Op, class T> struct Pass
{
	static void Run(array<T, 1> &data, int half, int n)
	{
		parallel_for_each(extent<1>(half), [=, &data](index<1> i) restrict(amp) {
			if (i[0] + half < n)
				data[i] = Op::Combine(data[i], data[i[0] + half]);
		});
	}
};

struct Add
{
	template <class T> static T Combine(T a, T b) restrict(amp, cpu) { return a + b; }
};
struct Max
{
	template <class T> static T Combine(T a, T b) restrict(amp, cpu) { return a > b ? a : b; }
};

}

array<int, 1> Filled(int n, int factor)
{
	std::vector<int> v(n);
	for (int i = 0; i < n; i++)
		v[i] = (i * factor) % 101;
	return array<int, 1>(n, v.begin(), v.end());
}

int __cdecl main(int argc, char *argv[])
{
	const int n = 1000;
	__int64 expected = 0i64;
	int largest = 0;
	for (int i = 0; i < n; i++) {
		expected += (i * 7) % 101;
		largest = (i * 7) % 101 > largest ? (i * 7) % 101 : largest;
	}
	int sum = reductions::Reduce<reductions::Add>(Filled(n, 7));
	int top = reductions::Reduce<reductions::Max>(Filled(n, 7));
	cout << (sum == expected) << (top == largest) << endl;
	return sum == expected && top == largest ? 0 : 1;
}
