/* <time.h> and <sys/timeb.h> of Microsoft's C library, as far as POSIX does not have it. */
#ifndef AMP_WINDOWS_CRT_TIME_H
#define AMP_WINDOWS_CRT_TIME_H

#include <cstring>
#include <ctime>
#include <sys/time.h>

#include "crt_error.h"

typedef std::time_t __time64_t;
typedef int __time32_t;
#define CLK_TCK CLOCKS_PER_SEC

/* The arguments are in Microsoft's order, not in that of C11's functions. */
inline errno_t localtime_s(std::tm *to, const std::time_t *time) { return ::localtime_r(time, to) ? 0 : EINVAL; }
inline errno_t gmtime_s(std::tm *to, const std::time_t *time) { return ::gmtime_r(time, to) ? 0 : EINVAL; }
inline errno_t _localtime64_s(std::tm *to, const __time64_t *time) { return localtime_s(to, time); }
inline errno_t _gmtime64_s(std::tm *to, const __time64_t *time) { return gmtime_s(to, time); }
inline std::tm *_localtime64(const __time64_t *time) { return std::localtime(time); }
inline std::tm *_gmtime64(const __time64_t *time) { return std::gmtime(time); }
inline __time64_t _time64(__time64_t *time) { return std::time(time); }
inline __time64_t _mktime64(std::tm *time) { return std::mktime(time); }
inline __time64_t _mkgmtime(std::tm *time) { return ::timegm(time); }

/* Needs at least 26 characters. */
inline errno_t asctime_s(char *to, std::size_t size, const std::tm *time) {
	return size < 26 ? amp_windows::invalid_parameter(ERANGE, "asctime_s") : ::asctime_r(time, to) ? 0 : EINVAL;
}
template <std::size_t Size> errno_t asctime_s(char (&to)[Size], const std::tm *time) {
	return asctime_s(to, Size, time);
}
inline errno_t ctime_s(char *to, std::size_t size, const std::time_t *time) {
	return size < 26 ? amp_windows::invalid_parameter(ERANGE, "ctime_s") : ::ctime_r(time, to) ? 0 : EINVAL;
}
template <std::size_t Size> errno_t ctime_s(char (&to)[Size], const std::time_t *time) {
	return ctime_s(to, Size, time);
}

namespace amp_windows {
/* Writes the current time in a format of strftime. */
inline errno_t put_now(const char *what, char *to, std::size_t size, const char *format) {
	const std::time_t now = std::time(nullptr);
	std::tm parts;

	::localtime_r(&now, &parts);
	return size >= 9 && std::strftime(to, size, format, &parts) ? 0 : invalid_parameter(ERANGE, what);
}
} // namespace amp_windows
inline errno_t _strdate_s(char *to, std::size_t size) { return amp_windows::put_now("_strdate_s", to, size, "%m/%d/%y"); }
inline errno_t _strtime_s(char *to, std::size_t size) { return amp_windows::put_now("_strtime_s", to, size, "%H:%M:%S"); }
template <std::size_t Size> errno_t _strdate_s(char (&to)[Size]) { return _strdate_s(to, Size); }
template <std::size_t Size> errno_t _strtime_s(char (&to)[Size]) { return _strtime_s(to, Size); }
inline char *_strdate(char *to) { return _strdate_s(to, 9) ? nullptr : to; }
inline char *_strtime(char *to) { return _strtime_s(to, 9) ? nullptr : to; }

/* The wide functions, on top of the narrow ones. */
namespace amp_windows {
inline errno_t put_wide(wchar_t *to, std::size_t size, const char *narrow, errno_t error) {
	std::size_t i = 0;

	if (error || size <= std::strlen(narrow))
		return error ? error : ERANGE;
	for (; narrow[i]; i++)
		to[i] = static_cast<wchar_t>(narrow[i]);
	to[i] = L'\0';
	return 0;
}
} // namespace amp_windows
#define AMP_WINDOWS_WIDE_TIME(name, narrow, declaration, argument)                                   \
	inline errno_t name(wchar_t *to, std::size_t size declaration) {                                \
		char text[32] = "";                                                                         \
		const errno_t error = narrow(text, sizeof text argument);                                   \
		return amp_windows::put_wide(to, size, text, error);                                        \
	}
#define AMP_WINDOWS_WITH(...) , __VA_ARGS__
AMP_WINDOWS_WIDE_TIME(_wstrdate_s, _strdate_s, , )
AMP_WINDOWS_WIDE_TIME(_wstrtime_s, _strtime_s, , )
AMP_WINDOWS_WIDE_TIME(_wctime_s, ctime_s, AMP_WINDOWS_WITH(const std::time_t *time), AMP_WINDOWS_WITH(time))
AMP_WINDOWS_WIDE_TIME(_wasctime_s, asctime_s, AMP_WINDOWS_WITH(const std::tm *time), AMP_WINDOWS_WITH(time))
#undef AMP_WINDOWS_WIDE_TIME
#undef AMP_WINDOWS_WITH

struct _timeb {
	std::time_t time;
	unsigned short millitm; /* milliseconds */
	short timezone;         /* minutes west of UTC */
	short dstflag;
};
#define __timeb64 _timeb
inline errno_t _ftime_s(struct _timeb *to) {
	struct timeval now;
	std::tm parts;

	::gettimeofday(&now, nullptr);
	::localtime_r(&now.tv_sec, &parts);
	to->time = now.tv_sec;
	to->millitm = static_cast<unsigned short>(now.tv_usec / 1000);
	to->dstflag = static_cast<short>(parts.tm_isdst > 0);
	to->timezone = static_cast<short>(-parts.tm_gmtoff / 60 + (to->dstflag ? 60 : 0));
	return 0;
}
inline void _ftime(struct _timeb *to) { _ftime_s(to); }
#define _ftime64 _ftime
#define _ftime64_s _ftime_s

#endif
