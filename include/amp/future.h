/* completion_future (spec 3.4). */
#ifndef AMPCC_FUTURE_H
#define AMPCC_FUTURE_H

#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <thread>
#include <utility>

#include <amp/config.h>
#include <amp/exception.h>

namespace Concurrency {

namespace details {

/* Asynchronous work, shared by the copies of a completion_future. Owns the
 * event; NULL stands for work that is done already. */
class pending_work {
public:
	explicit pending_work(amp_event *event) : event_(event) {}
	~pending_work() { amp_event_unref(event_); }

	bool is_complete() const { return !event_ || amp_event_is_complete(event_); }
	amp_status wait() const { return event_ ? amp_event_wait(event_) : AMP_OK; }

private:
	pending_work(const pending_work &);
	pending_work &operator=(const pending_work &);

	amp_event *const event_;
};

} // namespace details

/* 3.4: the end of an asynchronous operation, like a std::shared_future<void>. */
class completion_future {
public:
	completion_future() {}

	/* Waits; throws if the operation failed. */
	void get() const { details::check(work().wait()); }
	bool valid() const { return static_cast<bool>(work_); }
	/* Waits; a failure is get()'s to report. */
	void wait() const { work().wait(); }

	template <class Rep, class Period>
	std::future_status wait_for(const std::chrono::duration<Rep, Period> &time) const {
		return wait_until(std::chrono::steady_clock::now() + time);
	}
	template <class Clock, class Duration>
	std::future_status wait_until(const std::chrono::time_point<Clock, Duration> &time) const {
		const details::pending_work &pending = work();
		while (!pending.is_complete()) {
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

	/* Calls func on another thread once the operation has ended. */
	template <typename Functor> void then(const Functor &func) const {
		const completion_future self = checked();
		std::thread([self, func] {
			self.wait();
			func();
		}).detach();
	}

	/* For the library: takes over the event. */
	static completion_future from_event(amp_event *event) {
		completion_future future;
		future.work_ = std::make_shared<details::pending_work>(event);
		return future;
	}

private:
	const details::pending_work &work() const {
		if (!work_)
			throw uninitialized_object("the completion_future is of no operation");
		return *work_;
	}
	const completion_future &checked() const {
		work();
		return *this;
	}

	std::shared_ptr<const details::pending_work> work_;
};

} // namespace Concurrency

#endif
