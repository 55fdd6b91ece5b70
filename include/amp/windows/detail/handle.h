/* Objects to wait for: events, mutexes, semaphores, threads. Files have the same kind of handle. */
#ifndef AMP_WINDOWS_HANDLE_H
#define AMP_WINDOWS_HANDLE_H

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../winerror.h"
#include "text.h"

namespace amp_windows {

/* A waiting thread. */
struct waiter {
	std::condition_variable wakes;
};

/* A single mutex protects all objects: it is held briefly, and a wait for several objects takes all or none. */
inline std::mutex &handle_mutex() {
	static std::mutex *mutex = new std::mutex; /* not destroyed, since threads may outlive main */
	return *mutex;
}

/* What a HANDLE points to. Counts its handles and the functions that are using it. */
class object {
public:
	object() : references_(1) {}
	virtual ~object() {}
	object(const object &) = delete;
	object &operator=(const object &) = delete;

	/* Returns whether a wait for the object ends; acquire() is then its effect on the object. Requires
	 * handle_mutex(). */
	virtual bool is_signaled(DWORD) const { return true; }
	virtual void acquire(DWORD) {}

	void ref() { __atomic_add_fetch(&references_, 1, __ATOMIC_RELAXED); }
	void unref() {
		if (__atomic_sub_fetch(&references_, 1, __ATOMIC_ACQ_REL) == 0)
			delete this;
	}
	/* Requires handle_mutex(). */
	void add(waiter *w) { waiters_.push_back(w); }
	void remove(waiter *w) { waiters_.erase(std::find(waiters_.begin(), waiters_.end(), w)); }
	void wake() {
		for (waiter *w : waiters_)
			w->wakes.notify_all();
	}

private:
	int references_;
	std::vector<waiter *> waiters_;
};

inline DWORD thread_id() {
	static thread_local DWORD id = static_cast<DWORD>(::syscall(SYS_gettid));
	return id;
}

class event : public object {
public:
	event(bool manual, bool set) : manual_(manual), set_(set) {}
	bool is_signaled(DWORD) const override { return set_; }
	void acquire(DWORD) override { set_ = set_ && manual_; }
	void set(bool value) {
		std::lock_guard<std::mutex> lock(handle_mutex());
		set_ = value;
		if (value)
			wake();
	}
private:
	bool manual_, set_;
};

class mutex : public object {
public:
	explicit mutex(bool owned) : owner_(owned ? thread_id() : 0), depth_(owned) {}
	bool is_signaled(DWORD thread) const override { return !depth_ || owner_ == thread; }
	void acquire(DWORD thread) override {
		owner_ = thread;
		depth_++;
	}
	bool release() {
		std::lock_guard<std::mutex> lock(handle_mutex());
		if (!depth_ || owner_ != thread_id())
			return false;
		if (--depth_ == 0)
			wake();
		return true;
	}
private:
	DWORD owner_;
	unsigned depth_;
};

class semaphore : public object {
public:
	semaphore(LONG count, LONG most) : count_(count), most_(most) {}
	bool is_signaled(DWORD) const override { return count_ > 0; }
	void acquire(DWORD) override { count_--; }
	bool release(LONG by, LONG *before) {
		std::lock_guard<std::mutex> lock(handle_mutex());
		if (by <= 0 || by > most_ - count_)
			return false;
		if (before)
			*before = count_;
		count_ += by;
		wake();
		return true;
	}
private:
	LONG count_, most_;
};

/* Its exit code is STILL_ACTIVE until the thread ends. */
class thread : public object {
public:
	thread() : code_(259), ended_(false), owns_handle_(false), suspended_(0), id_(0) {}
	bool is_signaled(DWORD) const override { return ended_; }
	DWORD code() const { return code_; }
	DWORD id() const { return id_; }
	void end(DWORD code) {
		std::lock_guard<std::mutex> lock(handle_mutex());
		code_ = code;
		ended_ = true;
		wake();
	}
	void own_handle() { owns_handle_ = true; }
	bool owns_handle() const { return owns_handle_; }
	void suspend_first() { suspended_ = 1; }
	/* Returns the previous suspend count. */
	DWORD resume() {
		std::lock_guard<std::mutex> lock(handle_mutex());
		const DWORD before = suspended_;
		if (suspended_ && --suspended_ == 0)
			starts_.notify_all();
		return before;
	}
	/* To be called on the thread itself. */
	void wait_until_resumed() {
		std::unique_lock<std::mutex> lock(handle_mutex());
		starts_.wait(lock, [this] { return !suspended_; });
	}
	/* To be called on the thread itself, for which its creator waits. */
	void begin() {
		std::lock_guard<std::mutex> lock(handle_mutex());
		id_ = thread_id();
		starts_.notify_all();
	}
	DWORD wait_for_id() {
		std::unique_lock<std::mutex> lock(handle_mutex());
		starts_.wait(lock, [this] { return id_ != 0; });
		return id_;
	}
private:
	DWORD code_;
	bool ended_, owns_handle_;
	DWORD suspended_, id_;
	std::condition_variable starts_;
};

/* GetCurrentProcess() and GetCurrentThread() are no objects. */
inline HANDLE process_handle() { return reinterpret_cast<HANDLE>(static_cast<LONG_PTR>(-1)); }
inline HANDLE thread_handle() { return reinterpret_cast<HANDLE>(static_cast<LONG_PTR>(-2)); }

/* Returns a handle's object if it is of this kind; otherwise NULL, with the last error set. */
template <typename Type> Type *object_of(HANDLE handle) {
	Type *o = handle && handle != process_handle() && handle != thread_handle()
	           ? dynamic_cast<Type *>(static_cast<object *>(handle)) : nullptr;

	if (!o)
		fail(ERROR_INVALID_HANDLE);
	return o;
}
inline HANDLE handle_of(object *o) { return o; }

/* Named objects, within the process. */
inline std::map<std::string, object *> &named_objects() {
	static std::map<std::string, object *> *all = new std::map<std::string, object *>;
	return *all;
}
/* Returns the handle of a new object, or of the existing one with this name. Named objects are never
 * destroyed. */
template <typename Type, typename Make> HANDLE make_object(const std::string &name, Make make) {
	last_error() = ERROR_SUCCESS;
	if (name.empty())
		return handle_of(make());
	std::lock_guard<std::mutex> lock(handle_mutex());
	object *&o = named_objects()[name];
	if (o) {
		if (!dynamic_cast<Type *>(o)) {
			fail(ERROR_INVALID_HANDLE);
			return nullptr;
		}
		last_error() = ERROR_ALREADY_EXISTS;
	} else {
		o = make();
	}
	o->ref();
	return handle_of(o);
}

/* Waits for all objects or for one. Returns WAIT_OBJECT_0 + its index, or WAIT_TIMEOUT. */
inline DWORD wait_for(object *const *objects, DWORD count, bool all, DWORD milliseconds) {
	const std::chrono::steady_clock::time_point end =
	    std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
	const DWORD self = thread_id();
	std::unique_lock<std::mutex> lock(handle_mutex());
	waiter w;
	DWORD result = WAIT_TIMEOUT;

	for (DWORD i = 0; i < count; i++) {
		objects[i]->ref();
		objects[i]->add(&w);
	}
	for (;;) {
		DWORD ready = 0, first = count;
		for (DWORD i = 0; i < count; i++) {
			if (objects[i]->is_signaled(self)) {
				ready++;
				first = (std::min)(first, i);
			}
		}
		if (ready && (!all || ready == count)) {
			for (DWORD i = all ? 0 : first; i < (all ? count : first + 1); i++)
				objects[i]->acquire(self);
			result = all ? 0 : first;
			break;
		}
		if (milliseconds == INFINITE)
			w.wakes.wait(lock);
		else if (std::chrono::steady_clock::now() >= end)
			break;
		else
			w.wakes.wait_until(lock, end);
	}
	for (DWORD i = 0; i < count; i++)
		objects[i]->remove(&w);
	lock.unlock();
	for (DWORD i = 0; i < count; i++)
		objects[i]->unref();
	return result;
}

} // namespace amp_windows

/* ---- What programs call -------------------------------------------------------------------------- */

#define WAIT_OBJECT_0 0u
#define WAIT_ABANDONED 0x80u
#define WAIT_ABANDONED_0 0x80u
#define WAIT_FAILED 0xffffffffu
#define MAXIMUM_WAIT_OBJECTS 64
#define STILL_ACTIVE 259u
#define SYNCHRONIZE 0x00100000
#define EVENT_ALL_ACCESS 0x1f0003
#define EVENT_MODIFY_STATE 0x0002
#define MUTEX_ALL_ACCESS 0x1f0001
#define SEMAPHORE_ALL_ACCESS 0x1f0003
#define DUPLICATE_SAME_ACCESS 2

inline DWORD GetLastError() { return amp_windows::last_error(); }
inline void SetLastError(DWORD error) { amp_windows::last_error() = error; }

inline BOOL CloseHandle(HANDLE handle) {
	if (handle == amp_windows::process_handle() || handle == amp_windows::thread_handle())
		return TRUE;
	if (!handle)
		return amp_windows::fail(ERROR_INVALID_HANDLE);
	static_cast<amp_windows::object *>(handle)->unref();
	return TRUE;
}
inline BOOL DuplicateHandle(HANDLE, HANDLE handle, HANDLE, HANDLE *to, DWORD, BOOL, DWORD) {
	amp_windows::object *o = amp_windows::object_of<amp_windows::object>(handle);

	if (!o)
		return FALSE;
	o->ref();
	*to = handle;
	return TRUE;
}

#define AMP_WINDOWS_NAMED(A, W, Char)                                                               \
	inline HANDLE CreateEvent##A(LPSECURITY_ATTRIBUTES, BOOL manual, BOOL set, const Char *name) {  \
		return amp_windows::make_object<amp_windows::event>(                                        \
		    amp_windows::narrow(name), [=] { return new amp_windows::event(manual, set); });        \
	}                                                                                               \
	inline HANDLE CreateMutex##A(LPSECURITY_ATTRIBUTES, BOOL owned, const Char *name) {             \
		return amp_windows::make_object<amp_windows::mutex>(                                        \
		    amp_windows::narrow(name), [=] { return new amp_windows::mutex(owned); });              \
	}                                                                                               \
	inline HANDLE CreateSemaphore##A(LPSECURITY_ATTRIBUTES, LONG count, LONG most, const Char *name) { \
		if (count < 0 || most <= 0 || count > most) {                                               \
			amp_windows::fail(ERROR_INVALID_PARAMETER);                                             \
			return nullptr;                                                                         \
		}                                                                                           \
		return amp_windows::make_object<amp_windows::semaphore>(                                    \
		    amp_windows::narrow(name), [=] { return new amp_windows::semaphore(count, most); });    \
	}
AMP_WINDOWS_NAMED(A, , char)
AMP_WINDOWS_NAMED(W, , wchar_t)
#undef AMP_WINDOWS_NAMED

inline BOOL SetEvent(HANDLE handle) {
	amp_windows::event *e = amp_windows::object_of<amp_windows::event>(handle);

	if (e)
		e->set(true);
	return e != nullptr;
}
inline BOOL ResetEvent(HANDLE handle) {
	amp_windows::event *e = amp_windows::object_of<amp_windows::event>(handle);

	if (e)
		e->set(false);
	return e != nullptr;
}
inline BOOL ReleaseMutex(HANDLE handle) {
	amp_windows::mutex *m = amp_windows::object_of<amp_windows::mutex>(handle);

	return m && (m->release() || amp_windows::fail(ERROR_NOT_OWNER));
}
inline BOOL ReleaseSemaphore(HANDLE handle, LONG by, amp_windows::long_pointer before) {
	amp_windows::semaphore *s = amp_windows::object_of<amp_windows::semaphore>(handle);

	return s && (s->release(by, before) || amp_windows::fail(ERROR_TOO_MANY_POSTS));
}

inline DWORD WaitForMultipleObjects(DWORD count, const HANDLE *handles, BOOL all, DWORD milliseconds) {
	amp_windows::object *objects[MAXIMUM_WAIT_OBJECTS];

	if (!count || count > MAXIMUM_WAIT_OBJECTS) {
		amp_windows::fail(ERROR_INVALID_PARAMETER);
		return WAIT_FAILED;
	}
	for (DWORD i = 0; i < count; i++) {
		if (!(objects[i] = amp_windows::object_of<amp_windows::object>(handles[i])))
			return WAIT_FAILED;
	}
	return amp_windows::wait_for(objects, count, all != FALSE, milliseconds);
}
inline DWORD WaitForSingleObject(HANDLE handle, DWORD milliseconds) {
	return WaitForMultipleObjects(1, &handle, FALSE, milliseconds);
}
inline DWORD WaitForSingleObjectEx(HANDLE handle, DWORD milliseconds, BOOL) {
	return WaitForSingleObject(handle, milliseconds);
}
inline DWORD WaitForMultipleObjectsEx(DWORD count, const HANDLE *handles, BOOL all, DWORD milliseconds, BOOL) {
	return WaitForMultipleObjects(count, handles, all, milliseconds);
}
inline DWORD SignalObjectAndWait(HANDLE set, HANDLE wait, DWORD milliseconds, BOOL) {
	return SetEvent(set) || ReleaseMutex(set) ? WaitForSingleObject(wait, milliseconds) : WAIT_FAILED;
}

#endif
