// A layer of a neural network and the adjustment of its weights (as in Rodinia): a tree of sums in tile_static memory,
// with a plain barrier after each statement, and matrices whose rows have an odd length.
#include "pair.h"

using namespace concurrency;

static const int T = 16, HIDDEN = 16;

void twin_backprop(const float *input, const float *first, float *weights, float *old, float *partial,
                   const float *delta, int n);

BENCHMARK(backprop)
{
	const int n = size(1 << 18, 1 << 16, 1024);
	std::vector<float> input = bench::random<float>(n + 1, 0, 1),
	                   first = bench::random<float>((n + 1) * (HIDDEN + 1), -1, 1), weights(first.size()),
	                   old(first.size()), partial(n / T * HIDDEN),
	                   delta = bench::random<float>(HIDDEN + 1, -1, 1);
	array_view<const float> in(input), d(delta);
	const given<float, 2> f(extent<2>(n + 1, HIDDEN + 1), first);
	array_view<float, 2> w(n + 1, HIDDEN + 1, weights), o(n + 1, HIDDEN + 1, old),
	    p(n / T, HIDDEN, partial);
	bench::memory<float> ti(input), tf(first), tw(first.size()), to(first.size()), tp(partial.size()),
	    td(delta);
	run_pair("backprop", [&](const accelerator_view &av) {
		copy(f.at(av), w);
		copy(f.at(av), o);
		parallel_for_each(av, extent<2>(n, HIDDEN).tile<T, HIDDEN>(),
		                  [=](tiled_index<T, HIDDEN> t) restrict(amp) {
			tile_static float node[T];
			tile_static float matrix[T][HIDDEN];
			const int ty = t.local[0], tx = t.local[1], row = t.global[0] + 1, column = tx + 1;
			if (tx == 0)
				node[ty] = in[row];
			t.barrier.wait();
			matrix[ty][tx] = w(row, column);
			t.barrier.wait();
			matrix[ty][tx] = matrix[ty][tx] * node[ty];
			t.barrier.wait();
			for (int i = 1; i <= 4; i++) {
				const int power = 1 << i;
				if (ty % power == 0)
					matrix[ty][tx] = matrix[ty][tx] + matrix[ty + power / 2][tx];
				t.barrier.wait();
			}
			w(row, column) = matrix[ty][tx];
			t.barrier.wait();
			if (tx == 0)
				p(t.tile[0], ty) = matrix[tx][ty];
		});
		parallel_for_each(av, extent<2>(n, HIDDEN).tile<T, HIDDEN>(),
		                  [=](tiled_index<T, HIDDEN> t) restrict(amp) {
			const int row = t.global[0] + 1, column = t.local[1] + 1;
			const float eta = 0.3f, momentum = 0.3f;
			w(row, column) += (eta * d[column] * in[row]) + (momentum * o(row, column));
			o(row, column) = (eta * d[column] * in[row]) + (momentum * o(row, column));
		});
	}, [&] {
		twin_backprop(ti, tf, tw, to, tp, td, n);
	}, {out<float>(w, weights, tw), out<float>(o, old, to), out<float>(p, partial, tp)}, 1e-5);
}
