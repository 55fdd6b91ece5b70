/* completion_future (spec 3.4). */
#ifndef AMPCC_FUTURE_H
#define AMPCC_FUTURE_H

#include <utility>
#if !defined(__AMPCC_LEAN__)
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <thread>
#endif

#include <amp/config.h>
#include <amp/exception.h>

namespace Concurrency {
namespace details {
/* <ppltasks.h> defines the specialization for void, which makes a task of a future. */
template <typename T> struct to_task_needs_ppltasks_h;
} // namespace details

/* 3.4: the completion of an asynchronous operation, like a std::shared_future<void>. */
class completion_future {
public:
	completion_future() : event_(0), is_valid_(false) {}
	completion_future(const completion_future &other)
	    : event_(other.event_ ? details::amp_event_ref(other.event_) : 0), is_valid_(other.is_valid_) {}
	completion_future(completion_future &&other) noexcept
	    : event_(other.event_), is_valid_(other.is_valid_) {
		other.event_ = 0;
		other.is_valid_ = false;
	}
	~completion_future() { details::amp_event_unref(event_); }
	completion_future &operator=(completion_future other) noexcept {
		std::swap(event_, other.event_);
		std::swap(is_valid_, other.is_valid_);
		return *this;
	}

	/* Waits; throws if the operation failed. */
	void get() const { details::check(wait_for_event()); }
	bool valid() const { return is_valid_; }
	/* Waits; errors are reported by get(). */
	void wait() const { wait_for_event(); }

#if !defined(__AMPCC_LEAN__) /* what needs the standard library's futures and threads */
	template <class Rep, class Period>
	std::future_status wait_for(const std::chrono::duration<Rep, Period> &time) const {
		return wait_until(std::chrono::steady_clock::now() + time);
	}
	template <class Clock, class Duration>
	std::future_status wait_until(const std::chrono::time_point<Clock, Duration> &time) const {
		while (!is_complete()) {
			if (Clock::now() >= time)
				return std::future_status::timeout;
			std::this_thread::sleep_for(std::chrono::microseconds(20));
		}
		return std::future_status::ready;
	}

	operator std::shared_future<void>() const {
		std::shared_ptr<std::promise<void>> promise = std::make_shared<std::promise<void>>();
		std::shared_future<void> future = promise->get_future().share();
		const completion_future self = checked();
		std::thread([self, promise] {
			try {
				self.get();
				promise->set_value();
			} catch (...) {
				promise->set_exception(std::current_exception());
			}
		}).detach();
		return future;
	}

	/* Calls func on another thread when the operation has ended. */
	template <typename Functor> void then(const Functor &func) const {
		std::thread(call_after<Functor>, checked(), func).detach();
	}
#endif

	/* Converts to a concurrency::task<void> (--amp-msvc and <ppltasks.h>). */
	template <typename T = void> typename details::to_task_needs_ppltasks_h<T>::type to_task() const {
		return details::to_task_needs_ppltasks_h<T>::make(checked());
	}

	/* For the library: takes ownership of the event; NULL stands for completed work. */
	static completion_future from_event(details::amp_event *event) {
		completion_future future;
		future.event_ = event;
		future.is_valid_ = true;
		return future;
	}

private:
	template <typename Functor> static void call_after(const completion_future &self, Functor func) {
		self.wait();
		func();
	}
	const completion_future &checked() const {
		if (!is_valid_)
			throw uninitialized_object("the completion_future is of no operation");
		return *this;
	}
	bool is_complete() const {
		return !checked().event_ || details::amp_event_is_complete(event_);
	}
	details::amp_status wait_for_event() const {
		return checked().event_ ? details::amp_event_wait(event_) : details::AMP_OK;
	}

	details::amp_event *event_;
	bool is_valid_; /* it refers to an operation */
};

} // namespace Concurrency

#endif
