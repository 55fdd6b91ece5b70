/* Includes oneTBB's headers, which must not take this system for Windows.
 * Programs that include none of the headers on top of it do not need oneTBB. */
#ifndef AMP_WINDOWS_TBB_H
#define AMP_WINDOWS_TBB_H

#include <amp/windows/detail/before_library.h>

#if defined(__has_include)
#if !__has_include(<tbb/parallel_for.h>)
#error "the headers of Visual C++'s parallel patterns library need oneTBB: install libtbb-dev (tbb-devel, onetbb)"
#endif
#endif
/* An unqualified call with an iterator of a oneTBB container also finds oneTBB's functions, so they get other
 * names. */
#define parallel_for amp_parallel_for
#define parallel_for_each amp_parallel_for_each
#define parallel_invoke amp_parallel_invoke
#define parallel_reduce amp_parallel_reduce
#define parallel_sort amp_parallel_sort
#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/concurrent_priority_queue.h>
#include <tbb/concurrent_queue.h>
#include <tbb/concurrent_unordered_map.h>
#include <tbb/concurrent_unordered_set.h>
#include <tbb/concurrent_vector.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_for_each.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>
#include <tbb/partitioner.h>
#include <tbb/task_group.h>
#undef parallel_for
#undef parallel_for_each
#undef parallel_invoke
#undef parallel_reduce
#undef parallel_sort

#include <amp/windows/detail/behind_library.h>

#endif
