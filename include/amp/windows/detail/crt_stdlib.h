/* <stdlib.h>, <malloc.h>, <math.h> and <float.h> of Microsoft's C library, as far as POSIX does not have it. */
#ifndef AMP_WINDOWS_CRT_STDLIB_H
#define AMP_WINDOWS_CRT_STDLIB_H

#include <algorithm>
#include <climits>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <string>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

#include "crt_error.h"
#include "text.h"

#define _MAX_PATH 260
#define _MAX_DRIVE 3
#define _MAX_DIR 256
#define _MAX_FNAME 256
#define _MAX_EXT 256
#define _MAX_ITOSTR_BASE10_COUNT 12
#define _MAX_I64TOSTR_BASE10_COUNT 21
#define _CVTBUFSIZE 349
#define _I8_MIN (-127 - 1)
#define _I8_MAX 127
#define _UI8_MAX 0xffu
#define _I16_MIN (-32767 - 1)
#define _I16_MAX 32767
#define _UI16_MAX 0xffffu
#define _I32_MIN (-2147483647 - 1)
#define _I32_MAX 2147483647
#define _UI32_MAX 0xffffffffu
#define _I64_MIN (-9223372036854775807ll - 1)
#define _I64_MAX 9223372036854775807ll
#define _UI64_MAX 0xffffffffffffffffull

#ifndef _countof
#define _countof(array) (sizeof(array) / sizeof((array)[0]))
#endif
#ifndef __max
#define __max(a, b) (((a) > (b)) ? (a) : (b))
#define __min(a, b) (((a) < (b)) ? (a) : (b))
#endif

/* ---- Numbers as text ----------------------------------------------------------------------------- */

namespace amp_windows {

/* Returns a number's digits; negative: with a sign, which only decimal numbers have. */
inline std::string digits(unsigned long long n, int base, bool negative) {
	std::string text;

	do
		text += "0123456789abcdefghijklmnopqrstuvwxyz"[n % static_cast<unsigned>(base)];
	while (n /= static_cast<unsigned>(base));
	if (negative)
		text += '-';
	std::reverse(text.begin(), text.end());
	return text;
}
template <typename Type> std::string digits_of(Type n, int base) {
	typedef typename std::make_unsigned<Type>::type bits;
	const bool negative = std::is_signed<Type>::value && n <= Type(-1) && base == 10;

	return digits(negative ? bits(0) - static_cast<bits>(n) : static_cast<bits>(n), base, negative);
}

template <typename Char, typename Type> Char *put_digits(Char *to, Type n, int base) {
	const std::basic_string<Char> text = as<Char>(digits_of(n, base));

	text.copy(to, text.size());
	to[text.size()] = Char();
	return to;
}
template <typename Char, typename Type>
errno_t put_digits_s(const char *what, Char *to, std::size_t size, Type n, int base) {
	if (!to || !size || base < 2 || base > 36)
		return invalid_parameter(EINVAL, what);
	const std::basic_string<Char> text = as<Char>(digits_of(n, base));

	if (text.size() >= size) {
		to[0] = Char();
		return invalid_parameter(ERANGE, what);
	}
	put_digits(to, n, base);
	return 0;
}

} // namespace amp_windows

/* long has 32 bits in Visual C++; _ltoa takes such numbers. */
#define AMP_WINDOWS_DIGITS(Char, name, Type)                                                           \
	inline Char *name(Type n, Char *to, int base) { return amp_windows::put_digits(to, n, base); }     \
	inline errno_t name##_s(Type n, Char *to, std::size_t size, int base) {                            \
		return amp_windows::put_digits_s(#name "_s", to, size, n, base);                            \
	}                                                                                               \
	template <std::size_t Size> errno_t name##_s(Type n, Char(&to)[Size], int base) {                  \
		return name##_s(n, to, Size, base);                                                         \
	}
AMP_WINDOWS_DIGITS(char, _itoa, int)
AMP_WINDOWS_DIGITS(char, _ltoa, int)
AMP_WINDOWS_DIGITS(char, _ultoa, unsigned)
AMP_WINDOWS_DIGITS(char, _i64toa, long long)
AMP_WINDOWS_DIGITS(char, _ui64toa, unsigned long long)
AMP_WINDOWS_DIGITS(wchar_t, _itow, int)
AMP_WINDOWS_DIGITS(wchar_t, _ltow, int)
AMP_WINDOWS_DIGITS(wchar_t, _ultow, unsigned)
AMP_WINDOWS_DIGITS(wchar_t, _i64tow, long long)
AMP_WINDOWS_DIGITS(wchar_t, _ui64tow, unsigned long long)
#undef AMP_WINDOWS_DIGITS
#define itoa _itoa

inline long long _atoi64(const char *text) { return std::strtoll(text, nullptr, 10); }
inline long long _strtoi64(const char *text, char **end, int base) { return std::strtoll(text, end, base); }
inline unsigned long long _strtoui64(const char *text, char **end, int base) {
	return std::strtoull(text, end, base);
}
inline int _wtoi(const wchar_t *text) { return static_cast<int>(std::wcstol(text, nullptr, 10)); }
inline long _wtol(const wchar_t *text) { return std::wcstol(text, nullptr, 10); }
inline long long _wtoi64(const wchar_t *text) { return std::wcstoll(text, nullptr, 10); }
inline double _wtof(const wchar_t *text) { return std::wcstod(text, nullptr); }
inline char *_gcvt(double n, int digits, char *to) {
	std::sprintf(to, "%.*g", digits, n);
	return to;
}
inline errno_t _gcvt_s(char *to, std::size_t size, double n, int digits) {
	return std::snprintf(to, size, "%.*g", digits, n) < static_cast<int>(size)
	           ? 0
	           : amp_windows::invalid_parameter(ERANGE, "_gcvt_s");
}

/* ---- Bits, and numbers --------------------------------------------------------------------------- */

inline unsigned int amp_windows__rotl(unsigned int n, int by) { return n << (by & 31) | n >> (-by & 31); }
inline unsigned int amp_windows__rotr(unsigned int n, int by) { return n >> (by & 31) | n << (-by & 31); }
inline unsigned long long amp_windows__rotl64(unsigned long long n, int by) { return n << (by & 63) | n >> (-by & 63); }
inline unsigned long long amp_windows__rotr64(unsigned long long n, int by) { return n >> (by & 63) | n << (-by & 63); }
inline unsigned short amp_windows__byteswap_ushort(unsigned short n) { return static_cast<unsigned short>(n << 8 | n >> 8); }
inline unsigned int amp_windows__byteswap_ulong(unsigned int n) {
	return n << 24 | (n & 0xff00) << 8 | (n >> 8 & 0xff00) | n >> 24;
}
inline unsigned long long amp_windows__byteswap_uint64(unsigned long long n) {
	return static_cast<unsigned long long>(amp_windows__byteswap_ulong(static_cast<unsigned>(n))) << 32 |
	       amp_windows__byteswap_ulong(static_cast<unsigned>(n >> 32));
}
/* clang has builtins with these names (-fms-extensions). */
#undef _rotl
#define _rotl amp_windows__rotl
#undef _rotr
#define _rotr amp_windows__rotr
#undef _rotl64
#define _rotl64 amp_windows__rotl64
#undef _rotr64
#define _rotr64 amp_windows__rotr64
#undef _byteswap_ushort
#define _byteswap_ushort amp_windows__byteswap_ushort
#undef _byteswap_ulong
#define _byteswap_ulong amp_windows__byteswap_ulong
#undef _byteswap_uint64
#define _byteswap_uint64 amp_windows__byteswap_uint64

inline long long _abs64(long long n) { return n < 0 ? -n : n; }
inline int _finite(double x) { return std::isfinite(x); }
inline int _isnan(double x) { return std::isnan(x); }
inline double _copysign(double x, double sign) { return std::copysign(x, sign); }
inline double _chgsign(double x) { return -x; }
inline double _nextafter(double x, double to) { return std::nextafter(x, to); }
inline double _hypot(double x, double y) { return std::hypot(x, y); }
inline float _hypotf(float x, float y) { return std::hypot(x, y); }
inline double _scalb(double x, long exponent) { return std::scalbln(x, exponent); }
inline double _logb(double x) { return std::logb(x); }
#define _FPCLASS_SNAN 0x0001
#define _FPCLASS_QNAN 0x0002
#define _FPCLASS_NINF 0x0004
#define _FPCLASS_NN 0x0008
#define _FPCLASS_ND 0x0010
#define _FPCLASS_NZ 0x0020
#define _FPCLASS_PZ 0x0040
#define _FPCLASS_PD 0x0080
#define _FPCLASS_PN 0x0100
#define _FPCLASS_PINF 0x0200
inline int _fpclass(double x) {
	const bool negative = std::signbit(x);

	switch (std::fpclassify(x)) {
	case FP_NAN: return _FPCLASS_QNAN;
	case FP_INFINITE: return negative ? _FPCLASS_NINF : _FPCLASS_PINF;
	case FP_ZERO: return negative ? _FPCLASS_NZ : _FPCLASS_PZ;
	case FP_SUBNORMAL: return negative ? _FPCLASS_ND : _FPCLASS_PD;
	default: return negative ? _FPCLASS_NN : _FPCLASS_PN;
	}
}

/* The floating-point state of the processor: that of a program's start, which nothing here changes. */
#define _MCW_EM 0x0008001fu
#define _MCW_RC 0x00000300u
#define _MCW_PC 0x00030000u
#define _MCW_DN 0x03000000u
#define _EM_INEXACT 1u
#define _EM_UNDERFLOW 2u
#define _EM_OVERFLOW 4u
#define _EM_ZERODIVIDE 8u
#define _EM_INVALID 0x10u
#define _EM_DENORMAL 0x00080000u
#define _RC_NEAR 0u
#define _RC_DOWN 0x100u
#define _RC_UP 0x200u
#define _RC_CHOP 0x300u
#define _PC_24 0x20000u
#define _PC_53 0x10000u
#define _PC_64 0u
#define _DN_SAVE 0u
#define _DN_FLUSH 0x01000000u
inline unsigned _controlfp(unsigned, unsigned) { return _MCW_EM; }
inline unsigned _control87(unsigned, unsigned) { return _MCW_EM; }
inline errno_t _controlfp_s(unsigned *state, unsigned, unsigned) {
	if (state)
		*state = _MCW_EM;
	return 0;
}
inline unsigned _clearfp() { return 0; }
inline unsigned _statusfp() { return 0; }
inline void _fpreset() {}

/* 32 random bits from the system's source. */
inline errno_t rand_s(unsigned int *n) {
	std::FILE *file = std::fopen("/dev/urandom", "rb");
	const bool ok = file && std::fread(n, sizeof *n, 1, file) == 1;

	if (file)
		std::fclose(file);
	return ok ? 0 : EINVAL;
}

/* ---- Sorting ------------------------------------------------------------------------------------- */

namespace amp_windows {
struct comparison {
	int (*compare)(void *context, const void *a, const void *b);
	void *context;
};
inline int compare_by(const void *a, const void *b, void *by) {
	const comparison *c = static_cast<const comparison *>(by);

	return c->compare(c->context, a, b);
}
} // namespace amp_windows
inline void qsort_s(void *elements, std::size_t count, std::size_t size,
                    int (*compare)(void *context, const void *a, const void *b), void *context) {
	amp_windows::comparison by = {compare, context};

	::qsort_r(elements, count, size, amp_windows::compare_by, &by);
}

/* ---- Memory -------------------------------------------------------------------------------------- */

inline void *_aligned_malloc(std::size_t size, std::size_t alignment) {
	void *memory = nullptr;

	if (::posix_memalign(&memory, (std::max)(alignment, sizeof(void *)), size ? size : 1))
		return nullptr;
	return memory;
}
/* Preserves the contents of the block. */
inline void *_aligned_realloc(void *memory, std::size_t size, std::size_t alignment) {
	void *moved = size ? _aligned_malloc(size, alignment) : nullptr;

	if (memory && moved)
		std::memcpy(moved, memory, (std::min)(size, ::malloc_usable_size(memory)));
	if (moved || !size)
		std::free(memory);
	return moved;
}
inline std::size_t _aligned_msize(void *memory, std::size_t, std::size_t) { return ::malloc_usable_size(memory); }
inline std::size_t _msize(void *memory) { return ::malloc_usable_size(memory); }
inline void _aligned_free(void *memory) { std::free(memory); }
inline void *_recalloc(void *memory, std::size_t count, std::size_t size) {
	return size && ~std::size_t(0) / size < count ? nullptr : std::realloc(memory, count * size);
}
#define _alloca __builtin_alloca
#define _malloca(size) std::malloc(size)
#define _freea(memory) std::free(memory)

/* ---- Paths and the environment ------------------------------------------------------------------- */

namespace amp_windows {

template <typename Char>
errno_t put_part(Char *to, std::size_t size, const std::basic_string<Char> &part) {
	if (!to)
		return 0;
	if (part.size() >= size) {
		if (size)
			to[0] = Char();
		return ERANGE;
	}
	part.copy(to, part.size());
	to[part.size()] = Char();
	return 0;
}

/* The parts of a path: drive ("c:"), folder with its last slash, name, extension with its dot. */
template <typename Char> struct path_parts {
	std::basic_string<Char> drive, folder, name, extension;

	explicit path_parts(const Char *path) {
		std::basic_string<Char> rest = path;
		if (rest.size() > 1 && rest[1] == ':') {
			drive = rest.substr(0, 2);
			rest.erase(0, 2);
		}
		const Char slashes[] = {'/', '\\', 0};
		const std::size_t slash = rest.find_last_of(slashes);
		if (slash != std::basic_string<Char>::npos) {
			folder = rest.substr(0, slash + 1);
			rest.erase(0, slash + 1);
		}
		const std::size_t dot = rest.rfind(Char('.'));
		name = rest.substr(0, dot);
		if (dot != std::basic_string<Char>::npos)
			extension = rest.substr(dot);
	}
};
template <typename Char>
errno_t split_path(const Char *path, Char *drive, std::size_t drives, Char *folder, std::size_t folders, Char *name,
                   std::size_t names, Char *extension, std::size_t extensions) {
	const path_parts<Char> parts(path);
	errno_t error = put_part(drive, drives, parts.drive);

	error = error ? error : put_part(folder, folders, parts.folder);
	error = error ? error : put_part(name, names, parts.name);
	return error ? error : put_part(extension, extensions, parts.extension);
}
template <typename Char>
errno_t make_path(Char *to, std::size_t size, const Char *drive, const Char *folder, const Char *name,
                  const Char *extension) {
	std::basic_string<Char> path;

	if (drive && *drive) {
		path += *drive;
		path += Char(':');
	}
	if (folder && *folder) {
		path += folder;
		if (path.back() != '/' && path.back() != '\\')
			path += Char('/');
	}
	if (name)
		path += name;
	if (extension && *extension) {
		if (*extension != '.')
			path += Char('.');
		path += extension;
	}
	return put_part(to, size, path);
}
/* Returns the absolute path, without . and ... */
inline std::string full_path(const std::string &path) {
	char folder[PATH_MAX];
	std::string rest = path, result;

	if ((rest.empty() || rest[0] != '/') && ::getcwd(folder, sizeof folder))
		rest = std::string(folder) + "/" + rest;
	while (!rest.empty()) {
		const std::size_t slash = rest.find('/');
		const std::string part = rest.substr(0, slash);
		rest.erase(0, slash == std::string::npos ? slash : slash + 1);
		if (part == "..")
			result.erase((std::min)(result.rfind('/'), result.size()));
		else if (!part.empty() && part != ".")
			result += "/" + part;
	}
	return result.empty() ? "/" : result;
}
template <typename Char> Char *put_full_path(Char *to, const Char *name, std::size_t size) {
	const std::basic_string<Char> text = as<Char>(full_path(path(name)));

	if (!to) {
		size = text.size() + 1;
		to = static_cast<Char *>(std::malloc(size * sizeof(Char)));
	}
	return to && put_part(to, size, text) == 0 ? to : nullptr;
}

} // namespace amp_windows

#define AMP_WINDOWS_PATHS(Char, _splitpath, _makepath, _fullpath)                                   \
	inline void _splitpath(const Char *path, Char *drive, Char *folder, Char *name, Char *extension) { \
		amp_windows::split_path(path, drive, _MAX_DRIVE, folder, _MAX_DIR, name, _MAX_FNAME, extension, _MAX_EXT); \
	}                                                                                               \
	inline errno_t _splitpath##_s(const Char *path, Char *drive, std::size_t drives, Char *folder,  \
	                              std::size_t folders, Char *name, std::size_t names, Char *extension, \
	                              std::size_t extensions) {                                         \
		return amp_windows::split_path(path, drive, drives, folder, folders, name, names, extension, extensions); \
	}                                                                                               \
	template <std::size_t Drive, std::size_t Folder, std::size_t Name, std::size_t Extension>       \
	errno_t _splitpath##_s(const Char *path, Char(&drive)[Drive], Char(&folder)[Folder], Char(&name)[Name], \
	                       Char(&extension)[Extension]) {                                           \
		return amp_windows::split_path(path, drive, Drive, folder, Folder, name, Name, extension, Extension); \
	}                                                                                               \
	inline void _makepath(Char *to, const Char *drive, const Char *folder, const Char *name, const Char *extension) { \
		amp_windows::make_path(to, _MAX_PATH, drive, folder, name, extension);                      \
	}                                                                                               \
	inline errno_t _makepath##_s(Char *to, std::size_t size, const Char *drive, const Char *folder, \
	                             const Char *name, const Char *extension) {                         \
		return amp_windows::make_path(to, size, drive, folder, name, extension);                    \
	}                                                                                               \
	template <std::size_t Size>                                                                     \
	errno_t _makepath##_s(Char(&to)[Size], const Char *drive, const Char *folder, const Char *name, \
	                      const Char *extension) {                                                  \
		return amp_windows::make_path(to, Size, drive, folder, name, extension);                    \
	}                                                                                               \
	inline Char *_fullpath(Char *to, const Char *path, std::size_t size) {                          \
		return amp_windows::put_full_path(to, path, size);                                          \
	}
AMP_WINDOWS_PATHS(char, _splitpath, _makepath, _fullpath)
AMP_WINDOWS_PATHS(wchar_t, _wsplitpath, _wmakepath, _wfullpath)
#undef AMP_WINDOWS_PATHS

/* Sets *length to the length with the terminating zero; 0 if there is no such variable. */
inline errno_t getenv_s(std::size_t *length, char *to, std::size_t size, const char *name) {
	const char *value = std::getenv(name);

	*length = value ? std::strlen(value) + 1 : 0;
	if (to && size)
		to[0] = '\0';
	if (!value || (!to && !size))
		return 0;
	if (!to || *length > size)
		return ERANGE;
	std::memcpy(to, value, *length);
	return 0;
}
template <std::size_t Size> errno_t getenv_s(std::size_t *length, char (&to)[Size], const char *name) {
	return getenv_s(length, to, Size, name);
}
inline errno_t _dupenv_s(char **to, std::size_t *length, const char *name) {
	const char *value = std::getenv(name);

	*to = value ? ::strdup(value) : nullptr;
	if (length)
		*length = value ? std::strlen(value) + 1 : 0;
	return 0;
}
inline errno_t _putenv_s(const char *name, const char *value) {
	return (*value ? ::setenv(name, value, 1) : ::unsetenv(name)) ? errno : 0;
}
inline errno_t _wgetenv_s(std::size_t *length, wchar_t *to, std::size_t size, const wchar_t *name) {
	const char *value = std::getenv(amp_windows::to_narrow(name).c_str());
	const std::wstring text = amp_windows::to_wide(value ? value : "");

	*length = value ? text.size() + 1 : 0;
	if (to && size)
		to[0] = L'\0';
	if (!value || (!to && !size))
		return 0;
	return to ? amp_windows::put_part(to, size, text) : ERANGE;
}
template <std::size_t Size> errno_t _wgetenv_s(std::size_t *length, wchar_t (&to)[Size], const wchar_t *name) {
	return _wgetenv_s(length, to, Size, name);
}
inline errno_t _wdupenv_s(wchar_t **to, std::size_t *length, const wchar_t *name) {
	const char *value = std::getenv(amp_windows::to_narrow(name).c_str());
	const std::wstring text = amp_windows::to_wide(value ? value : "");

	*to = value ? ::wcsdup(text.c_str()) : nullptr;
	if (length)
		*length = value ? text.size() + 1 : 0;
	return 0;
}
/* The text is valid until the thread's next call. */
inline wchar_t *_wgetenv(const wchar_t *name) {
	static thread_local std::wstring text;
	const char *value = std::getenv(amp_windows::to_narrow(name).c_str());

	text = amp_windows::to_wide(value ? value : "");
	return value ? &text[0] : nullptr;
}
inline errno_t _wputenv_s(const wchar_t *name, const wchar_t *value) {
	return _putenv_s(amp_windows::to_narrow(name).c_str(), amp_windows::to_narrow(value).c_str());
}
inline int _wremove(const wchar_t *name) { return std::remove(amp_windows::path(name).c_str()); }
inline int _wrename(const wchar_t *from, const wchar_t *to) {
	return std::rename(amp_windows::path(from).c_str(), amp_windows::path(to).c_str());
}
inline void _wperror(const wchar_t *text) { std::perror(amp_windows::narrow(text).c_str()); }
inline wchar_t *_wsetlocale(int category, const wchar_t *locale) {
	static thread_local std::wstring name;
	const char *set = std::setlocale(category, locale ? amp_windows::to_narrow(locale).c_str() : nullptr);

	name = amp_windows::to_wide(set ? set : "");
	return set ? &name[0] : nullptr;
}
/* NAME=VALUE, which Microsoft's function copies. */
inline int _putenv(const char *assignment) {
	const std::string text = assignment;
	const std::size_t equals = text.find('=');

	return equals == std::string::npos ? -1
	                                   : _putenv_s(text.substr(0, equals).c_str(), text.c_str() + equals + 1) ? -1 : 0;
}

/* ---- <sys/stat.h> --------------------------------------------------------------------------------- */

#define _S_IFMT S_IFMT
#define _S_IFDIR S_IFDIR
#define _S_IFREG S_IFREG
struct _stat64 : stat {};
inline int _stat64(const char *name, struct _stat64 *to) { return ::stat(amp_windows::path(name).c_str(), to); }
inline int _wstat64(const wchar_t *name, struct _stat64 *to) { return ::stat(amp_windows::path(name).c_str(), to); }
inline int _fstat64(int file, struct _stat64 *to) { return ::fstat(file, to); }
#define __stat64 _stat64
#define _stat _stat64
#define _stati64 _stat64
#define _stat32 _stat64
#define _stat64i32 _stat64
#define _fstat _fstat64
#define _fstati64 _fstat64
#define _wstat _wstat64
#define _wstati64 _wstat64

/* ---- Commands ------------------------------------------------------------------------------------ */

/* Commands of Windows' shell with which console programs end; others are passed to the shell here. */
inline int amp_windows_system(const char *command) {
	std::string text = command ? command : "";

	while (!text.empty() && text.back() == ' ')
		text.pop_back();
	if (text.size() >= 5 && ::strncasecmp(text.c_str(), "pause", 5) == 0 && (text.size() == 5 || text[5] == '>' || text[5] == ' ')) {
		if (text.find('>') == std::string::npos)
			std::fputs("Press any key to continue . . . ", stdout);
		std::fflush(stdout);
		std::getchar();
		return 0;
	}
	if (::strcasecmp(text.c_str(), "cls") == 0) {
		if (::isatty(STDOUT_FILENO))
			std::fputs("\033[2J\033[H", stdout);
		return 0;
	}
	if (::strncasecmp(text.c_str(), "color ", 6) == 0 || ::strncasecmp(text.c_str(), "title ", 6) == 0 ||
	    ::strncasecmp(text.c_str(), "mode ", 5) == 0 || ::strncasecmp(text.c_str(), "chcp ", 5) == 0)
		return 0; /* they concern the console's window */
	std::fflush(nullptr);
	return (std::system)(command);
}
inline int _wsystem(const wchar_t *command) { return amp_windows_system(amp_windows::to_narrow(command).c_str()); }
namespace std {
using ::amp_windows_system;
}
#define system(command) amp_windows_system(command)

#endif
