// Jacobi's iteration in double precision: between two concurrency::arrays by sections and views made for each launch,
// and by arrays that the kernel captures by reference and indexes as a[y][x].
#include "pair.h"

#include <utility>

using namespace concurrency;

void twin_jacobi(const double *first, double *a, double *b, double *result, int n, int rounds);

static const int ROUNDS = 10;

// Measures ROUNDS rounds that `steps` makes between two arrays with the same first values; it returns the array that has
// the result.
template <typename Steps> static void run_jacobi(const char *name, const Steps &steps)
{
	const int n = size(2050, 514, 66);
	std::vector<double> first = bench::random<double>(n * n, 0, 1), result(n * n);
	bench::memory<double> tf(first), ta(n * n), tb(n * n), tr(n * n);
	const given<double, 2> vf(extent<2>(n, n), first);
	array_view<double, 2> vr(n, n, result);
	accelerator_view cpu = cpu_view();
	accelerator_view gpu = accelerator().get_default_view();
	array<double, 2> a(n, n, gpu), b(n, n, gpu), ca(n, n, cpu), cb(n, n, cpu);
	run_pair(name, [&](const accelerator_view &av) {
		array<double, 2> &one = av == gpu ? a : ca, &two = av == gpu ? b : cb;
		copy(vf.at(av), one);
		copy(vf.at(av), two);
		copy(steps(av, one, two, n), vr);
	}, [&] { twin_jacobi(tf, ta, tb, tr, n, ROUNDS); }, {out<double>(vr, result, tr)}, 1e-12);
}

BENCHMARK(jacobi)
{
	run_jacobi("jacobi", [](const accelerator_view &av, array<double, 2> &one, array<double, 2> &two, int n) -> array<double, 2> & {
		array<double, 2> *from = &one, *to = &two;
		for (int k = 0; k < ROUNDS; k++) {
			array_view<const double, 2> all = *from;
			array_view<double, 2> inner = to->section(1, 1, n - 2, n - 2);
			parallel_for_each(av, inner.extent, [=](index<2> i) restrict(amp) {
				inner[i] = 0.25 * (all(i[0], i[1] + 1) + all(i[0] + 2, i[1] + 1) +
				                   all(i[0] + 1, i[1]) + all(i[0] + 1, i[1] + 2));
			});
			std::swap(from, to);
		}
		return *from;
	});
}

BENCHMARK(jacobi_array)
{
	run_jacobi("jacobi_array", [](const accelerator_view &av, array<double, 2> &one, array<double, 2> &two, int n) -> array<double, 2> & {
		for (int k = 0; k < ROUNDS; k++) {
			array<double, 2> &from = k % 2 ? two : one, &to = k % 2 ? one : two;
			parallel_for_each(av, from.extent, [&from, &to, n](index<2> i) restrict(amp) {
				if (i[0] > 0 && i[0] < n - 1 && i[1] > 0 && i[1] < n - 1)
					to[i] = 0.25 * (from[i[0] - 1][i[1]] + from[i[0] + 1][i[1]] +
					                from[i[0]][i[1] - 1] + from[i[0]][i[1] + 1]);
			});
		}
		return one; // ROUNDS is even
	});
}
