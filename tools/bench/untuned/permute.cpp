// A tensor's dimensions permuted: indices taken apart by divisions by numbers that the kernel captures as a structure.
#include "pair.h"

using namespace concurrency;

struct shape {
	int n, c, h, w;
};

void twin_permute(const float *in, float *out, shape s);

BENCHMARK(permute)
{
	const shape s = size(shape{32, 48, 112, 112}, shape{4, 48, 56, 56}, shape{2, 3, 10, 12});
	const int total = s.n * s.c * s.h * s.w;
	std::vector<float> in = bench::random<float>(total, 0, 1), result(total);
	array_view<const float> vi(in);
	array_view<float> vo(result);
	bench::memory<float> ti(in), to(total);
	run_pair("permute", [&](const accelerator_view &av) {
		vo.discard_data();
		parallel_for_each(av, vo.extent, [=](index<1> idx) restrict(amp) {
			int i = idx[0];
			const int c = i % s.c;
			i /= s.c;
			const int w = i % s.w;
			i /= s.w;
			const int h = i % s.h, n = i / s.h;
			vo[idx] = vi[((n * s.c + c) * s.h + h) * s.w + w];
		});
	}, [&] { twin_permute(ti, to, s); }, {out<float>(vo, result, to)}, 0);
}
