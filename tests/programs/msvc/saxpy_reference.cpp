// options: --amp-msvc
// A helper class with late names and a view handed on by reference.
#include "stdafx.h"
#pragma warning(disable : 4996 4267)
using namespace std;
using namespace concurrency;

template <typename T>
class Saxpy
{
public:
	Saxpy(T a) : m_a(a) {}
	void Saxpy::Run(array_view<const T, 1> &x, array_view<T, 1> &y)
	{
		const T a = m_a;
		CheckExtents(x, y);
		parallel_for_each(y.extent, [=](index<1> idx) restrict(amp) {
			y[idx] = MulAdd(a, x[idx], y[idx]);
		});
		y.synchronize();
	}
	unsigned __int64 Operations(size_t n) { return 2ui64 * n; }
private:
	T m_a;
};

template <typename T>
void CheckExtents(const array_view<const T, 1> &x, const array_view<T, 1> &y)
{
	if (x.extent != y.extent)
		throw std::exception("extents differ");
}

template <typename T>
T MulAdd(T a, T x, T y) restrict(amp, cpu)
{
	return a * x + y;
}

int main()
{
	const int n = 1024;
	vector<float> x(n), y(n);
	for (int i = 0; i < n; i++) { x[i] = (float)i; y[i] = 1.0f; }
	Saxpy<float> saxpy(2.0f);
	saxpy.Run(array_view<const float, 1>(n, x), array_view<float, 1>(n, y));
	int errors = 0;
	for each (float v in y)
		errors += v < 1.0f;
	for (int i = 0; i < n; i++)
		if (y[i] != 2.0f * i + 1.0f) errors++;
	try {
		saxpy.Run(array_view<const float, 1>(n / 2, x), array_view<float, 1>(n, y));
	} catch (std::exception e) {
		cout << e.what() << endl;
	}
	cout << errors << " " << saxpy.Operations(n) << endl;
	return errors;
}
