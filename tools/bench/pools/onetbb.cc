// The pool of the CPU accelerator (runtime/cpu/pool.c) on oneTBB's scheduler, to compare the two.
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

extern "C" unsigned pool_width(void)
{
	return static_cast<unsigned>(tbb::this_task_arena::max_concurrency());
}

extern "C" void pool_run(void (*work)(void *, std::size_t, std::size_t), void *context, std::size_t begin,
                         std::size_t end, std::size_t chunk)
{
	static tbb::affinity_partitioner partitioner;
	tbb::parallel_for(
	    tbb::blocked_range<std::size_t>(begin, end, chunk),
	    [=](const tbb::blocked_range<std::size_t> &r) { work(context, r.begin(), r.end()); }, partitioner);
}
