/* Clocks and dates. */
#ifndef AMP_WINDOWS_CLOCK_H
#define AMP_WINDOWS_CLOCK_H

#include <ctime>
#include <sys/resource.h>

#include "handle.h"

namespace amp_windows {

/* Reads a POSIX clock, in units of 100 ns. */
inline long long ticks(clockid_t clock) {
	timespec now;

	clock_gettime(clock, &now);
	return static_cast<long long>(now.tv_sec) * 10000000 + now.tv_nsec / 100;
}
constexpr long long ticks_to_1970 = 116444736000000000ll; /* since 1601 */

inline FILETIME file_time(long long ticks) {
	return FILETIME{static_cast<DWORD>(ticks), static_cast<DWORD>(ticks >> 32)};
}
inline long long ticks_of(const FILETIME &t) {
	return static_cast<long long>(static_cast<unsigned long long>(t.dwHighDateTime) << 32 | t.dwLowDateTime);
}
inline SYSTEMTIME system_time(const std::tm &t, long long ticks) {
	return SYSTEMTIME{static_cast<WORD>(t.tm_year + 1900), static_cast<WORD>(t.tm_mon + 1),
	                  static_cast<WORD>(t.tm_wday),        static_cast<WORD>(t.tm_mday),
	                  static_cast<WORD>(t.tm_hour),        static_cast<WORD>(t.tm_min),
	                  static_cast<WORD>(t.tm_sec),         static_cast<WORD>(ticks / 10000 % 1000)};
}
inline long long ticks_of(const timeval &t) {
	return static_cast<long long>(t.tv_sec) * 10000000 + static_cast<long long>(t.tv_usec) * 10;
}

} // namespace amp_windows

/* As on Windows 10: 10 MHz, from the monotonic clock. */
inline BOOL QueryPerformanceCounter(LARGE_INTEGER *count) {
	count->QuadPart = amp_windows::ticks(CLOCK_MONOTONIC);
	return TRUE;
}
inline BOOL QueryPerformanceFrequency(LARGE_INTEGER *frequency) {
	frequency->QuadPart = 10000000;
	return TRUE;
}
inline ULONGLONG GetTickCount64() { return static_cast<ULONGLONG>(amp_windows::ticks(CLOCK_BOOTTIME) / 10000); }
inline DWORD GetTickCount() { return static_cast<DWORD>(GetTickCount64()); }

inline void GetSystemTimeAsFileTime(LPFILETIME to) {
	*to = amp_windows::file_time(amp_windows::ticks(CLOCK_REALTIME) + amp_windows::ticks_to_1970);
}
inline void GetSystemTimePreciseAsFileTime(LPFILETIME to) { GetSystemTimeAsFileTime(to); }
inline void GetSystemTime(LPSYSTEMTIME to) {
	const long long now = amp_windows::ticks(CLOCK_REALTIME);
	const std::time_t seconds = static_cast<std::time_t>(now / 10000000);
	std::tm parts;

	*to = amp_windows::system_time(*::gmtime_r(&seconds, &parts), now);
}
inline void GetLocalTime(LPSYSTEMTIME to) {
	const long long now = amp_windows::ticks(CLOCK_REALTIME);
	const std::time_t seconds = static_cast<std::time_t>(now / 10000000);
	std::tm parts;

	*to = amp_windows::system_time(*::localtime_r(&seconds, &parts), now);
}
inline BOOL FileTimeToSystemTime(const FILETIME *time, LPSYSTEMTIME to) {
	const long long ticks = amp_windows::ticks_of(*time) - amp_windows::ticks_to_1970;
	const std::time_t seconds = static_cast<std::time_t>(ticks >= 0 ? ticks / 10000000 : (ticks - 9999999) / 10000000);
	std::tm parts;

	if (!::gmtime_r(&seconds, &parts))
		return amp_windows::fail(ERROR_INVALID_PARAMETER);
	*to = amp_windows::system_time(parts, amp_windows::ticks_of(*time));
	return TRUE;
}
inline BOOL SystemTimeToFileTime(const SYSTEMTIME *time, LPFILETIME to) {
	std::tm parts = std::tm();

	parts.tm_year = time->wYear - 1900;
	parts.tm_mon = time->wMonth - 1;
	parts.tm_mday = time->wDay;
	parts.tm_hour = time->wHour;
	parts.tm_min = time->wMinute;
	parts.tm_sec = time->wSecond;
	*to = amp_windows::file_time(static_cast<long long>(::timegm(&parts)) * 10000000 + time->wMilliseconds * 10000ll +
	                             amp_windows::ticks_to_1970);
	return TRUE;
}
inline BOOL FileTimeToLocalFileTime(const FILETIME *time, LPFILETIME to) {
	const std::time_t seconds =
	    static_cast<std::time_t>((amp_windows::ticks_of(*time) - amp_windows::ticks_to_1970) / 10000000);
	std::tm parts;

	if (!::localtime_r(&seconds, &parts))
		return amp_windows::fail(ERROR_INVALID_PARAMETER);
	*to = amp_windows::file_time(amp_windows::ticks_of(*time) + static_cast<long long>(parts.tm_gmtoff) * 10000000);
	return TRUE;
}
inline LONG CompareFileTime(const FILETIME *a, const FILETIME *b) {
	return amp_windows::ticks_of(*a) < amp_windows::ticks_of(*b) ? -1
	       : amp_windows::ticks_of(*a) > amp_windows::ticks_of(*b);
}

namespace amp_windows {
/* creation and exit become 0. */
inline BOOL put_times(int who, LPFILETIME creation, LPFILETIME exit, LPFILETIME kernel, LPFILETIME user) {
	rusage usage;

	if (::getrusage(who, &usage))
		return fail(error_of(errno));
	*creation = *exit = file_time(0);
	*kernel = file_time(ticks_of(usage.ru_stime));
	*user = file_time(ticks_of(usage.ru_utime));
	return TRUE;
}
} // namespace amp_windows
/* For this process, and for this thread. */
inline BOOL GetProcessTimes(HANDLE, LPFILETIME creation, LPFILETIME exit, LPFILETIME kernel, LPFILETIME user) {
	return amp_windows::put_times(RUSAGE_SELF, creation, exit, kernel, user);
}
inline BOOL GetThreadTimes(HANDLE, LPFILETIME creation, LPFILETIME exit, LPFILETIME kernel, LPFILETIME user) {
	return amp_windows::put_times(RUSAGE_THREAD, creation, exit, kernel, user);
}

#endif
