/* Threads. */
#ifndef AMP_WINDOWS_THREAD_H
#define AMP_WINDOWS_THREAD_H

#include "handle.h"

typedef DWORD (*LPTHREAD_START_ROUTINE)(LPVOID);
typedef LPTHREAD_START_ROUTINE PTHREAD_START_ROUTINE;
#define CREATE_SUSPENDED 4
#define STACK_SIZE_PARAM_IS_A_RESERVATION 0x10000
#define THREAD_PRIORITY_IDLE (-15)
#define THREAD_PRIORITY_LOWEST (-2)
#define THREAD_PRIORITY_BELOW_NORMAL (-1)
#define THREAD_PRIORITY_NORMAL 0
#define THREAD_PRIORITY_ABOVE_NORMAL 1
#define THREAD_PRIORITY_HIGHEST 2
#define THREAD_PRIORITY_TIME_CRITICAL 15
#define NORMAL_PRIORITY_CLASS 0x20
#define IDLE_PRIORITY_CLASS 0x40
#define HIGH_PRIORITY_CLASS 0x80
#define REALTIME_PRIORITY_CLASS 0x100
#define BELOW_NORMAL_PRIORITY_CLASS 0x4000
#define ABOVE_NORMAL_PRIORITY_CLASS 0x8000
#define TLS_OUT_OF_INDEXES 0xffffffffu
#define WT_EXECUTEDEFAULT 0
#define WT_EXECUTEONLYONCE 8
#define WT_EXECUTELONGFUNCTION 0x10
#define WT_EXECUTEINTIMERTHREAD 0x20

namespace amp_windows {

/* A thread's start function, which returns the exit code, and its object. */
struct start {
	thread *object;
	unsigned (*run)(void *function, void *argument);
	void *function, *argument;
};

/* Ends the thread's object however the thread ends, by a return or by ExitThread(). */
struct thread_end {
	thread *object;
	DWORD code;
	~thread_end() {
		object->end(code);
		if (object->owns_handle())
			object->unref();
		object->unref();
	}
};
inline thread_end *&this_thread_end() {
	static thread_local thread_end *end;
	return end;
}

inline void *run_thread(void *argument) {
	const start s = *static_cast<start *>(argument);
	thread_end end = {s.object, 0};

	delete static_cast<start *>(argument);
	s.object->begin();
	this_thread_end() = &end;
	s.object->wait_until_resumed();
	end.code = s.run(s.function, s.argument);
	return nullptr;
}

inline unsigned call_windows_start(void *function, void *argument) {
	return reinterpret_cast<LPTHREAD_START_ROUTINE>(function)(argument);
}
inline unsigned call_crt_start(void *function, void *argument) {
	return reinterpret_cast<unsigned (*)(void *)>(function)(argument);
}
inline unsigned call_void_start(void *function, void *argument) {
	reinterpret_cast<void (*)(void *)>(function)(argument);
	return 0;
}

/* Returns the new thread's handle, or NULL. */
inline HANDLE start_thread(std::size_t stack, unsigned (*run)(void *, void *), void *function, void *argument,
                           DWORD flags, DWORD *id) {
	thread *t = new thread;
	start *s = new start{t, run, function, argument};
	pthread_attr_t attributes;
	pthread_t made;

	if (flags & CREATE_SUSPENDED)
		t->suspend_first();
	t->ref(); /* the thread's own reference */
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	if (stack > 1 << 20)
		pthread_attr_setstacksize(&attributes, stack);
	const int error = pthread_create(&made, &attributes, run_thread, s);
	pthread_attr_destroy(&attributes);
	if (error) {
		delete s;
		t->unref();
		t->unref();
		fail(error_of(error));
		return nullptr;
	}
	const DWORD number = t->wait_for_id();
	if (id)
		*id = number;
	return handle_of(t);
}

/* Makes the thread close its handle when it ends; the thread must be suspended. */
inline void give_handle_to_thread(HANDLE handle) { static_cast<thread *>(static_cast<object *>(handle))->own_handle(); }

/* Returns the kernel's thread ID for a handle; 0: this thread. Returns false if it is no thread's handle. */
inline bool find_thread(HANDLE handle, pid_t *id) {
	if (handle == thread_handle()) {
		*id = 0;
		return true;
	}
	const thread *t = object_of<thread>(handle);
	if (t)
		*id = static_cast<pid_t>(t->id());
	return t != nullptr;
}

} // namespace amp_windows

inline HANDLE CreateThread(LPSECURITY_ATTRIBUTES, SIZE_T stack, LPTHREAD_START_ROUTINE function, LPVOID argument,
                           DWORD flags, amp_windows::dword_pointer id) {
	return amp_windows::start_thread(stack, amp_windows::call_windows_start, reinterpret_cast<void *>(function),
	                                 argument, flags, id);
}
/* For a function declared with unsigned long in place of DWORD. */
inline HANDLE CreateThread(LPSECURITY_ATTRIBUTES attributes, SIZE_T stack, unsigned long (*function)(LPVOID), LPVOID argument,
                           DWORD flags, amp_windows::dword_pointer id) {
	return CreateThread(attributes, stack, reinterpret_cast<LPTHREAD_START_ROUTINE>(function), argument, flags,
	                    static_cast<DWORD *>(id));
}
[[noreturn]] inline void ExitThread(DWORD code) {
	if (amp_windows::this_thread_end())
		amp_windows::this_thread_end()->code = code;
	pthread_exit(nullptr);
}
inline DWORD ResumeThread(HANDLE handle) {
	amp_windows::thread *t = amp_windows::object_of<amp_windows::thread>(handle);

	return t ? t->resume() : 0xffffffffu;
}
inline BOOL GetExitCodeThread(HANDLE handle, amp_windows::dword_pointer code) {
	const amp_windows::thread *t = amp_windows::object_of<amp_windows::thread>(handle);

	if (t)
		*code = t->code();
	return t != nullptr;
}
inline DWORD GetCurrentThreadId() { return amp_windows::thread_id(); }
inline DWORD GetThreadId(HANDLE handle) {
	pid_t id = 0;

	return amp_windows::find_thread(handle, &id) ? id ? static_cast<DWORD>(id) : GetCurrentThreadId() : 0;
}
inline DWORD GetCurrentProcessId() { return static_cast<DWORD>(::getpid()); }
inline HANDLE GetCurrentThread() { return amp_windows::thread_handle(); }
inline HANDLE GetCurrentProcess() { return amp_windows::process_handle(); }

/* Priorities are left to the scheduler: these functions have no effect. */
inline BOOL SetThreadPriority(HANDLE, int) { return TRUE; }
inline int GetThreadPriority(HANDLE) { return THREAD_PRIORITY_NORMAL; }
inline BOOL SetPriorityClass(HANDLE, DWORD) { return TRUE; }
inline DWORD GetPriorityClass(HANDLE) { return NORMAL_PRIORITY_CLASS; }

/* Returns the previous mask, or 0 if that fails. */
inline DWORD_PTR SetThreadAffinityMask(HANDLE handle, DWORD_PTR mask) {
	cpu_set_t before, set;
	DWORD_PTR old = 0;
	pid_t id;

	if (!amp_windows::find_thread(handle, &id) || ::sched_getaffinity(id, sizeof before, &before))
		return 0;
	CPU_ZERO(&set);
	for (unsigned i = 0; i < 8 * sizeof mask; i++) {
		if (mask >> i & 1)
			CPU_SET(i, &set);
		if (CPU_ISSET(i, &before))
			old |= static_cast<DWORD_PTR>(1) << i;
	}
	if (::sched_setaffinity(id, sizeof set, &set)) {
		amp_windows::fail(ERROR_INVALID_PARAMETER);
		return 0;
	}
	return old;
}
inline BOOL SetProcessAffinityMask(HANDLE, DWORD_PTR mask) {
	return SetThreadAffinityMask(GetCurrentThread(), mask) != 0;
}
inline BOOL GetProcessAffinityMask(HANDLE, DWORD_PTR *process, DWORD_PTR *system) {
	cpu_set_t set;

	if (::sched_getaffinity(0, sizeof set, &set))
		return FALSE;
	*process = 0;
	for (unsigned i = 0; i < 8 * sizeof *process; i++) {
		if (CPU_ISSET(i, &set))
			*process |= static_cast<DWORD_PTR>(1) << i;
	}
	*system = *process;
	return TRUE;
}
inline DWORD SetThreadIdealProcessor(HANDLE, DWORD) { return 0; }
inline DWORD GetCurrentProcessorNumber() { return static_cast<DWORD>(::sched_getcpu()); }

inline void Sleep(DWORD milliseconds) {
	if (!milliseconds)
		::sched_yield();
	else if (milliseconds == INFINITE)
		for (;;)
			::pause();
	else
		std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}
inline DWORD SleepEx(DWORD milliseconds, BOOL) {
	Sleep(milliseconds);
	return 0;
}
inline BOOL SwitchToThread() { return ::sched_yield() == 0; }

/* ---- A thread's own slots ------------------------------------------------------------------------ */

inline DWORD TlsAlloc() {
	pthread_key_t key;

	return pthread_key_create(&key, nullptr) ? TLS_OUT_OF_INDEXES : static_cast<DWORD>(key);
}
inline BOOL TlsFree(DWORD slot) { return pthread_key_delete(slot) == 0; }
inline LPVOID TlsGetValue(DWORD slot) {
	SetLastError(ERROR_SUCCESS);
	return pthread_getspecific(slot);
}
inline BOOL TlsSetValue(DWORD slot, LPVOID value) { return pthread_setspecific(slot, value) == 0; }

inline BOOL QueueUserWorkItem(LPTHREAD_START_ROUTINE function, PVOID argument, ULONG) {
	HANDLE thread = CreateThread(nullptr, 0, function, argument, 0, nullptr);

	return thread && CloseHandle(thread);
}

/* ---- Timers of a queue ----------------------------------------------------------------------------- */

typedef VOID(CALLBACK *WAITORTIMERCALLBACK)(PVOID argument, BOOLEAN fired);
namespace amp_windows {
/* A thread that calls a function after this number of milliseconds, and then each `period` unless that is 0. */
class queue_timer : public object {
public:
	queue_timer(WAITORTIMERCALLBACK function, PVOID argument, DWORD due, DWORD period)
	    : stops_(false), thread_([=] { run(function, argument, due, period); }) {}
	~queue_timer() override { stop(); }
	void stop() {
		{
			std::lock_guard<std::mutex> lock(mutex_);
			stops_ = true;
		}
		change_.notify_all();
		if (!thread_.joinable())
			return;
		if (thread_.get_id() == std::this_thread::get_id())
			thread_.detach();
		else
			thread_.join();
	}
private:
	void run(WAITORTIMERCALLBACK function, PVOID argument, DWORD due, DWORD period) {
		std::unique_lock<std::mutex> lock(mutex_);
		for (DWORD wait = due; !change_.wait_for(lock, std::chrono::milliseconds(wait), [this] { return stops_; }); wait = period) {
			lock.unlock();
			function(argument, TRUE);
			lock.lock();
			if (!period)
				return;
		}
	}
	std::mutex mutex_;
	std::condition_variable change_;
	bool stops_;
	std::thread thread_;
};
} // namespace amp_windows
inline HANDLE CreateTimerQueue() { return amp_windows::process_handle(); }
inline BOOL DeleteTimerQueue(HANDLE) { return TRUE; }
inline BOOL DeleteTimerQueueEx(HANDLE, HANDLE) { return TRUE; }
inline BOOL CreateTimerQueueTimer(PHANDLE timer, HANDLE, WAITORTIMERCALLBACK function, PVOID argument, DWORD due, DWORD period,
                                  ULONG) {
	*timer = amp_windows::handle_of(new amp_windows::queue_timer(function, argument, due, period));
	return TRUE;
}
inline BOOL DeleteTimerQueueTimer(HANDLE, HANDLE timer, HANDLE) {
	return CloseHandle(timer);
}

#endif
