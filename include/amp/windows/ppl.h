/* <ppl.h>: the Parallel Patterns Library, on top of oneTBB. */
#ifndef AMP_WINDOWS_PPL_H
#define AMP_WINDOWS_PPL_H

#include <algorithm>
#include <atomic>
#include <exception>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "detail/tbb.h"

#include "concrt.h"
#include "pplcancellation_token.h"

namespace Concurrency {

using tbb::combinable;

/* ---- Partitioners -------------------------------------------------------------------------------- */

class auto_partitioner {
public:
	tbb::auto_partitioner _Tbb() const { return tbb::auto_partitioner(); }
	std::size_t _Chunk() const { return 1; }
};
/* Divides the range into chunks of at least this size. */
class simple_partitioner {
public:
	explicit simple_partitioner(std::size_t chunk) : chunk_(chunk) {
		if (!chunk)
			throw std::invalid_argument("simple_partitioner: a chunk of no elements");
	}
	tbb::simple_partitioner _Tbb() const { return tbb::simple_partitioner(); }
	std::size_t _Chunk() const { return chunk_; }
private:
	std::size_t chunk_;
};
class static_partitioner {
public:
	tbb::static_partitioner _Tbb() const { return tbb::static_partitioner(); }
	std::size_t _Chunk() const { return 1; }
};
class affinity_partitioner {
public:
	affinity_partitioner() : partitioner_(std::make_shared<tbb::affinity_partitioner>()) {}
	tbb::affinity_partitioner &_Tbb() const { return *partitioner_; }
	std::size_t _Chunk() const { return 1; }
private:
	std::shared_ptr<tbb::affinity_partitioner> partitioner_;
};

} // namespace Concurrency

namespace amp_windows {

/* Calls f(first + i * step) for all i below `count`. */
template <typename Index, typename Function, typename Partitioner>
void for_each_index(Index first, std::size_t count, Index step, const Function &f, const Partitioner &partitioner) {
	auto &&tbb_partitioner = partitioner._Tbb();
	tbb::amp_parallel_for(
	    tbb::blocked_range<std::size_t>(0, count, partitioner._Chunk()),
	    [&f, first, step](const tbb::blocked_range<std::size_t> &range) {
		    Index i = static_cast<Index>(first + static_cast<Index>(range.begin()) * step);
		    for (std::size_t k = range.begin(); k != range.end(); ++k, i = static_cast<Index>(i + step))
			    f(i);
	    },
	    tbb_partitioner);
}
template <typename Index> std::size_t count_of(Index first, Index last, Index step) {
	if (!(step > 0))
		throw std::invalid_argument("parallel_for: the step is not positive");
	return first < last ? (static_cast<std::size_t>(last - first) - 1) / static_cast<std::size_t>(step) + 1 : 0;
}

template <typename Iterator>
using is_random = std::is_base_of<std::random_access_iterator_tag, typename std::iterator_traits<Iterator>::iterator_category>;

} // namespace amp_windows

namespace Concurrency {

/* ---- Loops --------------------------------------------------------------------------------------- */

template <typename Index, typename Function, typename Partitioner, typename = decltype(std::declval<Partitioner>()._Chunk())>
void parallel_for(Index first, Index last, Index step, const Function &f, const Partitioner &partitioner) {
	amp_windows::for_each_index(first, amp_windows::count_of(first, last, step), step, f, partitioner);
}
template <typename Index, typename Function> void parallel_for(Index first, Index last, Index step, const Function &f) {
	parallel_for(first, last, step, f, auto_partitioner());
}
template <typename Index, typename Function, typename Partitioner, typename = decltype(std::declval<Partitioner>()._Chunk())>
void parallel_for(Index first, Index last, const Function &f, const Partitioner &partitioner) {
	parallel_for(first, last, static_cast<Index>(1), f, partitioner);
}
template <typename Index, typename Function> void parallel_for(Index first, Index last, const Function &f) {
	parallel_for(first, last, static_cast<Index>(1), f, auto_partitioner());
}

/* For iterators; C++ AMP's parallel_for_each takes extents. */
template <typename Iterator, typename Function> void parallel_for_each(Iterator first, Iterator last, const Function &f) {
	tbb::amp_parallel_for_each(first, last, [&f](typename std::iterator_traits<Iterator>::reference element) { f(element); });
}
template <typename Iterator, typename Function, typename Partitioner,
          typename = decltype(std::declval<Partitioner>()._Chunk())>
typename std::enable_if<amp_windows::is_random<Iterator>::value>::type
parallel_for_each(Iterator first, Iterator last, const Function &f, const Partitioner &partitioner) {
	typedef typename std::iterator_traits<Iterator>::difference_type difference;
	amp_windows::for_each_index(std::size_t(0), static_cast<std::size_t>(last - first), std::size_t(1),
	                            [&](std::size_t i) { f(first[static_cast<difference>(i)]); }, partitioner);
}
template <typename Iterator, typename Function, typename Partitioner,
          typename = decltype(std::declval<Partitioner>()._Chunk())>
typename std::enable_if<!amp_windows::is_random<Iterator>::value>::type
parallel_for_each(Iterator first, Iterator last, const Function &f, const Partitioner &) {
	parallel_for_each(first, last, f);
}

template <typename... Functions> void parallel_invoke(const Functions &...f) { tbb::amp_parallel_invoke(f...); }

/* ---- Transformations and reductions -------------------------------------------------------------- */

template <typename In, typename Out, typename Function, typename Partitioner,
          typename = decltype(std::declval<Partitioner>()._Chunk())>
Out parallel_transform(In first, In last, Out out, const Function &f, const Partitioner &partitioner) {
	typedef typename std::iterator_traits<In>::difference_type difference;
	static_assert(amp_windows::is_random<In>::value && amp_windows::is_random<Out>::value,
	              "parallel_transform takes random access iterators here");
	amp_windows::for_each_index(std::size_t(0), static_cast<std::size_t>(last - first), std::size_t(1),
	                            [&](std::size_t i) {
		                            const difference n = static_cast<difference>(i);
		                            out[n] = f(first[n]);
	                            },
	                            partitioner);
	return out + (last - first);
}
template <typename In, typename Out, typename Function> Out parallel_transform(In first, In last, Out out, const Function &f) {
	return parallel_transform(first, last, out, f, auto_partitioner());
}
template <typename In, typename In2, typename Out, typename Function, typename Partitioner,
          typename = decltype(std::declval<Partitioner>()._Chunk())>
Out parallel_transform(In first, In last, In2 second, Out out, const Function &f, const Partitioner &partitioner) {
	typedef typename std::iterator_traits<In>::difference_type difference;
	static_assert(amp_windows::is_random<In>::value && amp_windows::is_random<In2>::value &&
	                  amp_windows::is_random<Out>::value,
	              "parallel_transform takes random access iterators here");
	amp_windows::for_each_index(std::size_t(0), static_cast<std::size_t>(last - first), std::size_t(1),
	                            [&](std::size_t i) {
		                            const difference n = static_cast<difference>(i);
		                            out[n] = f(first[n], second[n]);
	                            },
	                            partitioner);
	return out + (last - first);
}
template <typename In, typename In2, typename Out, typename Function,
          typename = typename std::iterator_traits<Out>::iterator_category>
Out parallel_transform(In first, In last, In2 second, Out out, const Function &f) {
	return parallel_transform(first, last, second, out, f, auto_partitioner());
}

/* range(first, last, start) reduces a part; combine(a, b) combines two results. */
template <typename Result, typename Iterator, typename Range, typename Combine>
Result _Reduce(Iterator first, Iterator last, const Result &identity, const Range &range, const Combine &combine) {
	return tbb::amp_parallel_reduce(
	    tbb::blocked_range<Iterator>(first, last), identity,
	    [&](const tbb::blocked_range<Iterator> &part, const Result &start) {
		    return range(part.begin(), part.end(), start);
	    },
	    [&](const Result &a, const Result &b) { return combine(a, b); });
}
template <typename Iterator, typename Function>
typename std::iterator_traits<Iterator>::value_type
parallel_reduce(Iterator first, Iterator last, const typename std::iterator_traits<Iterator>::value_type &identity,
                const Function &f) {
	typedef typename std::iterator_traits<Iterator>::value_type value;
	return _Reduce(first, last, identity,
	               [&](Iterator from, Iterator to, value start) {
		               for (; from != to; ++from)
			               start = f(start, *from);
		               return start;
	               },
	               f);
}
template <typename Iterator>
typename std::iterator_traits<Iterator>::value_type
parallel_reduce(Iterator first, Iterator last, const typename std::iterator_traits<Iterator>::value_type &identity) {
	return parallel_reduce(first, last, identity, std::plus<typename std::iterator_traits<Iterator>::value_type>());
}
template <typename Result, typename Iterator, typename Range, typename Combine>
Result parallel_reduce(Iterator first, Iterator last, const Result &identity, const Range &range, const Combine &combine) {
	return _Reduce(first, last, identity, range, combine);
}
template <typename Result, typename Iterator, typename Range, typename Combine, typename Partitioner>
Result parallel_reduce(Iterator first, Iterator last, const Result &identity, const Range &range, const Combine &combine,
                       const Partitioner &) {
	return _Reduce(first, last, identity, range, combine);
}

/* ---- Sorting ------------------------------------------------------------------------------------- */

template <typename Iterator> void parallel_sort(Iterator first, Iterator last) { tbb::amp_parallel_sort(first, last); }
template <typename Iterator, typename Less>
void parallel_sort(Iterator first, Iterator last, const Less &less, std::size_t = 2048) {
	tbb::amp_parallel_sort(first, last, less);
}
template <typename Iterator> void parallel_buffered_sort(Iterator first, Iterator last) { tbb::amp_parallel_sort(first, last); }
template <typename Iterator, typename Less>
void parallel_buffered_sort(Iterator first, Iterator last, const Less &less, std::size_t = 2048) {
	tbb::amp_parallel_sort(first, last, less);
}
template <typename Allocator, typename Iterator> void parallel_buffered_sort(Iterator first, Iterator last) {
	tbb::amp_parallel_sort(first, last);
}
template <typename Allocator, typename Iterator, typename Less>
void parallel_buffered_sort(Iterator first, Iterator last, const Less &less, std::size_t = 2048) {
	tbb::amp_parallel_sort(first, last, less);
}
/* key(element) returns an unsigned number. */
template <typename Iterator> void parallel_radixsort(Iterator first, Iterator last) {
	typedef typename std::iterator_traits<Iterator>::value_type value;
	tbb::amp_parallel_sort(first, last, [](const value &a, const value &b) {
		return static_cast<std::size_t>(a) < static_cast<std::size_t>(b);
	});
}
template <typename Iterator, typename Key>
void parallel_radixsort(Iterator first, Iterator last, const Key &key, std::size_t = 65536) {
	typedef typename std::iterator_traits<Iterator>::value_type value;
	tbb::amp_parallel_sort(first, last, [&key](const value &a, const value &b) { return key(a) < key(b); });
}

/* ---- Groups of tasks ------------------------------------------------------------------------------ */

template <typename Function> class task_handle {
public:
	task_handle(const Function &f) : function_(f) {}
	void operator()() const { function_(); }
private:
	Function function_;
};
template <typename Function> task_handle<Function> make_task(const Function &f) { return task_handle<Function>(f); }

class task_group {
public:
	task_group() : token_(cancellation_token::none()), canceling_(false), waited_(true) {}
	explicit task_group(cancellation_token token) : token_(token), canceling_(false), waited_(true) {
		if (token_.is_cancelable())
			registration_ = token_.register_callback([this] { cancel(); });
	}
	task_group(const task_group &) = delete;
	task_group &operator=(const task_group &) = delete;
	/* Tasks that were not waited for are canceled and waited for. */
	~task_group() noexcept(false) {
		if (token_.is_cancelable())
			token_.deregister_callback(registration_);
		if (waited_)
			return;
		group_.cancel();
		group_.wait();
		if (!is_unwinding())
			throw missing_wait("task_group: destroyed before wait()");
	}

	template <typename Function> void run(const Function &f) {
		waited_ = false;
		group_.run(f);
	}
	template <typename Function> void run(task_handle<Function> &handle) {
		waited_ = false;
		group_.run([&handle] { handle(); });
	}
	task_group_status wait() {
		waited_ = true;
		return end(group_.wait());
	}
	template <typename Function> task_group_status run_and_wait(const Function &f) {
		waited_ = true;
		return end(group_.run_and_wait(f));
	}
	template <typename Function> task_group_status run_and_wait(task_handle<Function> &handle) {
		waited_ = true;
		return end(group_.run_and_wait([&handle] { handle(); }));
	}
	void cancel() {
		canceling_ = true;
		group_.cancel();
	}
	bool is_canceling() { return canceling_; }

private:
	static bool is_unwinding() {
#if __cplusplus >= 201703L
		return std::uncaught_exceptions() > 0;
#else
		return std::uncaught_exception();
#endif
	}
	task_group_status end(tbb::task_group_status s) {
		canceling_ = false;
		return s == tbb::canceled ? canceled : s == tbb::complete ? completed : not_complete;
	}
	tbb::task_group group_;
	cancellation_token token_;
	cancellation_token_registration registration_;
	std::atomic<bool> canceling_;
	bool waited_;
};
typedef task_group structured_task_group;

inline bool is_current_task_group_canceling() { return tbb::is_current_task_group_canceling(); }
template <typename Function> void run_with_cancellation_token(const Function &f, cancellation_token token) {
	task_group group(token);
	group.run_and_wait(f);
}

} // namespace Concurrency

#endif
