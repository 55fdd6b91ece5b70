/* Critical sections, slim locks, condition variables, one-time initialization, interlocked operations. */
#ifndef AMP_WINDOWS_SYNCHRONIZE_H
#define AMP_WINDOWS_SYNCHRONIZE_H

#include <pthread.h>
#include <time.h>
#include <type_traits>

#include "../winerror.h"

/* ---- Critical sections --------------------------------------------------------------------------- */

typedef struct _RTL_CRITICAL_SECTION {
	pthread_mutex_t mutex;
} CRITICAL_SECTION, *PCRITICAL_SECTION, *LPCRITICAL_SECTION;

inline void InitializeCriticalSection(LPCRITICAL_SECTION section) {
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&section->mutex, &attributes);
	pthread_mutexattr_destroy(&attributes);
}
inline BOOL InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD) {
	InitializeCriticalSection(section);
	return TRUE;
}
inline BOOL InitializeCriticalSectionEx(LPCRITICAL_SECTION section, DWORD, DWORD) {
	InitializeCriticalSection(section);
	return TRUE;
}
inline void DeleteCriticalSection(LPCRITICAL_SECTION section) { pthread_mutex_destroy(&section->mutex); }
inline void EnterCriticalSection(LPCRITICAL_SECTION section) { pthread_mutex_lock(&section->mutex); }
inline BOOL TryEnterCriticalSection(LPCRITICAL_SECTION section) {
	return pthread_mutex_trylock(&section->mutex) == 0;
}
inline void LeaveCriticalSection(LPCRITICAL_SECTION section) { pthread_mutex_unlock(&section->mutex); }
inline DWORD SetCriticalSectionSpinCount(LPCRITICAL_SECTION, DWORD) { return 0; }

/* ---- Slim reader/writer locks and condition variables: all zero when they begin, and never destroyed ---- */

typedef struct _RTL_SRWLOCK {
	pthread_mutex_t mutex;
	pthread_cond_t free;
	int readers; /* -1: one writer */
} SRWLOCK, *PSRWLOCK;
typedef struct _RTL_CONDITION_VARIABLE {
	pthread_mutex_t mutex;
	pthread_cond_t wakes;
	unsigned long long wakings;
} CONDITION_VARIABLE, *PCONDITION_VARIABLE;
#define SRWLOCK_INIT                                                                                \
	{ PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 }
#define CONDITION_VARIABLE_INIT                                                                     \
	{ PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 }
#define CONDITION_VARIABLE_LOCKMODE_SHARED 1

inline void InitializeSRWLock(PSRWLOCK lock) { *lock = SRWLOCK SRWLOCK_INIT; }
inline BOOL TryAcquireSRWLockExclusive(PSRWLOCK lock) {
	pthread_mutex_lock(&lock->mutex);
	const bool ok = lock->readers == 0;
	if (ok)
		lock->readers = -1;
	pthread_mutex_unlock(&lock->mutex);
	return ok;
}
inline BOOL TryAcquireSRWLockShared(PSRWLOCK lock) {
	pthread_mutex_lock(&lock->mutex);
	const bool ok = lock->readers >= 0;
	if (ok)
		lock->readers++;
	pthread_mutex_unlock(&lock->mutex);
	return ok;
}
inline void AcquireSRWLockExclusive(PSRWLOCK lock) {
	pthread_mutex_lock(&lock->mutex);
	while (lock->readers != 0)
		pthread_cond_wait(&lock->free, &lock->mutex);
	lock->readers = -1;
	pthread_mutex_unlock(&lock->mutex);
}
inline void AcquireSRWLockShared(PSRWLOCK lock) {
	pthread_mutex_lock(&lock->mutex);
	while (lock->readers < 0)
		pthread_cond_wait(&lock->free, &lock->mutex);
	lock->readers++;
	pthread_mutex_unlock(&lock->mutex);
}
inline void ReleaseSRWLockExclusive(PSRWLOCK lock) {
	pthread_mutex_lock(&lock->mutex);
	lock->readers = 0;
	pthread_cond_broadcast(&lock->free);
	pthread_mutex_unlock(&lock->mutex);
}
inline void ReleaseSRWLockShared(PSRWLOCK lock) {
	pthread_mutex_lock(&lock->mutex);
	if (--lock->readers == 0)
		pthread_cond_broadcast(&lock->free);
	pthread_mutex_unlock(&lock->mutex);
}

inline void InitializeConditionVariable(PCONDITION_VARIABLE v) { *v = CONDITION_VARIABLE CONDITION_VARIABLE_INIT; }
namespace amp_windows {
/* Releases a lock, waits to be woken, and takes the lock again. */
template <typename Leave, typename Enter>
BOOL sleep_on(PCONDITION_VARIABLE v, DWORD milliseconds, Leave leave, Enter enter) {
	timespec end;
	int error = 0;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += milliseconds / 1000;
	end.tv_nsec += milliseconds % 1000 * 1000000l;
	if (end.tv_nsec >= 1000000000) {
		end.tv_nsec -= 1000000000;
		end.tv_sec++;
	}
	pthread_mutex_lock(&v->mutex);
	const unsigned long long before = v->wakings;
	leave();
	while (v->wakings == before && !error)
		error = milliseconds == INFINITE ? pthread_cond_wait(&v->wakes, &v->mutex)
		                                 : pthread_cond_timedwait(&v->wakes, &v->mutex, &end);
	pthread_mutex_unlock(&v->mutex);
	enter();
	return error ? fail(ERROR_TIMEOUT) : TRUE;
}
inline void wake(PCONDITION_VARIABLE v, bool all) {
	pthread_mutex_lock(&v->mutex);
	v->wakings++;
	if (all)
		pthread_cond_broadcast(&v->wakes);
	else
		pthread_cond_signal(&v->wakes);
	pthread_mutex_unlock(&v->mutex);
}
} // namespace amp_windows
inline BOOL SleepConditionVariableCS(PCONDITION_VARIABLE v, PCRITICAL_SECTION section, DWORD milliseconds) {
	return amp_windows::sleep_on(v, milliseconds, [=] { LeaveCriticalSection(section); },
	                             [=] { EnterCriticalSection(section); });
}
inline BOOL SleepConditionVariableSRW(PCONDITION_VARIABLE v, PSRWLOCK lock, DWORD milliseconds, ULONG flags) {
	return flags & CONDITION_VARIABLE_LOCKMODE_SHARED
	           ? amp_windows::sleep_on(v, milliseconds, [=] { ReleaseSRWLockShared(lock); },
	                                   [=] { AcquireSRWLockShared(lock); })
	           : amp_windows::sleep_on(v, milliseconds, [=] { ReleaseSRWLockExclusive(lock); },
	                                   [=] { AcquireSRWLockExclusive(lock); });
}
inline void WakeConditionVariable(PCONDITION_VARIABLE v) { amp_windows::wake(v, false); }
inline void WakeAllConditionVariable(PCONDITION_VARIABLE v) { amp_windows::wake(v, true); }

typedef struct _RTL_RUN_ONCE {
	pthread_mutex_t mutex;
	int done;
	PVOID context;
} INIT_ONCE, *PINIT_ONCE, *LPINIT_ONCE;
#define INIT_ONCE_STATIC_INIT                                                                       \
	{ PTHREAD_MUTEX_INITIALIZER, 0, nullptr }
typedef BOOL (*PINIT_ONCE_FN)(PINIT_ONCE once, PVOID parameter, PVOID *context);
inline BOOL InitOnceExecuteOnce(PINIT_ONCE once, PINIT_ONCE_FN function, PVOID parameter, LPVOID *context) {
	pthread_mutex_lock(&once->mutex);
	if (!once->done)
		once->done = function(once, parameter, &once->context);
	const BOOL ok = once->done;
	if (ok && context)
		*context = once->context;
	pthread_mutex_unlock(&once->mutex);
	return ok;
}

/* ---- Interlocked operations ----------------------------------------------------------------------
 * Of any integer: the program's `volatile long` has 64 bits here, its LONG 32. */

namespace amp_windows {
/* A parameter that takes no part in template argument deduction. */
template <typename Type> struct same {
	typedef Type type;
};
} // namespace amp_windows

#define AMP_WINDOWS_INTERLOCKED(suffix)                                                             \
	template <typename Type> Type InterlockedIncrement##suffix(volatile Type *to) {                          \
		return __atomic_add_fetch(to, 1, __ATOMIC_SEQ_CST);                                         \
	}                                                                                               \
	template <typename Type> Type InterlockedDecrement##suffix(volatile Type *to) {                          \
		return __atomic_sub_fetch(to, 1, __ATOMIC_SEQ_CST);                                         \
	}                                                                                               \
	template <typename Type> Type InterlockedExchange##suffix(volatile Type *to, typename amp_windows::same<Type>::type n) { \
		return __atomic_exchange_n(to, n, __ATOMIC_SEQ_CST);                                        \
	}                                                                                               \
	template <typename Type> Type InterlockedExchangeAdd##suffix(volatile Type *to, typename amp_windows::same<Type>::type n) { \
		return __atomic_fetch_add(to, n, __ATOMIC_SEQ_CST);                                         \
	}                                                                                               \
	template <typename Type> Type InterlockedAdd##suffix(volatile Type *to, typename amp_windows::same<Type>::type n) { \
		return __atomic_add_fetch(to, n, __ATOMIC_SEQ_CST);                                         \
	}                                                                                               \
	template <typename Type> Type InterlockedAnd##suffix(volatile Type *to, typename amp_windows::same<Type>::type n) { \
		return __atomic_fetch_and(to, n, __ATOMIC_SEQ_CST);                                         \
	}                                                                                               \
	template <typename Type> Type InterlockedOr##suffix(volatile Type *to, typename amp_windows::same<Type>::type n) { \
		return __atomic_fetch_or(to, n, __ATOMIC_SEQ_CST);                                          \
	}                                                                                               \
	template <typename Type> Type InterlockedXor##suffix(volatile Type *to, typename amp_windows::same<Type>::type n) { \
		return __atomic_fetch_xor(to, n, __ATOMIC_SEQ_CST);                                         \
	}                                                                                               \
	template <typename Type>                                                                           \
	Type InterlockedCompareExchange##suffix(volatile Type *to, typename amp_windows::same<Type>::type n,     \
	                                     typename amp_windows::same<Type>::type expected) {            \
		__atomic_compare_exchange_n(to, &expected, n, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
		return expected;                                                                            \
	}
AMP_WINDOWS_INTERLOCKED()
AMP_WINDOWS_INTERLOCKED(64)
AMP_WINDOWS_INTERLOCKED(16)
#undef AMP_WINDOWS_INTERLOCKED
inline PVOID InterlockedExchangePointer(PVOID volatile *to, PVOID p) {
	return __atomic_exchange_n(to, p, __ATOMIC_SEQ_CST);
}
inline PVOID InterlockedCompareExchangePointer(PVOID volatile *to, PVOID p, PVOID expected) {
	__atomic_compare_exchange_n(to, &expected, p, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	return expected;
}
#define InterlockedIncrementAcquire InterlockedIncrement
#define InterlockedIncrementRelease InterlockedIncrement
#define InterlockedDecrementAcquire InterlockedDecrement
#define InterlockedDecrementRelease InterlockedDecrement
#define MemoryBarrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#if defined(__x86_64__)
#define YieldProcessor() __builtin_ia32_pause()
#else
#define YieldProcessor() __asm__ volatile("yield")
#endif

#endif
