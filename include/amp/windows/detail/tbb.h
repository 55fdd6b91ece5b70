/* Includes oneTBB's headers, which must neither take this system for Windows nor see macros min and max.
 * Programs that include none of the headers on top of it do not need oneTBB. */
#ifndef AMP_WINDOWS_TBB_H
#define AMP_WINDOWS_TBB_H

#pragma push_macro("_WIN32")
#pragma push_macro("_WIN64")
#pragma push_macro("_MSC_VER")
#pragma push_macro("_MSC_FULL_VER")
#pragma push_macro("_MSVC_LANG")
#pragma push_macro("min")
#pragma push_macro("max")
#pragma push_macro("interface")
#pragma push_macro("Yield")
#undef _WIN32
#undef _WIN64
#undef _MSC_VER
#undef _MSC_FULL_VER
#undef _MSVC_LANG
#undef min
#undef max
#undef interface
#undef Yield

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

#pragma pop_macro("_WIN32")
#pragma pop_macro("_WIN64")
#pragma pop_macro("_MSC_VER")
#pragma pop_macro("_MSC_FULL_VER")
#pragma pop_macro("_MSVC_LANG")
#pragma pop_macro("min")
#pragma pop_macro("max")
#pragma pop_macro("interface")
#pragma pop_macro("Yield")

#endif
