// The cosine transform of blocks of 8 x 8 points: small tiles, and a table in a view that each tile copies.
#include "pair.h"

#include <cmath>

using namespace concurrency;

void twin_dct(const float *image, const float *cosines, float *result, int n);

BENCHMARK(dct)
{
	const int n = size(4096, 1024, 64);
	std::vector<float> image = bench::random<float>(std::size_t(n) * n, -128, 128), result(image.size()),
	                   cosines(64);
	for (int u = 0; u < 8; u++)
		for (int x = 0; x < 8; x++)
			cosines[u * 8 + x] =
			    float((u ? 0.5 : 0.35355339) * std::cos((2 * x + 1) * u * 3.14159265 / 16));
	array_view<const float, 2> in(n, n, image), c(8, 8, cosines);
	array_view<float, 2> o(n, n, result);
	bench::memory<float> ti(image), tc(cosines), to(result.size());
	run_pair("dct", [&](const accelerator_view &av) {
		o.discard_data();
		parallel_for_each(av, in.extent.tile<8, 8>(), [=](tiled_index<8, 8> t) restrict(amp) {
			tile_static float block[8][8], half[8][8], table[8][8];
			const int y = t.local[0], x = t.local[1];
			block[y][x] = in[t.global];
			table[y][x] = c(y, x);
			t.barrier.wait_with_tile_static_memory_fence();
			float sum = 0;
			for (int k = 0; k < 8; k++)
				sum += table[y][k] * block[k][x];
			half[y][x] = sum;
			t.barrier.wait_with_tile_static_memory_fence();
			sum = 0;
			for (int k = 0; k < 8; k++)
				sum += half[y][k] * table[x][k];
			o[t.global] = sum;
		});
	}, [&] { twin_dct(ti, tc, to, n); }, {out<float>(o, result, to)}, 1e-5);
}
