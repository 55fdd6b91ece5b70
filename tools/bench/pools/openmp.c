/* The pool of the CPU accelerator (runtime/cpu/pool.c) on OpenMP's threads, to compare the two. */
#include "runtime-internal.h"

#include <omp.h>

unsigned pool_width(void)
{
	return (unsigned)omp_get_max_threads();
}

void pool_run(pool_fn work, void *context, size_t begin, size_t end, size_t chunk)
{
	if (end - begin <= chunk || omp_in_parallel()) {
		work(context, begin, end);
		return;
	}
#pragma omp parallel for schedule(dynamic)
	for (size_t i = 0; i < (end - begin + chunk - 1) / chunk; i++)
		work(context, begin + i * chunk, end - begin - i * chunk > chunk ? begin + (i + 1) * chunk : end);
}
