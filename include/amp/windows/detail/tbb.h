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
#if defined(__TBB_parallel_for_H) || defined(__TBB_parallel_for_each_H) || defined(__TBB_parallel_invoke_H) || \
    defined(__TBB_parallel_reduce_H) || defined(__TBB_parallel_sort_H)
/* the program has included oneTBB's functions in front */
#define amp_parallel_for parallel_for
#define amp_parallel_for_each parallel_for_each
#define amp_parallel_invoke parallel_invoke
#define amp_parallel_reduce parallel_reduce
#define amp_parallel_sort parallel_sort
#else
/* An unqualified call with an iterator of a oneTBB container also finds oneTBB's functions, so they get other names. For the
 * program they are objects, which such a call does not find. */
#define AMP_RENAMES_TBB
#define parallel_for amp_parallel_for
#define parallel_for_each amp_parallel_for_each
#define parallel_invoke amp_parallel_invoke
#define parallel_reduce amp_parallel_reduce
#define parallel_sort amp_parallel_sort
#endif
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
#ifdef AMP_RENAMES_TBB
#undef parallel_for
#undef parallel_for_each
#undef parallel_invoke
#undef parallel_reduce
#undef parallel_sort
namespace tbb {
#define AMP_TBB_FUNCTION(name)                                                                                          \
	static const struct name##_function {                                                                           \
		template <typename... Arguments>                                                                        \
		auto operator()(Arguments &&...arguments) const -> decltype(amp_##name(std::forward<Arguments>(arguments)...)) \
		{                                                                                                       \
			return amp_##name(std::forward<Arguments>(arguments)...);                                       \
		}                                                                                                       \
	} name __attribute__((unused)) = {};
AMP_TBB_FUNCTION(parallel_for)
AMP_TBB_FUNCTION(parallel_for_each)
AMP_TBB_FUNCTION(parallel_invoke)
AMP_TBB_FUNCTION(parallel_reduce)
AMP_TBB_FUNCTION(parallel_sort)
#undef AMP_TBB_FUNCTION
} // namespace tbb
#endif

#include <amp/windows/detail/behind_library.h>

#endif
