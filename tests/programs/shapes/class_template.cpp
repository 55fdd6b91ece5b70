// Kernels in member functions of a class template, which use its members and
// parameters, and in a member template of it.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename T, int Size> class buffer {
public:
	explicit buffer(T first) : data_(Size, first), factor_(2) {}

	void grow()
	{
		array_view<T, 1> view(Size, data_);
		const T factor = factor_;
		parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
			view[i] = view[i] * factor + T(i[0] % Size);
		});
	}

	template <typename U> void add(U what)
	{
		array_view<T, 1> view(Size, data_);
		parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
			view[i] += static_cast<T>(what);
		});
	}

	T operator[](int i) const { return data_[i]; }

private:
	std::vector<T> data_;
	T factor_;
};

int main()
{
	buffer<int, 8> a(1);
	a.grow();
	a.add(2.75);
	buffer<float, 16> b(0.5f);
	b.grow();
	b.add(3);
	for (int i = 0; i < 8; i++)
		CHECK(a[i] == 4 + i);
	for (int i = 0; i < 16; i++)
		CHECK(b[i] == 4 + i);
	std::puts("ok");
}
