/* errno_t, and the handling of invalid parameters by the _s functions. */
#ifndef AMP_WINDOWS_CRT_ERROR_H
#define AMP_WINDOWS_CRT_ERROR_H

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

typedef int errno_t;
typedef std::size_t rsize_t;
#define _ERRNO_T_DEFINED
#define _TRUNCATE (~static_cast<std::size_t>(0))
#define STRUNCATE 80
#define RSIZE_MAX (~static_cast<std::size_t>(0) >> 1)

typedef void (*_invalid_parameter_handler)(const wchar_t *expression, const wchar_t *function,
                                           const wchar_t *file, unsigned int line, std::uintptr_t reserved);

namespace amp_windows {

inline _invalid_parameter_handler &invalid_parameter_handler() {
	static _invalid_parameter_handler handler;
	return handler;
}

/* Reports an invalid parameter to the program's handler or, without one, ends the program, as on Windows. */
inline errno_t invalid_parameter(errno_t error, const char *what) {
	if (invalid_parameter_handler()) {
		invalid_parameter_handler()(nullptr, nullptr, nullptr, 0, 0);
	} else {
		std::fprintf(stderr, "%s: %s\n", what,
		             error == ERANGE ? "the buffer is too small" : "invalid parameter");
		std::abort();
	}
	errno = error;
	return error;
}

} // namespace amp_windows

inline _invalid_parameter_handler _set_invalid_parameter_handler(_invalid_parameter_handler handler) {
	const _invalid_parameter_handler before = amp_windows::invalid_parameter_handler();

	amp_windows::invalid_parameter_handler() = handler;
	return before;
}
inline _invalid_parameter_handler _get_invalid_parameter_handler() {
	return amp_windows::invalid_parameter_handler();
}
inline errno_t _set_errno(int value) {
	errno = value;
	return 0;
}
inline errno_t _get_errno(int *value) {
	*value = errno;
	return 0;
}

#endif
