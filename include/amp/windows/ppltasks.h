/* <ppltasks.h>: tasks and continuations. They run on the threads of detail/scheduler.h. */
#ifndef AMP_WINDOWS_PPLTASKS_H
#define AMP_WINDOWS_PPLTASKS_H

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "concrt.h"
#include "pplcancellation_token.h"

namespace Concurrency {

typedef task_group_status task_status;
template <typename T> class task;
template <typename T> class task_completion_event;

} // namespace Concurrency

namespace amp_windows {

/* The result of a task<void>. */
struct nothing {};
template <typename T> struct result_of_task {
	typedef T type;
};
template <> struct result_of_task<void> {
	typedef nothing type;
};

/* The state of a task, shared by its task<T>s and its continuations. */
template <typename T> class task_state {
public:
	typedef typename result_of_task<T>::type result;

	explicit task_state(const Concurrency::cancellation_token &token)
	    : token_(token), status_(Concurrency::not_complete) {}

	const Concurrency::cancellation_token &token() const { return token_; }
	/* Ends the task. Only the first call of these functions has an effect. */
	bool finish(result value) {
		return end(Concurrency::completed, [&] { result_ = std::make_shared<result>(std::move(value)); });
	}
	bool fail(std::exception_ptr error) {
		return end(Concurrency::canceled, [&] { error_ = error; });
	}
	bool cancel() {
		return end(Concurrency::canceled, [] {});
	}
	/* Calls f when the task has ended: on the thread that ends it or, if it has ended already, here. */
	void when_done(std::function<void()> f) {
		{
			std::lock_guard<std::mutex> lock(mutex_);
			if (status_ == Concurrency::not_complete) {
				continuations_.push_back(std::move(f));
				return;
			}
		}
		f();
	}
	Concurrency::task_group_status wait() {
		std::unique_lock<std::mutex> lock(mutex_);
		if (status_ == Concurrency::not_complete) {
			scheduler::waiting waiting;
			done_.wait(lock, [this] { return status_ != Concurrency::not_complete; });
		}
		return status_;
	}
	bool is_done() {
		std::lock_guard<std::mutex> lock(mutex_);
		return status_ != Concurrency::not_complete;
	}
	/* Valid once the task is done. */
	std::exception_ptr error() const { return error_; }
	bool is_canceled() const { return status_ == Concurrency::canceled; }
	const result &value() const { return *result_; }

private:
	template <typename Set> bool end(Concurrency::task_group_status status, Set set) {
		std::vector<std::function<void()>> continuations;
		{
			std::lock_guard<std::mutex> lock(mutex_);
			if (status_ != Concurrency::not_complete)
				return false;
			set();
			status_ = status;
			continuations.swap(continuations_);
			done_.notify_all();
		}
		for (auto &f : continuations)
			f();
		return true;
	}

	std::mutex mutex_;
	std::condition_variable done_;
	Concurrency::cancellation_token token_;
	Concurrency::task_group_status status_;
	std::shared_ptr<result> result_;
	std::exception_ptr error_;
	std::vector<std::function<void()>> continuations_;
};

/* A task's result is what its function returns; if that is a task, it is waited for. */
template <typename T> struct unwrapped {
	typedef T type;
};
template <typename T> struct unwrapped<Concurrency::task<T>> {
	typedef T type;
};
template <typename T> struct is_task : std::false_type {};
template <typename T> struct is_task<Concurrency::task<T>> : std::true_type {};
template <typename T> struct is_completion_event : std::false_type {
	typedef void type;
};
template <typename T> struct is_completion_event<Concurrency::task_completion_event<T>> : std::true_type {
	typedef T type;
};

template <typename T> const std::shared_ptr<task_state<T>> &state_of(const Concurrency::task<T> &t);

/* Ends a task in the same way as another one. */
template <typename T> void end_alike(task_state<T> &to, const task_state<T> &from) {
	if (from.error())
		to.fail(from.error());
	else if (from.is_canceled())
		to.cancel();
	else
		to.finish(from.value());
}
template <typename T> void follow(const std::shared_ptr<task_state<T>> &to, const Concurrency::task<T> &inner) {
	const std::shared_ptr<task_state<T>> from = state_of(inner);
	from->when_done([to, from] { end_alike(*to, *from); });
}

/* Runs a function, and ends a task with its result. */
template <typename R> struct runner {
	template <typename T, typename Call> static void run(const std::shared_ptr<task_state<T>> &to, Call &call) {
		to->finish(call());
	}
};
template <> struct runner<void> {
	template <typename Call> static void run(const std::shared_ptr<task_state<void>> &to, Call &call) {
		call();
		to->finish(nothing());
	}
};
template <typename R> struct runner<Concurrency::task<R>> {
	template <typename T, typename Call> static void run(const std::shared_ptr<task_state<T>> &to, Call &call) {
		follow(to, call());
	}
};
/* The cancellation token of the task that the thread runs, or NULL. */
inline const Concurrency::cancellation_token *&running_token() {
	static thread_local const Concurrency::cancellation_token *token;
	return token;
}
class running {
public:
	explicit running(const Concurrency::cancellation_token &token) : outer_(running_token()) { running_token() = &token; }
	~running() { running_token() = outer_; }
	running(const running &) = delete;
	running &operator=(const running &) = delete;
private:
	const Concurrency::cancellation_token *outer_;
};
template <typename R, typename T, typename Call> void run_task(const std::shared_ptr<task_state<T>> &to, Call &call) {
	if (to->token().is_canceled()) {
		to->cancel();
		return;
	}
	const running now(to->token());
	try {
		runner<R>::run(to, call);
	} catch (const Concurrency::task_canceled &) {
		to->cancel();
	} catch (...) {
		to->fail(std::current_exception());
	}
}

/* Whether a continuation takes the task rather than its result. */
template <typename Function, typename T, typename = void> struct takes_task : std::false_type {};
template <typename Function, typename T>
struct takes_task<Function, T, decltype(void(std::declval<Function &>()(std::declval<Concurrency::task<T>>())))>
    : std::true_type {};
template <typename Function, typename T, bool TakesTask> struct continuation {
	typedef decltype(std::declval<Function &>()(std::declval<T>())) result;
	static result call(Function &f, const Concurrency::task<T> &t) { return f(state_of(t)->value()); }
};
template <typename Function> struct continuation<Function, void, false> {
	typedef decltype(std::declval<Function &>()()) result;
	static result call(Function &f, const Concurrency::task<void> &) { return f(); }
};
template <typename Function, typename T> struct continuation<Function, T, true> {
	typedef decltype(std::declval<Function &>()(std::declval<Concurrency::task<T>>())) result;
	static result call(Function &f, const Concurrency::task<T> &t) { return f(t); }
};

} // namespace amp_windows

namespace Concurrency {

class task_continuation_context {
public:
	static task_continuation_context use_default() { return task_continuation_context(); }
	static task_continuation_context use_arbitrary() { return task_continuation_context(); }
	static task_continuation_context use_current() { return task_continuation_context(); }
};
class task_options {
public:
	task_options() : token_(cancellation_token::none()) {}
	task_options(cancellation_token token) : token_(token) {}
	task_options(task_continuation_context) : token_(cancellation_token::none()) {}
	task_options(cancellation_token token, task_continuation_context) : token_(token) {}
	const cancellation_token &get_cancellation_token() const { return token_; }
private:
	cancellation_token token_;
};

inline bool is_task_cancellation_requested() {
	return amp_windows::running_token() && amp_windows::running_token()->is_canceled();
}
[[noreturn]] inline void cancel_current_task() { throw task_canceled(); }

/* An event by which the program ends a task. */
template <typename T> class task_completion_event {
public:
	task_completion_event()
	    : state_(std::make_shared<amp_windows::task_state<T>>(cancellation_token::none())) {}
	bool set(typename amp_windows::result_of_task<T>::type value) const { return state_->finish(std::move(value)); }
	template <typename U = T> typename std::enable_if<std::is_void<U>::value, bool>::type set() const {
		return state_->finish(amp_windows::nothing());
	}
	template <typename Error> bool set_exception(Error error) const {
		return state_->fail(std::make_exception_ptr(error));
	}
	bool set_exception(std::exception_ptr error) const { return state_->fail(error); }
	const std::shared_ptr<amp_windows::task_state<T>> &_State() const { return state_; }
private:
	std::shared_ptr<amp_windows::task_state<T>> state_;
};

template <typename T> class task {
public:
	typedef T result_type;

	task() {}
	explicit task(std::shared_ptr<amp_windows::task_state<T>> state) : state_(std::move(state)) {}
	task(const task_completion_event<T> &event, const task_options & = task_options()) : state_(event._State()) {}
	template <typename Function, typename = decltype(std::declval<Function &>()())>
	explicit task(const Function &f, const task_options &options = task_options())
	    : state_(std::make_shared<amp_windows::task_state<T>>(options.get_cancellation_token())) {
		typedef decltype(std::declval<Function &>()()) result;
		const std::shared_ptr<amp_windows::task_state<T>> state = state_;
		Function function = f;
		amp_windows::scheduler::get().schedule(
		    [state, function]() mutable { amp_windows::run_task<result>(state, function); });
	}

	/* Waits for the result. Throws the task's exception, or task_canceled. */
	T get() const {
		state()->wait();
		rethrow();
		if (state_->is_canceled())
			throw task_canceled();
		return value(std::is_void<T>());
	}
	task_status wait() const {
		const task_status status = state()->wait();
		rethrow();
		return status;
	}
	bool is_done() const { return state()->is_done(); }
	bool is_apartment_aware() const { return false; }
	explicit operator bool() const { return state_ != nullptr; }
	bool operator==(const task &o) const { return state_ == o.state_; }
	bool operator!=(const task &o) const { return state_ != o.state_; }

	/* By value, so that a function becomes a pointer. */
	template <typename Function>
	auto then(Function function, const task_options &options = task_options()) const -> task<typename amp_windows::unwrapped<
	    typename amp_windows::continuation<Function, T, amp_windows::takes_task<Function, T>::value>::result>::type> {
		typedef amp_windows::takes_task<Function, T> with_task;
		typedef amp_windows::continuation<Function, T, with_task::value> call;
		typedef typename call::result result;
		typedef typename amp_windows::unwrapped<result>::type type;
		const task before = *this;
		/* A continuation that takes the result is canceled with the task before it. */
		const std::shared_ptr<amp_windows::task_state<type>> next = std::make_shared<amp_windows::task_state<type>>(
		    options.get_cancellation_token().is_cancelable() || with_task::value ? options.get_cancellation_token()
		                                                                         : state()->token());

		state()->when_done([before, next, function]() mutable {
			if (!with_task::value && before.state_->error())
				next->fail(before.state_->error());
			else if (!with_task::value && before.state_->is_canceled())
				next->cancel();
			else
				amp_windows::scheduler::get().schedule([before, next, function]() mutable {
					auto run = [&before, &function] { return call::call(function, before); };
					amp_windows::run_task<result>(next, run);
				});
		});
		return task<type>(next);
	}

	const std::shared_ptr<amp_windows::task_state<T>> &state() const {
		if (!state_)
			throw invalid_operation("a task that was not created");
		return state_;
	}

private:
	void rethrow() const {
		if (state_->error())
			std::rethrow_exception(state_->error());
	}
	void value(std::true_type) const {}
	template <typename U = T> U value(std::false_type) const { return state_->value(); }

	std::shared_ptr<amp_windows::task_state<T>> state_;
};

} // namespace Concurrency

namespace amp_windows {
template <typename T> const std::shared_ptr<task_state<T>> &state_of(const Concurrency::task<T> &t) { return t.state(); }

/* The last of several tasks to end ends the combined task. */
template <typename T> struct join_state {
	std::mutex mutex;
	std::size_t left;
	std::vector<std::shared_ptr<task_state<T>>> tasks;
};

template <typename T> Concurrency::task<std::vector<T>> joined(join_state<T> &all, std::shared_ptr<task_state<std::vector<T>>> to) {
	std::vector<T> values;
	for (auto &s : all.tasks)
		values.push_back(s->value());
	to->finish(std::move(values));
	return Concurrency::task<std::vector<T>>(to);
}
inline Concurrency::task<void> joined(join_state<void> &, std::shared_ptr<task_state<void>> to) {
	to->finish(nothing());
	return Concurrency::task<void>(to);
}
template <typename T> struct joined_type {
	typedef std::vector<T> type;
};
template <> struct joined_type<void> {
	typedef void type;
};

/* Ends when all tasks have ended, immediately if there are none. The first error or cancellation becomes that
 * of the combined task. */
template <typename T>
Concurrency::task<typename joined_type<T>::type> join_all(std::vector<std::shared_ptr<task_state<T>>> tasks) {
	typedef typename joined_type<T>::type type;
	auto to = std::make_shared<task_state<type>>(Concurrency::cancellation_token::none());
	auto all = std::make_shared<join_state<T>>();

	all->tasks = std::move(tasks);
	all->left = all->tasks.size();
	if (all->tasks.empty())
		return joined(*all, to);
	for (auto &s : std::vector<std::shared_ptr<task_state<T>>>(all->tasks)) {
		s->when_done([s, all, to] {
			if (s->error())
				to->fail(s->error());
			else if (s->is_canceled())
				to->cancel();
			bool is_last;
			{
				std::lock_guard<std::mutex> lock(all->mutex);
				is_last = --all->left == 0;
			}
			if (is_last && !to->is_done())
				joined(*all, to);
			if (is_last)
				all->tasks.clear();
		});
	}
	return Concurrency::task<type>(to);
}

template <typename T> struct any_type {
	typedef std::pair<T, std::size_t> type;
	static type make(const T &value, std::size_t which) { return type(value, which); }
};
template <> struct any_type<void> {
	typedef std::size_t type;
	static type make(const nothing &, std::size_t which) { return which; }
};
/* Ends with the first task that succeeds; if none does, with the last one's error. */
template <typename T>
Concurrency::task<typename any_type<T>::type> take_any(std::vector<std::shared_ptr<task_state<T>>> tasks) {
	typedef typename any_type<T>::type type;
	auto to = std::make_shared<task_state<type>>(Concurrency::cancellation_token::none());
	auto left = std::make_shared<std::atomic<std::size_t>>(tasks.size());

	if (tasks.empty())
		throw Concurrency::invalid_operation("when_any of no tasks");
	for (std::size_t i = 0; i < tasks.size(); i++) {
		const std::shared_ptr<task_state<T>> s = tasks[i];
		s->when_done([s, i, to, left] {
			const bool is_last = --*left == 0;
			if (!s->is_canceled())
				to->finish(any_type<T>::make(s->value(), i));
			else if (is_last && s->error())
				to->fail(s->error());
			else if (is_last)
				to->cancel();
		});
	}
	return Concurrency::task<type>(to);
}
template <typename Iterator> struct task_of {
	typedef typename std::iterator_traits<Iterator>::value_type::result_type result;
	static std::vector<std::shared_ptr<task_state<result>>> states(Iterator first, Iterator last) {
		std::vector<std::shared_ptr<task_state<result>>> all;
		for (; first != last; ++first)
			all.push_back(first->state());
		return all;
	}
};

/* The type of the task that create_task() makes of its argument. */
template <typename From, typename = void> struct created {
	typedef typename is_completion_event<From>::type type;
};
template <typename From> struct created<From, decltype(void(std::declval<From &>()()))> {
	typedef typename unwrapped<decltype(std::declval<From &>()())>::type type;
};
} // namespace amp_windows

namespace Concurrency {

template <typename From>
task<typename amp_windows::created<From>::type> create_task(From from, const task_options &options = task_options()) {
	return task<typename amp_windows::created<From>::type>(from, options);
}
template <typename T> task<T> create_task(const task<T> &t) { return t; }

template <typename T> task<T> task_from_result(T value, const task_options & = task_options()) {
	auto state = std::make_shared<amp_windows::task_state<T>>(cancellation_token::none());
	state->finish(std::move(value));
	return task<T>(state);
}
inline task<void> task_from_result(const task_options & = task_options()) {
	auto state = std::make_shared<amp_windows::task_state<void>>(cancellation_token::none());
	state->finish(amp_windows::nothing());
	return task<void>(state);
}
template <typename T, typename Error> task<T> task_from_exception(Error error, const task_options & = task_options()) {
	auto state = std::make_shared<amp_windows::task_state<T>>(cancellation_token::none());
	state->fail(std::make_exception_ptr(error));
	return task<T>(state);
}

template <typename Iterator>
auto when_all(Iterator first, Iterator last, const task_options & = task_options())
    -> decltype(amp_windows::join_all(amp_windows::task_of<Iterator>::states(first, last))) {
	return amp_windows::join_all(amp_windows::task_of<Iterator>::states(first, last));
}
template <typename Iterator>
auto when_any(Iterator first, Iterator last, const task_options & = task_options())
    -> decltype(amp_windows::take_any(amp_windows::task_of<Iterator>::states(first, last))) {
	return amp_windows::take_any(amp_windows::task_of<Iterator>::states(first, last));
}

/* a && b, a || b. && may extend the list of an operand. */
template <typename T> task<std::vector<T>> operator&&(const task<T> &a, const task<T> &b) {
	const task<T> both[] = {a, b};
	return when_all(both, both + 2);
}
inline task<void> operator&&(const task<void> &a, const task<void> &b) {
	const task<void> both[] = {a, b};
	return when_all(both, both + 2);
}
template <typename T> task<std::vector<T>> operator&&(const task<std::vector<T>> &list, const task<T> &one) {
	return list.then([one](std::vector<T> values) {
		return one.then([values](T value) mutable {
			values.push_back(value);
			return values;
		});
	});
}
template <typename T> task<T> operator||(const task<T> &a, const task<T> &b) {
	const task<T> both[] = {a, b};
	return when_any(both, both + 2).then([](std::pair<T, std::size_t> first) { return first.first; });
}
inline task<void> operator||(const task<void> &a, const task<void> &b) {
	const task<void> both[] = {a, b};
	return when_any(both, both + 2).then([](std::size_t) {});
}

namespace details {
/* C++ AMP's completion_future::to_task(). */
template <typename T> struct to_task_needs_ppltasks_h;
template <> struct to_task_needs_ppltasks_h<void> {
	typedef task<void> type;
	template <typename Future> static task<void> make(const Future &future) {
		return task<void>([future] {
			amp_windows::scheduler::waiting waiting;
			future.get();
		});
	}
};
} // namespace details

} // namespace Concurrency

#endif
