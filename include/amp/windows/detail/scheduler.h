/* The threads that run tasks and agents.
 *
 * There are as many as processors, but where one of them waits for a task, an event or a message another takes its
 * place, as the Concurrency Runtime has it: tasks that wait for each other do not stand still. */
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
	/* It is never destroyed: its threads end with the process. */
	static scheduler &get() {
		static scheduler *one = new scheduler;
		return *one;
	}

	void schedule(std::function<void()> work) {
		std::lock_guard<std::mutex> lock(mutex_);
		queue_.push_back(std::move(work));
		serve();
	}

	/* The thread waits, from here to the end of the scope. */
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
	/* With the mutex: wakes a thread for what is queued, or starts one. */
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
