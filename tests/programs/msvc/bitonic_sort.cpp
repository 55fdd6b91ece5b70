// options: --amp-msvc
#include "stdafx.h"
using namespace concurrency;
#pragma warning(push)
#pragma warning(disable : 4244)

template <class T, class Less> void Sort(std::vector<T> &data, Less less)
{
	Sorter<T, Less> sorter(less);
	sorter.Run(array_view<T, 1>((int)data.size(), data));
}

template <class T, class Less> class Sorter
{
public:
	Sorter::Sorter(Less less) : m_less(less) {}
	void Sorter::Run(array_view<T, 1> &v)
	{
		const int n = v.extent[0];
		for (int k = 2; k <= n; k *= 2)
			for (int j = k / 2; j > 0; j /= 2)
				Pass(v, j, k);
		v.synchronize();
	}
private:
	void Pass(array_view<T, 1> &v, int j, int k)
	{
		const Less less = m_less;
		array_view<T, 1> w = v;
		parallel_for_each(w.extent, [=](index<1> i) restrict(amp) {
			const int other = i[0] ^ j;
			if (other > i[0]) {
				const bool up = (i[0] & k) == 0;
				if (less(w[other], w[i]) == up)
					Exchange(w[i], w[other]);
			}
		});
	}
	Less m_less;
};

template <class T> void Exchange(T &a, T &b) restrict(amp, cpu)
{
	const T old = a;
	a = b;
	b = old;
}

template <class T> struct Ascending
{
	bool operator()(const T &a, const T &b) const restrict(amp, cpu) { return a < b; }
};
template <class T> struct Descending
{
	bool operator()(const T &a, const T &b) const restrict(amp, cpu) { return b < a; }
};
#pragma warning(pop)

int main()
{
	std::vector<int> a(256), b;
	for (int i = 0; i < 256; i++)
		a[i] = (i * 73 + 11) % 256;
	b = a;
	Sort(a, Ascending<int>());
	Sort(b, Descending<int>());
	int wrong = 0;
	for (int i = 0; i < 256; i++)
		wrong += (a[i] != i) + (b[i] != 255 - i);
	std::cout << wrong << std::endl;
	return wrong;
}
