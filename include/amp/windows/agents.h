/* <agents.h>: agents, and the blocks that messages pass through. */
#ifndef AMP_WINDOWS_AGENTS_H
#define AMP_WINDOWS_AGENTS_H

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "concrt.h"

namespace Concurrency {

/* ---- Sources and targets -------------------------------------------------------------------------- */

template <typename T> class ITarget {
public:
	typedef T type;
	virtual ~ITarget() {}
	/* Takes a message, or declines it. */
	virtual bool _Take(const T &message) = 0;
};
template <typename T> class ISource {
public:
	typedef T source_type;
	virtual ~ISource() {}
	/* Waits for a message. Returns false after this number of milliseconds. */
	virtual bool _Receive(T *to, unsigned milliseconds) = 0;
	virtual void link_target(ITarget<T> *target) = 0;
	virtual void unlink_target(ITarget<T> *target) = 0;
	virtual void unlink_targets() = 0;
};

} // namespace Concurrency

namespace amp_windows {

/* The links of a source, and the threads that wait for its messages. */
template <typename T> class source : public Concurrency::ISource<T> {
public:
	void link_target(Concurrency::ITarget<T> *target) override {
		std::unique_lock<std::mutex> lock(mutex_);
		targets_.push_back(target);
		linked(lock);
	}
	void unlink_target(Concurrency::ITarget<T> *target) override {
		std::lock_guard<std::mutex> lock(mutex_);
		targets_.erase(std::remove(targets_.begin(), targets_.end(), target), targets_.end());
	}
	void unlink_targets() override {
		std::lock_guard<std::mutex> lock(mutex_);
		targets_.clear();
	}
	bool _Receive(T *to, unsigned milliseconds) override {
		std::unique_lock<std::mutex> lock(mutex_);
		if (!take(to)) {
			scheduler::waiting waiting;
			auto ready = [&] { return take(to); };
			if (milliseconds != Concurrency::COOPERATIVE_TIMEOUT_INFINITE)
				return arrives_.wait_for(lock, std::chrono::milliseconds(milliseconds), ready);
			arrives_.wait(lock, ready);
		}
		return true;
	}

protected:
	/* Takes the next message, if there is one. Requires the mutex. */
	virtual bool take(T *to) = 0;
	/* Called when there is a new target. Requires the mutex, which it may release. */
	virtual void linked(std::unique_lock<std::mutex> &lock) = 0;
	/* Offers a message to the targets. Returns whether one of them takes it; all: whether each takes it.
	 * Must not be called with the mutex. */
	bool offer(const std::vector<Concurrency::ITarget<T> *> &targets, const T &message, bool all) {
		bool taken = false;
		for (std::size_t i = 0; i < targets.size() && (all || !taken); i++)
			taken |= targets[i]->_Take(message);
		return taken;
	}

	std::mutex mutex_;
	std::condition_variable arrives_;
	std::vector<Concurrency::ITarget<T> *> targets_;
};

/* Messages in order, each for a single target. */
template <typename T> class queue_source : public source<T> {
public:
	void put(const T &message) {
		std::unique_lock<std::mutex> lock(this->mutex_);
		queue_.push_back(message);
		linked(lock);
		this->arrives_.notify_all();
	}
protected:
	bool take(T *to) override {
		if (queue_.empty())
			return false;
		*to = queue_.front();
		queue_.pop_front();
		return true;
	}
	void linked(std::unique_lock<std::mutex> &lock) override {
		if (is_passing_)
			return;
		is_passing_ = true; /* one thread at a time, so that messages keep their order */
		while (!queue_.empty() && !this->targets_.empty()) {
			const T message = queue_.front();
			const std::vector<Concurrency::ITarget<T> *> targets = this->targets_;
			queue_.pop_front();
			lock.unlock();
			const bool taken = this->offer(targets, message, false);
			lock.lock();
			if (!taken) {
				queue_.push_front(message);
				break;
			}
		}
		is_passing_ = false;
	}
private:
	std::deque<T> queue_;
	bool is_passing_ = false;
};

/* Calls a function with one message after the other, on the scheduler's threads. */
template <typename T> class processor {
public:
	explicit processor(std::function<void(const T &)> f) : function_(std::move(f)), busy_(false) {}
	~processor() { wait(); }
	void put(const T &message) {
		std::lock_guard<std::mutex> lock(mutex_);
		queue_.push_back(message);
		if (!busy_) {
			busy_ = true;
			scheduler::get().schedule([this] { run(); });
		}
	}
	void wait() {
		std::unique_lock<std::mutex> lock(mutex_);
		if (busy_) {
			scheduler::waiting waiting;
			idle_.wait(lock, [this] { return !busy_; });
		}
	}
private:
	void run() {
		std::unique_lock<std::mutex> lock(mutex_);
		while (!queue_.empty()) {
			const T message = queue_.front();
			queue_.pop_front();
			lock.unlock();
			function_(message);
			lock.lock();
		}
		busy_ = false;
		idle_.notify_all();
	}
	std::function<void(const T &)> function_;
	std::mutex mutex_;
	std::condition_variable idle_;
	std::deque<T> queue_;
	bool busy_;
};

} // namespace amp_windows

namespace Concurrency {

/* ---- Blocks --------------------------------------------------------------------------------------- */

template <typename T> using _Filter = std::function<bool(const T &)>;

template <typename T> class unbounded_buffer : public amp_windows::queue_source<T>, public ITarget<T> {
public:
	unbounded_buffer() {}
	explicit unbounded_buffer(_Filter<T> filter) : filter_(std::move(filter)) {}
	bool _Take(const T &message) override {
		if (filter_ && !filter_(message))
			return false;
		this->put(message);
		return true;
	}
	bool enqueue(const T &message) { return _Take(message); }
	T dequeue() {
		T message;
		this->_Receive(&message, COOPERATIVE_TIMEOUT_INFINITE);
		return message;
	}
private:
	_Filter<T> filter_;
};

/* The latest message, of which everyone who asks gets a copy, and each target, too. */
template <typename T> class overwrite_buffer : public amp_windows::source<T>, public ITarget<T> {
public:
	overwrite_buffer() {}
	explicit overwrite_buffer(_Filter<T> filter) : filter_(std::move(filter)) {}
	bool _Take(const T &message) override {
		if (filter_ && !filter_(message))
			return false;
		std::unique_lock<std::mutex> lock(this->mutex_);
		if (is_single_ && value_)
			return false;
		value_ = std::make_shared<T>(message);
		this->arrives_.notify_all();
		const std::vector<ITarget<T> *> targets = this->targets_;
		lock.unlock();
		this->offer(targets, message, true);
		return true;
	}
	bool has_value() {
		std::lock_guard<std::mutex> lock(this->mutex_);
		return value_ != nullptr;
	}
	T value() {
		T message;
		this->_Receive(&message, COOPERATIVE_TIMEOUT_INFINITE);
		return message;
	}
protected:
	bool take(T *to) override {
		if (value_)
			*to = *value_;
		return value_ != nullptr;
	}
	void linked(std::unique_lock<std::mutex> &lock) override {
		if (!value_)
			return;
		const std::shared_ptr<T> value = value_;
		ITarget<T> *target = this->targets_.back();
		lock.unlock();
		target->_Take(*value);
		lock.lock();
	}
	bool is_single_ = false; /* only the first message is kept */
private:
	_Filter<T> filter_;
	std::shared_ptr<T> value_;
};
template <typename T> class single_assignment : public overwrite_buffer<T> {
public:
	single_assignment() { this->is_single_ = true; }
	explicit single_assignment(_Filter<T> filter) : overwrite_buffer<T>(std::move(filter)) { this->is_single_ = true; }
};

/* Calls a function with each message. */
template <typename T, typename Function = std::function<void(const T &)>> class call : public ITarget<T> {
public:
	explicit call(const Function &f) : processor_([f](const T &message) { Function copy = f; copy(message); }) {}
	call(const Function &f, _Filter<T> filter)
	    : filter_(std::move(filter)), processor_([f](const T &message) { Function copy = f; copy(message); }) {}
	bool _Take(const T &message) override {
		if (filter_ && !filter_(message))
			return false;
		processor_.put(message);
		return true;
	}
private:
	_Filter<T> filter_;
	amp_windows::processor<T> processor_;
};

/* Passes on the result of a function for each message. */
template <typename T, typename Out> class transformer : public amp_windows::queue_source<Out>, public ITarget<T> {
public:
	explicit transformer(std::function<Out(const T &)> f, ITarget<Out> *target = nullptr)
	    : processor_([this, f](const T &message) { this->put(f(message)); }) {
		if (target)
			this->link_target(target);
	}
	~transformer() { processor_.wait(); }
	bool _Take(const T &message) override {
		processor_.put(message);
		return true;
	}
private:
	amp_windows::processor<T> processor_;
};

/* Sends a message after this number of milliseconds, once or repeatedly. */
template <typename T> class timer : public amp_windows::queue_source<T> {
public:
	timer(unsigned milliseconds, const T &value, ITarget<T> *target = nullptr, bool repeats = false)
	    : milliseconds_(milliseconds), value_(value), repeats_(repeats), running_(false) {
		if (target)
			this->link_target(target);
	}
	~timer() { stop(); }
	void start() {
		stop();
		running_ = true;
		thread_ = std::thread([this] { run(); });
	}
	void stop() {
		{
			std::lock_guard<std::mutex> lock(timer_mutex_);
			running_ = false;
			stops_.notify_all();
		}
		if (thread_.joinable())
			thread_.join();
	}
	void pause() { stop(); }
private:
	void run() {
		std::unique_lock<std::mutex> lock(timer_mutex_);
		do {
			if (stops_.wait_for(lock, std::chrono::milliseconds(milliseconds_), [this] { return !running_; }))
				return;
			lock.unlock();
			this->put(value_);
			lock.lock();
		} while (repeats_ && running_);
	}
	unsigned milliseconds_;
	T value_;
	bool repeats_, running_;
	std::mutex timer_mutex_;
	std::condition_variable stops_;
	std::thread thread_;
};

/* ---- Blocks that are not there -------------------------------------------------------------------- */

#define AMP_BLOCK_NOT_HERE(name)                                                                    \
	template <typename T, typename...> class name {                                                 \
		static_assert(sizeof(T *) == 0, #name " is not there (docs/porting.md): receive from one source after the other"); \
	}
AMP_BLOCK_NOT_HERE(join);
AMP_BLOCK_NOT_HERE(multitype_join);
AMP_BLOCK_NOT_HERE(choice);
#undef AMP_BLOCK_NOT_HERE

/* ---- Sending and receiving ------------------------------------------------------------------------ */

template <typename Target> bool send(Target *target, const typename Target::type &message) { return target->_Take(message); }
template <typename Target> bool send(Target &target, const typename Target::type &message) { return target._Take(message); }
template <typename Target> bool asend(Target *target, const typename Target::type &message) { return target->_Take(message); }
template <typename Target> bool asend(Target &target, const typename Target::type &message) { return target._Take(message); }

template <typename T> T _Receive_from(ISource<T> *source, unsigned milliseconds) {
	T message;
	if (!source->_Receive(&message, milliseconds))
		throw operation_timed_out("receive");
	return message;
}
template <typename Source>
typename Source::source_type receive(Source *source, unsigned milliseconds = COOPERATIVE_TIMEOUT_INFINITE) {
	return _Receive_from<typename Source::source_type>(source, milliseconds);
}
template <typename Source>
typename Source::source_type receive(Source &source, unsigned milliseconds = COOPERATIVE_TIMEOUT_INFINITE) {
	return _Receive_from<typename Source::source_type>(&source, milliseconds);
}
template <typename Source> bool try_receive(Source *source, typename Source::source_type &to) {
	return source->_Receive(&to, 0);
}
template <typename Source> bool try_receive(Source &source, typename Source::source_type &to) {
	return source._Receive(&to, 0);
}

/* ---- Agents --------------------------------------------------------------------------------------- */

enum agent_status { agent_created, agent_runnable, agent_started, agent_done, agent_canceled };

class agent {
public:
	agent() { send(status_, agent_created); }
	virtual ~agent() {}
	agent(const agent &) = delete;
	agent &operator=(const agent &) = delete;

	bool start() {
		if (!change(agent_created, agent_runnable))
			return false;
		amp_windows::scheduler::get().schedule([this] {
			if (change(agent_runnable, agent_started))
				run();
		});
		return true;
	}
	/* Cancels an agent that has not started. */
	bool cancel() { return change(agent_created, agent_canceled) || change(agent_runnable, agent_canceled); }
	agent_status status() { return status_.value(); }
	ISource<agent_status> *status_port() { return &status_; }

	/* Waits until the agent is done or canceled. */
	static agent_status wait(agent *a, unsigned milliseconds = COOPERATIVE_TIMEOUT_INFINITE) {
		a->wait_for_end(milliseconds);
		return a->status();
	}
	static void wait_for_all(std::size_t count, agent **agents, agent_status *statuses = nullptr,
	                         unsigned milliseconds = COOPERATIVE_TIMEOUT_INFINITE) {
		for (std::size_t i = 0; i < count; i++) {
			const agent_status s = wait(agents[i], milliseconds);
			if (statuses)
				statuses[i] = s;
		}
	}
	static void wait_for_one(std::size_t count, agent **agents, agent_status &status, std::size_t &which,
	                         unsigned milliseconds = COOPERATIVE_TIMEOUT_INFINITE) {
		std::vector<event *> ends;
		for (std::size_t i = 0; i < count; i++)
			ends.push_back(&agents[i]->ended_);
		which = event::wait_for_multiple(ends.data(), count, false, milliseconds);
		if (which == COOPERATIVE_WAIT_TIMEOUT)
			throw operation_timed_out("agent::wait_for_one");
		status = agents[which]->status();
	}

protected:
	virtual void run() = 0;
	bool done() { return change(agent_started, agent_done) || change(agent_created, agent_done) || change(agent_runnable, agent_done); }

private:
	bool change(agent_status from, agent_status to) {
		{
			std::lock_guard<std::mutex> lock(mutex_);
			if (status_.value() != from)
				return false;
			send(status_, to);
		}
		if (to == agent_done || to == agent_canceled)
			ended_.set();
		return true;
	}
	void wait_for_end(unsigned milliseconds) {
		if (ended_.wait(milliseconds) == COOPERATIVE_WAIT_TIMEOUT)
			throw operation_timed_out("agent::wait");
	}
	std::mutex mutex_;
	overwrite_buffer<agent_status> status_;
	event ended_;
};

} // namespace Concurrency

#endif
