// Kernel class templates; one with a template base, one nested in a class
// template.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

template <typename T> struct output {
	array_view<T, 2> out;
};

template <typename T, int Step> struct stepper : output<T> {
	stepper(array_view<T, 2> o, T s) : output<T>{o}, start(s) {}
	T start;
	void operator()(index<2> i) const restrict(amp)
	{
		this->out[i] = start + Step * (i[0] * this->out.extent[1] + i[1]);
	}
};

template <typename T> class outer {
public:
	struct kernel {
		array_view<T, 2> view;
		void operator()(tiled_index<2, 2> t) const restrict(amp) { view[t] += t.tile[0]; }
	};
	static void run(array_view<T, 2> view)
	{
		parallel_for_each(view.extent.template tile<2, 2>(), kernel{view});
	}
};

int main()
{
	std::vector<float> data(16);
	array_view<float, 2> view(4, 4, data);
	parallel_for_each(view.extent, stepper<float, 3>(view, 1000));
	outer<float>::run(view);
	for (int i = 0; i < 16; i++)
		CHECK(view(i / 4, i % 4) == 1000 + 3 * i + i / 8);

	std::vector<double> more(6);
	array_view<double, 2> doubles(2, 3, more);
	parallel_for_each(doubles.extent, stepper<double, 1>(doubles, 0.5));
	CHECK(doubles(1, 2) == 5.5);
	std::puts("ok");
}
