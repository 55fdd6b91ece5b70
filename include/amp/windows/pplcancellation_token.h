/* Cancellation of tasks and of task groups. */
#ifndef AMP_WINDOWS_PPLCANCELLATION_TOKEN_H
#define AMP_WINDOWS_PPLCANCELLATION_TOKEN_H

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "concrt.h"

namespace amp_windows {

/* The state that a source and its tokens share. */
class cancellation {
public:
	cancellation() : canceled_(false), last_(0) {}
	bool is_canceled() {
		std::lock_guard<std::mutex> lock(mutex_);
		return canceled_;
	}
	void cancel() {
		std::map<unsigned long, std::function<void()>> callbacks;
		{
			std::lock_guard<std::mutex> lock(mutex_);
			if (canceled_)
				return;
			canceled_ = true;
			callbacks.swap(callbacks_);
		}
		for (auto &c : callbacks)
			c.second();
	}
	/* Calls back immediately, and returns 0, if it was canceled already. */
	unsigned long add(std::function<void()> callback) {
		{
			std::lock_guard<std::mutex> lock(mutex_);
			if (!canceled_) {
				callbacks_[++last_] = std::move(callback);
				return last_;
			}
		}
		callback();
		return 0;
	}
	void remove(unsigned long number) {
		std::lock_guard<std::mutex> lock(mutex_);
		callbacks_.erase(number);
	}
private:
	std::mutex mutex_;
	bool canceled_;
	unsigned long last_;
	std::map<unsigned long, std::function<void()>> callbacks_;
};

} // namespace amp_windows

namespace Concurrency {

/* How a task or a group of tasks ended. */
enum task_group_status { not_complete, completed, canceled };

class cancellation_token_registration {
public:
	cancellation_token_registration(unsigned long number = 0) : number_(number) {}
	unsigned long _Number() const { return number_; }
	bool operator==(const cancellation_token_registration &o) const { return number_ == o.number_; }
	bool operator!=(const cancellation_token_registration &o) const { return number_ != o.number_; }
private:
	unsigned long number_;
};

class cancellation_token {
public:
	static cancellation_token none() { return cancellation_token(nullptr); }
	explicit cancellation_token(std::shared_ptr<amp_windows::cancellation> state) : state_(std::move(state)) {}
	bool is_cancelable() const { return state_ != nullptr; }
	bool is_canceled() const { return state_ && state_->is_canceled(); }
	template <typename Function> cancellation_token_registration register_callback(const Function &f) const {
		if (!state_)
			throw invalid_operation("a cancellation_token that is none");
		return cancellation_token_registration(state_->add(f));
	}
	void deregister_callback(const cancellation_token_registration &r) const {
		if (state_)
			state_->remove(r._Number());
	}
	bool operator==(const cancellation_token &o) const { return state_ == o.state_; }
	bool operator!=(const cancellation_token &o) const { return state_ != o.state_; }
private:
	std::shared_ptr<amp_windows::cancellation> state_;
};

class cancellation_token_source {
public:
	cancellation_token_source() : state_(std::make_shared<amp_windows::cancellation>()) {}
	cancellation_token get_token() const { return cancellation_token(state_); }
	void cancel() const { state_->cancel(); }
	/* Creates a source that is canceled when one of these tokens is. */
	template <typename Iterator> static cancellation_token_source create_linked_source(Iterator first, Iterator last) {
		cancellation_token_source linked;
		for (; first != last; ++first)
			linked.follow(*first);
		return linked;
	}
	static cancellation_token_source create_linked_source(const cancellation_token &token) {
		return create_linked_source(&token, &token + 1);
	}
	bool operator==(const cancellation_token_source &o) const { return state_ == o.state_; }
	bool operator!=(const cancellation_token_source &o) const { return state_ != o.state_; }
private:
	void follow(const cancellation_token &token) {
		const std::shared_ptr<amp_windows::cancellation> state = state_;
		if (token.is_cancelable())
			token.register_callback([state] { state->cancel(); });
	}
	std::shared_ptr<amp_windows::cancellation> state_;
};

} // namespace Concurrency

#endif
