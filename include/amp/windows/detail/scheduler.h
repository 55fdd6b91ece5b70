/* The threads that run tasks and agents.
 *
 * There is one for each processor. While one of them waits for a task, an event or a message, another one
 * takes its place, as in the Concurrency Runtime, so that tasks that wait for each other make progress. */
#ifndef AMP_WINDOWS_SCHEDULER_H
#define AMP_WINDOWS_SCHEDULER_H

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace amp_windows {

class scheduler {
public:
	/* Never destroyed: its threads end with the process. */
	static scheduler &get() {
		static scheduler *one = new scheduler;
		return *one;
	}

	void schedule(std::function<void()> work) {
		std::lock_guard<std::mutex> lock(mutex_);
		queue_.push_back(std::move(work));
		serve();
	}

	/* Marks the thread as waiting, until the end of the scope. */
	class waiting {
	public:
		waiting() {
			if (is_worker())
				get().change_waiting(1);
		}
		~waiting() {
			if (is_worker())
				get().change_waiting(-1);
		}
		waiting(const waiting &) = delete;
		waiting &operator=(const waiting &) = delete;
	};

private:
	scheduler() : threads_(0), idle_(0), waiting_(0), most_(static_cast<int>(std::thread::hardware_concurrency())) {
		if (most_ < 2)
			most_ = 2;
	}
	static bool &is_worker() {
		static thread_local bool is;
		return is;
	}
	/* Wakes or starts a thread for what is queued. Requires the mutex. */
	void serve() {
		if (static_cast<std::size_t>(idle_) >= queue_.size()) {
			wakes_.notify_one();
		} else if (threads_ - waiting_ < most_) {
			threads_++;
			std::thread([this] { run(); }).detach();
		}
	}
	void change_waiting(int by) {
		std::lock_guard<std::mutex> lock(mutex_);
		waiting_ += by;
		if (by > 0 && !queue_.empty())
			serve();
	}
	void run() {
		std::unique_lock<std::mutex> lock(mutex_);

		is_worker() = true;
		for (;;) {
			idle_++;
			const bool has = wakes_.wait_for(lock, std::chrono::seconds(2), [this] { return !queue_.empty(); });
			idle_--;
			if (!has)
				break;
			std::function<void()> work = std::move(queue_.front());
			queue_.pop_front();
			lock.unlock();
			work();
			work = nullptr;
			lock.lock();
		}
		threads_--;
	}

	std::mutex mutex_;
	std::condition_variable wakes_;
	std::deque<std::function<void()>> queue_;
	int threads_, idle_, waiting_, most_;
};

} // namespace amp_windows

#endif
