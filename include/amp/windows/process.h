/* <process.h>: threads of the C library. */
#ifndef AMP_WINDOWS_PROCESS_H
#define AMP_WINDOWS_PROCESS_H

#include <cstdlib>
#include <unistd.h>

#include "detail/thread.h"

typedef unsigned (*_beginthreadex_proc_type)(void *);
typedef void (*_beginthread_proc_type)(void *);

/* Returns the handle, or 0 if the thread cannot be created. */
inline std::uintptr_t _beginthreadex(void *, unsigned stack, _beginthreadex_proc_type function, void *argument,
                                     unsigned flags, unsigned *id) {
	return reinterpret_cast<std::uintptr_t>(amp_windows::start_thread(
	    stack, amp_windows::call_crt_start, reinterpret_cast<void *>(function), argument, flags, id));
}
/* Returns the handle, which the thread closes itself when it ends, or -1 if the thread cannot be created. */
inline std::uintptr_t _beginthread(_beginthread_proc_type function, unsigned stack, void *argument) {
	HANDLE handle = amp_windows::start_thread(stack, amp_windows::call_void_start, reinterpret_cast<void *>(function),
	                                          argument, CREATE_SUSPENDED, nullptr);

	if (!handle)
		return static_cast<std::uintptr_t>(-1);
	amp_windows::give_handle_to_thread(handle);
	ResumeThread(handle);
	return reinterpret_cast<std::uintptr_t>(handle);
}
[[noreturn]] inline void _endthreadex(unsigned code) { ExitThread(code); }
[[noreturn]] inline void _endthread() { ExitThread(0); }
inline int _getpid() { return static_cast<int>(::getpid()); }
inline void _cexit() { std::fflush(nullptr); }

#endif
