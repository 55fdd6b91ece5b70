// Kernels in templates whose parameters are types of the host's lambdas: a kernel has those
// parameters only that it speaks of.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

struct stream {
	array<float> device;
	template <class Fill, class Use> void run(int n, Fill fill, Use use)
	{
		std::vector<float> h(n);
		fill(h.data(), n);
		copy(h.begin(), h.end(), device);
		array<float> &d = device;
		parallel_for_each(d.extent, [&d](index<1> i) restrict(amp) { d[i] = d[i] * 2 + 1; });
		copy(device, h.begin());
		use(h.data(), n);
	}
};

template <typename T, int N, typename... Call> int sum_of(array_view<T> v, Call... call)
{
	parallel_for_each(v.extent.template tile<N>(), [=](tiled_index<N> t) restrict(amp) {
		tile_static T all[N];
		all[t.local[0]] = v[t.global];
		t.barrier.wait();
		v[t.global] = all[N - 1 - t.local[0]];
	});
	int results[] = {call(v)...};
	return results[0];
}

int main()
{
	stream s{array<float>(64)};
	int wrong = 0;
	s.run(64, [](float *p, int n) { for (int i = 0; i < n; i++) p[i] = float(i); },
	      [&](const float *p, int n) { for (int i = 0; i < n; i++) wrong += p[i] != i * 2 + 1; });
	CHECK(wrong == 0);
	std::vector<int> data(16);
	for (int i = 0; i < 16; i++)
		data[i] = i;
	CHECK((sum_of<int, 8>(array_view<int>(16, data), [](array_view<int> v) { return v[0] * 100 + v[15]; })) == 708);
	std::printf("ok\n");
	return 0;
}
