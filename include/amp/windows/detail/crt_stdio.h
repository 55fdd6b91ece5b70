/* <stdio.h> of Microsoft's C library: its formats, file names with backslashes, the _s functions.
 *
 * printf and the like are macros that denote templates here, which read Microsoft's formats (format.h). The
 * wide functions write UTF-8 to the narrow stream: a POSIX stream is either narrow or wide. */
#ifndef AMP_WINDOWS_CRT_STDIO_H
#define AMP_WINDOWS_CRT_STDIO_H

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cwchar>
#include <string>
#include <unistd.h>

#include "crt_error.h"
#include "crt_string.h"
#include "format.h"
#include "scan.h"

namespace amp_windows {

inline int write(std::FILE *file, const std::string &text) {
	return std::fwrite(text.data(), 1, text.size(), file) == text.size() ? static_cast<int>(text.size()) : -1;
}

/* Writes text to a buffer, like snprintf. secure: the program ends if the text does not fit, unless
 * truncation is allowed (_TRUNCATE). Returns the length, or -1 if the text did not fit. */
template <typename Char>
int store(const char *what, Char *to, std::size_t size, std::size_t most, const std::string &utf8, bool secure) {
	const std::basic_string<Char> text = as<Char>(utf8);
	const std::size_t n = (std::min)(text.size(), most);

	if (!to || !size) {
		if (secure)
			invalid_parameter(EINVAL, what);
		return -1;
	}
	if (n < size) {
		text.copy(to, n);
		to[n] = Char();
		return n == text.size() || most != _TRUNCATE ? (n == text.size() ? static_cast<int>(n) : -1) : -1;
	}
	if (secure && most != _TRUNCATE) {
		to[0] = Char();
		invalid_parameter(ERANGE, what);
		return -1;
	}
	text.copy(to, size - 1);
	to[size - 1] = Char();
	return -1;
}

/* ---- printf, fprintf ----------------------------------------------------------------------------- */

/* Each is an overload set: a call uses the template, and the function's address is C's. */
template <typename... Arguments> int print(const char *text, Arguments... arguments) {
	return write(stdout, format(text, arguments...));
}
template <typename... Arguments> int print(const wchar_t *text, Arguments... arguments) {
	return write(stdout, format(text, arguments...));
}
template <typename Char, typename... Arguments>
int print_to(std::FILE *file, const Char *text, Arguments... arguments) {
	return write(file, format(text, arguments...));
}

} // namespace amp_windows

/* A macro that names a function with a format: it denotes a template for calls and a function for other uses. */
template <typename... Arguments> int amp_windows_printf(const char *text, Arguments... arguments) {
	return amp_windows::print(text, arguments...);
}
inline int amp_windows_printf(const char *text, ...) {
	std::va_list list;
	va_start(list, text);
	const int n = amp_windows::write(stdout, amp_windows::format_list(text, list));
	va_end(list);
	return n;
}
inline int amp_windows_vfprintf(std::FILE *file, const char *text, std::va_list list) {
	return amp_windows::write(file, amp_windows::format_list(text, list));
}
inline int amp_windows_vprintf(const char *text, std::va_list list) {
	return amp_windows_vfprintf(stdout, text, list);
}
inline int amp_windows_vfwprintf(std::FILE *file, const wchar_t *text, std::va_list list) {
	return amp_windows::write(file, amp_windows::format_list(text, list));
}
inline int amp_windows_vwprintf(const wchar_t *text, std::va_list list) {
	return amp_windows_vfwprintf(stdout, text, list);
}
template <typename... Arguments>
int amp_windows_fprintf(std::FILE *file, const char *text, Arguments... arguments) {
	return amp_windows::print_to(file, text, arguments...);
}
inline int amp_windows_fprintf(std::FILE *file, const char *text, ...) {
	std::va_list list;
	va_start(list, text);
	const int n = amp_windows_vfprintf(file, text, list);
	va_end(list);
	return n;
}
template <typename... Arguments> int amp_windows_wprintf(const wchar_t *text, Arguments... arguments) {
	return amp_windows::print(text, arguments...);
}
template <typename... Arguments>
int amp_windows_fwprintf(std::FILE *file, const wchar_t *text, Arguments... arguments) {
	return amp_windows::print_to(file, text, arguments...);
}
template <typename... Arguments> int printf_s(const char *text, Arguments... arguments) {
	return amp_windows::print(text, arguments...);
}
template <typename... Arguments> int wprintf_s(const wchar_t *text, Arguments... arguments) {
	return amp_windows::print(text, arguments...);
}
template <typename... Arguments> int fprintf_s(std::FILE *file, const char *text, Arguments... arguments) {
	return amp_windows::print_to(file, text, arguments...);
}
template <typename... Arguments> int fwprintf_s(std::FILE *file, const wchar_t *text, Arguments... arguments) {
	return amp_windows::print_to(file, text, arguments...);
}

/* ---- sprintf and its kin ------------------------------------------------------------------------- */

template <typename... Arguments> int amp_windows_sprintf(char *to, const char *text, Arguments... arguments) {
	const std::string result = amp_windows::format(text, arguments...);

	std::memcpy(to, result.c_str(), result.size() + 1);
	return static_cast<int>(result.size());
}
/* As in C, returns the length that the text would have. */
template <typename... Arguments>
int amp_windows_snprintf(char *to, std::size_t size, const char *text, Arguments... arguments) {
	const std::string result = amp_windows::format(text, arguments...);

	if (size)
		amp_windows::store("snprintf", to, size, _TRUNCATE, result, false);
	return static_cast<int>(result.size());
}
inline int amp_windows_vsprintf(char *to, const char *text, std::va_list list) {
	const std::string result = amp_windows::format_list(text, list);

	std::memcpy(to, result.c_str(), result.size() + 1);
	return static_cast<int>(result.size());
}
inline int amp_windows_vsnprintf(char *to, std::size_t size, const char *text, std::va_list list) {
	const std::string result = amp_windows::format_list(text, list);

	if (size)
		amp_windows::store("vsnprintf", to, size, _TRUNCATE, result, false);
	return static_cast<int>(result.size());
}
inline int amp_windows_sprintf(char *to, const char *text, ...) {
	std::va_list list;
	va_start(list, text);
	const int n = amp_windows_vsprintf(to, text, list);
	va_end(list);
	return n;
}
inline int amp_windows_snprintf(char *to, std::size_t size, const char *text, ...) {
	std::va_list list;
	va_start(list, text);
	const int n = amp_windows_vsnprintf(to, size, text, list);
	va_end(list);
	return n;
}

namespace amp_windows {
/* _snprintf: returns -1 if the text is longer than the buffer, and writes no terminating zero if it has the
 * buffer's length. */
template <typename Char> int store_unended(Char *to, std::size_t size, const std::string &utf8) {
	const std::basic_string<Char> text = as<Char>(utf8);

	text.copy(to, (std::min)(text.size(), size));
	if (text.size() < size)
		to[text.size()] = Char();
	return text.size() > size ? -1 : static_cast<int>(text.size());
}
} // namespace amp_windows

#define AMP_WINDOWS_PRINTS(Char, sprintf_s, _snprintf_s, _snprintf, vsprintf_s, _vsnprintf_s, _vsnprintf, _scprintf, \
                           _vscprintf)                                                              \
	template <typename... Arguments>                                                                \
	int sprintf_s(Char *to, std::size_t size, const Char *text, Arguments... arguments) {           \
		return amp_windows::store(#sprintf_s, to, size, amp_windows::whole_text,                    \
		                          amp_windows::format(text, arguments...), true);                   \
	}                                                                                               \
	template <std::size_t Size, typename... Arguments>                                              \
	int sprintf_s(Char(&to)[Size], const Char *text, Arguments... arguments) {                      \
		return sprintf_s(to, Size, text, arguments...);                                             \
	}                                                                                               \
	template <typename... Arguments>                                                                \
	int _snprintf_s(Char *to, std::size_t size, std::size_t most, const Char *text, Arguments... arguments) { \
		return amp_windows::store(#_snprintf_s, to, size, most, amp_windows::format(text, arguments...), true); \
	}                                                                                               \
	template <std::size_t Size, typename... Arguments>                                              \
	int _snprintf_s(Char(&to)[Size], std::size_t most, const Char *text, Arguments... arguments) {  \
		return _snprintf_s(to, Size, most, text, arguments...);                                     \
	}                                                                                               \
	template <typename... Arguments>                                                                \
	int _snprintf(Char *to, std::size_t size, const Char *text, Arguments... arguments) {           \
		return amp_windows::store_unended(to, size, amp_windows::format(text, arguments...));       \
	}                                                                                               \
	inline int vsprintf_s(Char *to, std::size_t size, const Char *text, std::va_list list) {        \
		return amp_windows::store(#vsprintf_s, to, size, amp_windows::whole_text,                   \
		                          amp_windows::format_list(text, list), true);                      \
	}                                                                                               \
	template <std::size_t Size> int vsprintf_s(Char(&to)[Size], const Char *text, std::va_list list) { \
		return vsprintf_s(to, Size, text, list);                                                    \
	}                                                                                               \
	inline int _vsnprintf_s(Char *to, std::size_t size, std::size_t most, const Char *text, std::va_list list) { \
		return amp_windows::store(#_vsnprintf_s, to, size, most, amp_windows::format_list(text, list), true); \
	}                                                                                               \
	template <std::size_t Size>                                                                     \
	int _vsnprintf_s(Char(&to)[Size], std::size_t most, const Char *text, std::va_list list) {      \
		return _vsnprintf_s(to, Size, most, text, list);                                            \
	}                                                                                               \
	inline int _vsnprintf(Char *to, std::size_t size, const Char *text, std::va_list list) {        \
		return amp_windows::store_unended(to, size, amp_windows::format_list(text, list));          \
	}                                                                                               \
	template <typename... Arguments> int _scprintf(const Char *text, Arguments... arguments) {      \
		return static_cast<int>(amp_windows::as<Char>(amp_windows::format(text, arguments...)).size()); \
	}                                                                                               \
	inline int _vscprintf(const Char *text, std::va_list list) {                                    \
		std::va_list copy;                                                                          \
		va_copy(copy, list);                                                                        \
		const std::string result = amp_windows::format_list(text, copy);                            \
		va_end(copy);                                                                               \
		return static_cast<int>(amp_windows::as<Char>(result).size());                              \
	}
AMP_WINDOWS_PRINTS(char, sprintf_s, _snprintf_s, _snprintf, vsprintf_s, _vsnprintf_s, _vsnprintf, _scprintf, _vscprintf)
AMP_WINDOWS_PRINTS(wchar_t, swprintf_s, _snwprintf_s, _snwprintf, vswprintf_s, _vsnwprintf_s, _vsnwprintf, _scwprintf,
                   _vscwprintf)
#undef AMP_WINDOWS_PRINTS

/* The version of C, and Microsoft's of before 2015, without the size. */
template <typename... Arguments>
int amp_windows_swprintf(wchar_t *to, std::size_t size, const wchar_t *text, Arguments... arguments) {
	return amp_windows::store("swprintf", to, size, _TRUNCATE, amp_windows::format(text, arguments...), false);
}
template <typename... Arguments>
int amp_windows_swprintf(wchar_t *to, const wchar_t *text, Arguments... arguments) {
	const std::wstring result = amp_windows::to_wide(amp_windows::format(text, arguments...));

	std::wmemcpy(to, result.c_str(), result.size() + 1);
	return static_cast<int>(result.size());
}
inline int amp_windows_vswprintf(wchar_t *to, std::size_t size, const wchar_t *text, std::va_list list) {
	return amp_windows::store("vswprintf", to, size, _TRUNCATE, amp_windows::format_list(text, list), false);
}

/* ---- scanf and its kin --------------------------------------------------------------------------- */

#define AMP_WINDOWS_SCANS(Char, scanf, fscanf, sscanf, secure)                                      \
	template <typename... Arguments> int scanf(const Char *text, Arguments... arguments) {          \
		amp_windows::scan_file in(stdin);                                                           \
		return amp_windows::scan_arguments(in, secure, text, arguments...);                         \
	}                                                                                               \
	template <typename... Arguments>                                                                \
	int fscanf(std::FILE *file, const Char *text, Arguments... arguments) {                         \
		amp_windows::scan_file in(file);                                                            \
		return amp_windows::scan_arguments(in, secure, text, arguments...);                         \
	}                                                                                               \
	template <typename... Arguments>                                                                \
	int sscanf(const Char *from, const Char *text, Arguments... arguments) {                        \
		const std::string utf8 = amp_windows::narrow(from);                                         \
		amp_windows::scan_text in(utf8.c_str());                                                    \
		return amp_windows::scan_arguments(in, secure, text, arguments...);                         \
	}
AMP_WINDOWS_SCANS(char, scanf_s, fscanf_s, sscanf_s, true)
AMP_WINDOWS_SCANS(wchar_t, wscanf_s, fwscanf_s, swscanf_s, true)
AMP_WINDOWS_SCANS(char, amp_windows_scanf, amp_windows_fscanf, amp_windows_sscanf, false)
AMP_WINDOWS_SCANS(wchar_t, amp_windows_wscanf, amp_windows_fwscanf, amp_windows_swscanf, false)
#undef AMP_WINDOWS_SCANS

/* ---- Characters and lines ------------------------------------------------------------------------ */

inline std::wint_t amp_windows_fputwc(wchar_t c, std::FILE *file) {
	std::string text;

	amp_windows::append_utf8(text, c);
	return amp_windows::write(file, text) < 0 ? WEOF : static_cast<std::wint_t>(c);
}
inline int amp_windows_fputws(const wchar_t *text, std::FILE *file) {
	return amp_windows::write(file, amp_windows::to_narrow(text)) < 0 ? -1 : 0;
}
inline std::wint_t amp_windows_putwchar(wchar_t c) { return amp_windows_fputwc(c, stdout); }
inline int _putws(const wchar_t *text) {
	return amp_windows::write(stdout, amp_windows::to_narrow(text) + "\n") < 0 ? -1 : 0;
}
inline std::wint_t amp_windows_fgetwc(std::FILE *file) {
	char bytes[4];
	int n = 0, c;

	do {
		if ((c = std::getc(file)) == EOF)
			return WEOF;
		bytes[n++] = static_cast<char>(c);
		const char *at = bytes;
		unsigned long character;
		if (amp_windows::next_utf8(at, bytes + n, character))
			return static_cast<std::wint_t>(character);
	} while (n < 4);
	return 0xfffd;
}
inline std::wint_t amp_windows_getwchar() { return amp_windows_fgetwc(stdin); }
inline wchar_t *amp_windows_fgetws(wchar_t *to, int size, std::FILE *file) {
	int n = 0;

	while (n < size - 1) {
		const std::wint_t c = amp_windows_fgetwc(file);
		if (c == WEOF)
			break;
		to[n++] = static_cast<wchar_t>(c);
		if (c == L'\n')
			break;
	}
	if (!n)
		return nullptr;
	to[n] = L'\0';
	return to;
}
namespace amp_windows {
inline std::wint_t get_character(wchar_t) { return amp_windows_getwchar(); }
inline int get_character(char) { return std::getchar(); }
/* Reads a line of the standard input, without its end. */
template <typename Char> Char *get_line(const char *what, Char *to, std::size_t size) {
	std::size_t n = 0;

	for (;;) {
		const auto c = get_character(Char());
		if (c == static_cast<decltype(c)>(EOF) && !n)
			return nullptr;
		if (c == static_cast<decltype(c)>(EOF) || c == '\n')
			break;
		if (n + 1 >= size) {
			to[0] = Char();
			invalid_parameter(ERANGE, what);
			return nullptr;
		}
		to[n++] = static_cast<Char>(c);
	}
	to[n] = Char();
	return to;
}
} // namespace amp_windows
inline char *gets_s(char *to, std::size_t size) { return amp_windows::get_line("gets_s", to, size); }
template <std::size_t Size> char *gets_s(char (&to)[Size]) { return gets_s(to, Size); }
inline wchar_t *_getws_s(wchar_t *to, std::size_t size) { return amp_windows::get_line("_getws_s", to, size); }
template <std::size_t Size> wchar_t *_getws_s(wchar_t (&to)[Size]) { return _getws_s(to, Size); }

/* ---- Files --------------------------------------------------------------------------------------- */

namespace amp_windows {
/* Returns the mode without Microsoft's extensions: t, c, n, S, R, T, D and ", ccs=…". */
inline std::string file_mode(const std::string &mode) {
	std::string result;

	for (char c : mode) {
		if (c == ',')
			break;
		if (std::strchr("rwab+x", c))
			result += c;
	}
	return result;
}
inline errno_t open_file(std::FILE **file, const std::string &name, const std::string &mode) {
	*file = std::fopen(name.c_str(), file_mode(mode).c_str());
	return *file ? 0 : errno;
}
} // namespace amp_windows

inline std::FILE *amp_windows_fopen(const char *name, const char *mode) {
	return std::fopen(amp_windows::path(name).c_str(), amp_windows::file_mode(mode).c_str());
}
inline errno_t fopen_s(std::FILE **file, const char *name, const char *mode) {
	if (!file || !name || !mode)
		return amp_windows::invalid_parameter(EINVAL, "fopen_s");
	return amp_windows::open_file(file, amp_windows::path(name), mode);
}
inline errno_t _wfopen_s(std::FILE **file, const wchar_t *name, const wchar_t *mode) {
	if (!file || !name || !mode)
		return amp_windows::invalid_parameter(EINVAL, "_wfopen_s");
	return amp_windows::open_file(file, amp_windows::path(name), amp_windows::to_narrow(mode));
}
inline std::FILE *_wfopen(const wchar_t *name, const wchar_t *mode) {
	return amp_windows_fopen(amp_windows::to_narrow(name).c_str(), amp_windows::to_narrow(mode).c_str());
}
inline std::FILE *_fsopen(const char *name, const char *mode, int) { return amp_windows_fopen(name, mode); }
inline errno_t freopen_s(std::FILE **file, const char *name, const char *mode, std::FILE *old) {
	const std::string path = amp_windows::path(name);

	*file = std::freopen(path == "CONOUT$" || path == "CONIN$" || path == "CON" ? "/dev/tty" : path.c_str(),
	                     amp_windows::file_mode(mode).c_str(), old);
	return *file ? 0 : errno;
}
inline errno_t tmpfile_s(std::FILE **file) { return (*file = std::tmpfile()) ? 0 : errno; }
inline int _fseeki64(std::FILE *file, long long offset, int origin) {
	return ::fseeko(file, static_cast<off_t>(offset), origin);
}
inline long long _ftelli64(std::FILE *file) { return static_cast<long long>(::ftello(file)); }
inline int _fileno(std::FILE *file) { return ::fileno(file); }
inline int _fcloseall() { return 0; }
inline int _flushall() { return std::fflush(nullptr); }
inline std::FILE *_popen(const char *command, const char *mode) {
	return ::popen(command, amp_windows::file_mode(mode).substr(0, 1).c_str());
}
inline int _pclose(std::FILE *file) { return ::pclose(file); }
inline std::size_t fread_s(void *to, std::size_t size, std::size_t element, std::size_t count, std::FILE *file) {
	if (element && size / element < count) {
		amp_windows::invalid_parameter(ERANGE, "fread_s");
		return 0;
	}
	return std::fread(to, element, count, file);
}

/* ---- The names that programs call ---------------------------------------------------------------- */

namespace std {
using ::amp_windows_fgetwc;
using ::amp_windows_fgetws;
using ::amp_windows_fopen;
using ::amp_windows_fprintf;
using ::amp_windows_fputwc;
using ::amp_windows_fputws;
using ::amp_windows_fscanf;
using ::amp_windows_fwprintf;
using ::amp_windows_fwscanf;
using ::amp_windows_getwchar;
using ::amp_windows_printf;
using ::amp_windows_putwchar;
using ::amp_windows_scanf;
using ::amp_windows_snprintf;
using ::amp_windows_sprintf;
using ::amp_windows_sscanf;
using ::amp_windows_swprintf;
using ::amp_windows_swscanf;
using ::amp_windows_vfprintf;
using ::amp_windows_vfwprintf;
using ::amp_windows_vprintf;
using ::amp_windows_vsnprintf;
using ::amp_windows_vsprintf;
using ::amp_windows_vswprintf;
using ::amp_windows_vwprintf;
using ::amp_windows_wprintf;
using ::amp_windows_wscanf;
} // namespace std
#undef printf
#undef fprintf
#undef sprintf
#undef snprintf
#undef putwchar
#undef getwchar
#define fgetwc amp_windows_fgetwc
#define fgetws amp_windows_fgetws
#define fopen amp_windows_fopen
#define fprintf amp_windows_fprintf
#define fputwc amp_windows_fputwc
#define fputws amp_windows_fputws
#define fscanf amp_windows_fscanf
#define fwprintf amp_windows_fwprintf
#define fwscanf amp_windows_fwscanf
#define getwchar amp_windows_getwchar
#define printf amp_windows_printf
#define putwchar amp_windows_putwchar
#define scanf amp_windows_scanf
#define snprintf amp_windows_snprintf
#define sprintf amp_windows_sprintf
#define sscanf amp_windows_sscanf
#define swprintf amp_windows_swprintf
#define swscanf amp_windows_swscanf
#define vfprintf amp_windows_vfprintf
#define vfwprintf amp_windows_vfwprintf
#define vprintf amp_windows_vprintf
#define vsnprintf amp_windows_vsnprintf
#define vsprintf amp_windows_vsprintf
#define vswprintf amp_windows_vswprintf
#define vwprintf amp_windows_vwprintf
#define wprintf amp_windows_wprintf
#define wscanf amp_windows_wscanf

#endif
