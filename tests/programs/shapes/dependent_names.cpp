// `template` and `typename` may be left out, as for Microsoft's compiler.
#include "../check.h"
#include <amp.h>
#include <iterator>
#include <vector>
using namespace concurrency;

template <int N, typename View> static void fill(View view, int value)
{
	parallel_for_each(view.extent.tile<N>().pad(), [=](tiled_index<N> t) restrict(amp) {
		if (view.extent.contains(t.global))
			view[t] = value;
	});
}

template <int N, typename T> static void scale(std::vector<T> &data, T factor)
{
	array_view<T, 2> view(N, (int)data.size() / N, data);
	auto tiles = view.get_extent().tile<N, 1>();

	parallel_for_each(tiles, [=](tiled_index<N, 1> t) restrict(amp) { view[t.global] *= factor; });
	view.synchronize();
}

struct meters {
	float value;
	template <typename T> T as() const restrict(cpu, amp) { return T(value); }
};

template <typename Length> static int rounded(Length length) restrict(cpu, amp)
{
	return length.as<int>();
}

template <typename Iterator> static auto largest(Iterator first, Iterator last)
{
	std::iterator_traits<Iterator>::value_type most = *first;

	while (++first != last)
		most = *first > most ? *first : most;
	return most;
}

// Where C++20 needs no typename, and where only an instantiation shows what a name is.
template <typename T> struct scaled {
	typedef T::value_type value_type;
	static T::value_type sum(const std::vector<T::value_type> &x) { return x[0] + x[1]; }
	template <int K> T::value_type times(T::value_type x) const restrict(cpu, amp) { return K * x; }
};

template <typename T> struct sums : scaled<T> {
	array_view<T::value_type> view;

	sums(std::vector<T::value_type> &data) : view((int)data.size(), data) {}
	void operator()(index<1> i) const restrict(amp)
	{
		view[i] = view[i] + this->times<2>(1) + (*this).times<1>(1);
	}
};

int main()
{
	std::vector<int> data(10);
	array_view<int> view(data);

	fill<4>(view, 3);
	view.synchronize();
	scale<2>(data, 5);
	view.refresh();
	parallel_for_each(view.extent, [=](index<1> i) restrict(amp) {
		view[i] += rounded(meters{i[0] + 0.75f});
	});
	for (int i = 0; i < 10; i++)
		CHECK(view[i] == 15 + i);
	view.synchronize();
	CHECK(largest(data.begin(), data.end()) == 24);
	sums<std::vector<int>> add(data);
	array_view<int> sum = add.view;
	parallel_for_each(sum.extent, add);
	CHECK(sum[9] == 27);
	sum.synchronize();
	CHECK(add.sum(data) == 37);
	std::puts("ok");
}
