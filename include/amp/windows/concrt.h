/* <concrt.h>: the Concurrency Runtime's locks, events and errors, and a part of its scheduler. */
#ifndef AMP_WINDOWS_CONCRT_H
#define AMP_WINDOWS_CONCRT_H

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "detail/scheduler.h"

namespace Concurrency {

const unsigned COOPERATIVE_TIMEOUT_INFINITE = 0xffffffffu;
const std::size_t COOPERATIVE_WAIT_TIMEOUT = ~static_cast<std::size_t>(0);

/* ---- Errors -------------------------------------------------------------------------------------- */

#define AMP_WINDOWS_ERROR(name)                                                                     \
	class name : public std::exception {                                                            \
	public:                                                                                         \
		name() {}                                                                                   \
		explicit name(const char *message) : message_(message) {}                                   \
		const char *what() const noexcept override { return message_.empty() ? #name : message_.c_str(); } \
                                                                                                    \
	private:                                                                                        \
		std::string message_;                                                                       \
	};
AMP_WINDOWS_ERROR(bad_target)
AMP_WINDOWS_ERROR(context_self_unblock)
AMP_WINDOWS_ERROR(context_unblock_unbalanced)
AMP_WINDOWS_ERROR(default_scheduler_exists)
AMP_WINDOWS_ERROR(improper_lock)
AMP_WINDOWS_ERROR(improper_scheduler_attach)
AMP_WINDOWS_ERROR(improper_scheduler_detach)
AMP_WINDOWS_ERROR(invalid_link_target)
AMP_WINDOWS_ERROR(invalid_multiple_scheduling)
AMP_WINDOWS_ERROR(invalid_operation)
AMP_WINDOWS_ERROR(invalid_scheduler_policy_value)
AMP_WINDOWS_ERROR(message_not_found)
AMP_WINDOWS_ERROR(missing_wait)
AMP_WINDOWS_ERROR(operation_timed_out)
AMP_WINDOWS_ERROR(scheduler_not_attached)
AMP_WINDOWS_ERROR(task_canceled)
#undef AMP_WINDOWS_ERROR

/* ---- Locks --------------------------------------------------------------------------------------- */

/* A mutex that its owner must not lock again. */
class critical_section {
public:
	typedef std::timed_mutex *native_handle_type;
	critical_section() {}
	critical_section(const critical_section &) = delete;
	critical_section &operator=(const critical_section &) = delete;

	void lock() {
		if (owner_ == std::this_thread::get_id())
			throw improper_lock("critical_section: its owner locks it again");
		if (!mutex_.try_lock()) {
			amp_windows::scheduler::waiting waiting;
			mutex_.lock();
		}
		owner_ = std::this_thread::get_id();
	}
	bool try_lock() { return own(mutex_.try_lock()); }
	bool try_lock_for(unsigned milliseconds) {
		amp_windows::scheduler::waiting waiting;
		return own(mutex_.try_lock_for(std::chrono::milliseconds(milliseconds)));
	}
	void unlock() {
		owner_ = std::thread::id();
		mutex_.unlock();
	}
	native_handle_type native_handle() { return &mutex_; }

	class scoped_lock {
	public:
		explicit scoped_lock(critical_section &section) : section_(section) { section_.lock(); }
		~scoped_lock() { section_.unlock(); }
		scoped_lock(const scoped_lock &) = delete;
		scoped_lock &operator=(const scoped_lock &) = delete;
	private:
		critical_section &section_;
	};

private:
	bool own(bool locked) {
		if (locked)
			owner_ = std::this_thread::get_id();
		return locked;
	}
	std::timed_mutex mutex_;
	std::atomic<std::thread::id> owner_;
};

/* Allows many readers or one writer; waiting writers have precedence. */
class reader_writer_lock {
public:
	reader_writer_lock() : readers_(0), writers_waiting_(0), is_written_(false) {}
	reader_writer_lock(const reader_writer_lock &) = delete;
	reader_writer_lock &operator=(const reader_writer_lock &) = delete;

	void lock() {
		amp_windows::scheduler::waiting waiting;
		std::unique_lock<std::mutex> guard(mutex_);
		if (is_written_ && writer_ == std::this_thread::get_id())
			throw improper_lock("reader_writer_lock: its writer locks it again");
		writers_waiting_++;
		changed_.wait(guard, [this] { return !readers_ && !is_written_; });
		writers_waiting_--;
		write();
	}
	bool try_lock() {
		std::lock_guard<std::mutex> guard(mutex_);
		const bool ok = !readers_ && !is_written_;
		if (ok)
			write();
		return ok;
	}
	void lock_read() {
		amp_windows::scheduler::waiting waiting;
		std::unique_lock<std::mutex> guard(mutex_);
		if (is_written_ && writer_ == std::this_thread::get_id())
			throw improper_lock("reader_writer_lock: its writer locks it to read");
		changed_.wait(guard, [this] { return !writers_waiting_ && !is_written_; });
		readers_++;
	}
	bool try_lock_read() {
		std::lock_guard<std::mutex> guard(mutex_);
		const bool ok = !writers_waiting_ && !is_written_;
		readers_ += ok;
		return ok;
	}
	void unlock() {
		std::lock_guard<std::mutex> guard(mutex_);
		if (is_written_)
			is_written_ = false;
		else
			readers_--;
		changed_.notify_all();
	}

	class scoped_lock {
	public:
		explicit scoped_lock(reader_writer_lock &lock) : lock_(lock) { lock_.lock(); }
		~scoped_lock() { lock_.unlock(); }
		scoped_lock(const scoped_lock &) = delete;
		scoped_lock &operator=(const scoped_lock &) = delete;
	private:
		reader_writer_lock &lock_;
	};
	class scoped_lock_read {
	public:
		explicit scoped_lock_read(reader_writer_lock &lock) : lock_(lock) { lock_.lock_read(); }
		~scoped_lock_read() { lock_.unlock(); }
		scoped_lock_read(const scoped_lock_read &) = delete;
		scoped_lock_read &operator=(const scoped_lock_read &) = delete;
	private:
		reader_writer_lock &lock_;
	};

private:
	void write() {
		is_written_ = true;
		writer_ = std::this_thread::get_id();
	}
	std::mutex mutex_;
	std::condition_variable changed_;
	unsigned readers_, writers_waiting_;
	bool is_written_;
	std::thread::id writer_;
};

/* An event that stays set until it is reset. */
class event {
public:
	static const unsigned timeout_infinite = COOPERATIVE_TIMEOUT_INFINITE;
	event() : set_(false) {}
	event(const event &) = delete;
	event &operator=(const event &) = delete;

	void set() {
		std::lock_guard<std::mutex> lock(mutex());
		set_ = true;
		changed().notify_all();
	}
	void reset() {
		std::lock_guard<std::mutex> lock(mutex());
		set_ = false;
	}
	/* Returns 0 or COOPERATIVE_WAIT_TIMEOUT. */
	std::size_t wait(unsigned milliseconds = COOPERATIVE_TIMEOUT_INFINITE) {
		event *self = this;
		return wait_for_multiple(&self, 1, true, milliseconds);
	}
	/* Returns the index of the event that is set, 0 if all must be, or COOPERATIVE_WAIT_TIMEOUT. */
	static std::size_t wait_for_multiple(event **events, std::size_t count, bool all,
	                                     unsigned milliseconds = COOPERATIVE_TIMEOUT_INFINITE) {
		amp_windows::scheduler::waiting waiting;
		std::unique_lock<std::mutex> lock(mutex());
		std::size_t which = 0;
		auto ready = [&] {
			std::size_t n = 0;
			for (std::size_t i = count; i--;) {
				if (events[i]->set_) {
					which = all ? 0 : i;
					n++;
				}
			}
			return all ? n == count : n > 0;
		};
		if (milliseconds == COOPERATIVE_TIMEOUT_INFINITE)
			changed().wait(lock, ready);
		else if (!changed().wait_for(lock, std::chrono::milliseconds(milliseconds), ready))
			return COOPERATIVE_WAIT_TIMEOUT;
		return which;
	}

private:
	/* Shared by all events, so that waiting for several is a single wait. */
	static std::mutex &mutex() {
		static std::mutex *one = new std::mutex;
		return *one;
	}
	static std::condition_variable &changed() {
		static std::condition_variable *one = new std::condition_variable;
		return *one;
	}
	bool set_;
};

/* ---- The scheduler ------------------------------------------------------------------------------- */

inline void wait(unsigned milliseconds) {
	amp_windows::scheduler::waiting waiting;
	std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}
inline unsigned GetProcessorCount() { return (std::max)(std::thread::hardware_concurrency(), 1u); }
inline unsigned GetProcessorNodeCount() { return 1; }
inline void *Alloc(std::size_t size) { return std::malloc(size); }
inline void Free(void *memory) { std::free(memory); }

class Context {
public:
	static void Yield() { std::this_thread::yield(); }
	static void YieldExecution() { std::this_thread::yield(); }
	static void SpinYield() { std::this_thread::yield(); }
	static void Oversubscribe(bool) {}
	/* Returns a number that identifies the thread. */
	static unsigned Id() { return number(); }
	static unsigned VirtualProcessorId() { return number(); }

private:
	static unsigned number() {
		static std::atomic<unsigned> last(0);
		static thread_local const unsigned mine = last++;
		return mine;
	}
};

/* Policies are recorded but have no effect: oneTBB and the system manage the threads. */
enum PolicyElementKey {
	SchedulerKind,
	MaxConcurrency,
	MinConcurrency,
	TargetOversubscriptionFactor,
	LocalContextCacheSize,
	ContextStackSize,
	ContextPriority,
	SchedulingProtocol,
	DynamicProgressFeedback,
	MaxPolicyElementKey
};
const unsigned MaxExecutionResources = 0xffffffffu;
class SchedulerPolicy {
public:
	SchedulerPolicy() : values_() {}
	/* Takes count pairs of a PolicyElementKey and its value. */
	template <typename... Values> explicit SchedulerPolicy(std::size_t count, Values... values) : values_() {
		const unsigned all[] = {static_cast<unsigned>(values)..., 0};
		for (std::size_t i = 0; i < count && 2 * i + 1 < sizeof...(Values); i++)
			SetPolicyValue(static_cast<PolicyElementKey>(all[2 * i]), all[2 * i + 1]);
	}
	unsigned GetPolicyValue(PolicyElementKey key) const { return values_[key]; }
	unsigned SetPolicyValue(PolicyElementKey key, unsigned value) {
		const unsigned before = values_[key];
		values_[key] = value;
		return before;
	}
	void SetConcurrencyLimits(unsigned least, unsigned most = MaxExecutionResources) {
		values_[MinConcurrency] = least;
		values_[MaxConcurrency] = most;
	}
private:
	unsigned values_[MaxPolicyElementKey];
};
typedef void (*TaskProc)(void *);
class CurrentScheduler {
public:
	static void Create(const SchedulerPolicy &) {}
	static void Detach() {}
	static unsigned Id() { return 0; }
	static unsigned GetNumberOfVirtualProcessors() { return GetProcessorCount(); }
	static void ScheduleTask(TaskProc function, void *argument) {
		amp_windows::scheduler::get().schedule([=] { function(argument); });
	}
};

} // namespace Concurrency
namespace concurrency = Concurrency;

#endif
