/* <string.h>, <wchar.h> and <tchar.h> of Microsoft's C library, as far as POSIX does not have it. */
#ifndef AMP_WINDOWS_CRT_STRING_H
#define AMP_WINDOWS_CRT_STRING_H

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <cwctype>
#include <strings.h>

#include "crt_error.h"
#include "text.h"

namespace amp_windows {

/* Appends up to `most` characters of a text at to[n], in a buffer of `size` characters. */
template <typename Char>
errno_t put_text(const char *what, Char *to, std::size_t n, std::size_t size, const Char *from, std::size_t most) {
	if (!to || n >= size || (!from && most)) {
		if (to && size)
			to[0] = Char();
		return invalid_parameter(to && from && size ? ERANGE : EINVAL, what);
	}
	const std::size_t room = size - n - 1;
	const std::size_t length = length_within(from, most < room ? most : room + 1);

	if (length > room && most != _TRUNCATE) {
		to[0] = Char();
		return invalid_parameter(ERANGE, what);
	}
	std::char_traits<Char>::copy(to + n, from, length < room ? length : room);
	to[n + (length < room ? length : room)] = Char();
	return length > room ? STRUNCATE : 0;
}

constexpr std::size_t whole_text = _TRUNCATE - 1;

template <typename Char> int compare_folded(const Char *a, const Char *b, std::size_t n) {
	for (std::size_t i = 0; i < n; i++) {
		const long x = static_cast<long>(std::towlower(static_cast<std::wint_t>(a[i]))),
		           y = static_cast<long>(std::towlower(static_cast<std::wint_t>(b[i])));
		if (x != y || !x)
			return x < y ? -1 : x > y;
	}
	return 0;
}

template <typename Char, typename Change> Char *change_all(Char *text, std::size_t size, Change change) {
	for (std::size_t i = 0; i < size && text[i]; i++)
		text[i] = static_cast<Char>(change(text[i]));
	return text;
}
inline int lower(char c) { return std::tolower(static_cast<unsigned char>(c)); }
inline int upper(char c) { return std::toupper(static_cast<unsigned char>(c)); }
inline std::wint_t lower(wchar_t c) { return std::towlower(static_cast<std::wint_t>(c)); }
inline std::wint_t upper(wchar_t c) { return std::towupper(static_cast<std::wint_t>(c)); }

template <typename Char> Char *reverse_text(Char *text) {
	const std::size_t n = std::char_traits<Char>::length(text);

	for (std::size_t i = 0; i < n / 2; i++) {
		const Char c = text[i];
		text[i] = text[n - 1 - i];
		text[n - 1 - i] = c;
	}
	return text;
}

template <typename Char> Char *duplicate(const Char *text) {
	if (!text)
		return nullptr;
	const std::size_t n = std::char_traits<Char>::length(text) + 1;
	Char *copy = static_cast<Char *>(std::malloc(n * sizeof(Char)));

	return copy ? std::char_traits<Char>::copy(copy, text, n) : nullptr;
}

} // namespace amp_windows

/* The functions for one kind of character. */
#define AMP_WINDOWS_STRINGS(Char, str, _str)                                                        \
	inline errno_t str##cpy_s(Char *to, rsize_t size, const Char *from) {                          \
		return amp_windows::put_text(#str "cpy_s", to, 0, size, from, amp_windows::whole_text);     \
	}                                                                                               \
	inline errno_t str##ncpy_s(Char *to, rsize_t size, const Char *from, rsize_t n) {              \
		return amp_windows::put_text(#str "ncpy_s", to, 0, size, from, n);                         \
	}                                                                                               \
	inline errno_t str##cat_s(Char *to, rsize_t size, const Char *from) {                          \
		return amp_windows::put_text(#str "cat_s", to, amp_windows::length_within(to, size), size,  \
		                             from, amp_windows::whole_text);                                \
	}                                                                                               \
	inline errno_t str##ncat_s(Char *to, rsize_t size, const Char *from, rsize_t n) {              \
		return amp_windows::put_text(#str "ncat_s", to, amp_windows::length_within(to, size), size, \
		                             from, n);                                                      \
	}                                                                                               \
	template <std::size_t Size> errno_t str##cpy_s(Char(&to)[Size], const Char *from) {            \
		return str##cpy_s(to, Size, from);                                                          \
	}                                                                                               \
	template <std::size_t Size> errno_t str##ncpy_s(Char(&to)[Size], const Char *from, rsize_t n) { \
		return str##ncpy_s(to, Size, from, n);                                                      \
	}                                                                                               \
	template <std::size_t Size> errno_t str##cat_s(Char(&to)[Size], const Char *from) {            \
		return str##cat_s(to, Size, from);                                                          \
	}                                                                                               \
	template <std::size_t Size> errno_t str##ncat_s(Char(&to)[Size], const Char *from, rsize_t n) { \
		return str##ncat_s(to, Size, from, n);                                                      \
	}                                                                                               \
	inline std::size_t str##nlen_s(const Char *text, std::size_t size) {                            \
		return text ? amp_windows::length_within(text, size) : 0;                                   \
	}                                                                                               \
	inline int _str##icmp(const Char *a, const Char *b) {                                           \
		return amp_windows::compare_folded(a, b, ~std::size_t(0));                                  \
	}                                                                                               \
	inline int _str##nicmp(const Char *a, const Char *b, std::size_t n) {                           \
		return amp_windows::compare_folded(a, b, n);                                                \
	}                                                                                               \
	inline Char *_str##lwr(Char *text) {                                                            \
		return amp_windows::change_all(text, ~std::size_t(0), [](Char c) { return amp_windows::lower(c); }); \
	}                                                                                               \
	inline Char *_str##upr(Char *text) {                                                            \
		return amp_windows::change_all(text, ~std::size_t(0), [](Char c) { return amp_windows::upper(c); }); \
	}                                                                                               \
	inline errno_t _str##lwr_s(Char *text, std::size_t size) {                                      \
		amp_windows::change_all(text, size, [](Char c) { return amp_windows::lower(c); });          \
		return 0;                                                                                   \
	}                                                                                               \
	inline errno_t _str##upr_s(Char *text, std::size_t size) {                                      \
		amp_windows::change_all(text, size, [](Char c) { return amp_windows::upper(c); });          \
		return 0;                                                                                   \
	}                                                                                               \
	template <std::size_t Size> errno_t _str##lwr_s(Char(&text)[Size]) { return _str##lwr_s(text, Size); } \
	template <std::size_t Size> errno_t _str##upr_s(Char(&text)[Size]) { return _str##upr_s(text, Size); } \
	inline Char *_str##rev(Char *text) { return amp_windows::reverse_text(text); }                  \
	inline Char *_str##dup(const Char *text) { return amp_windows::duplicate(text); }
AMP_WINDOWS_STRINGS(char, str, _str)
AMP_WINDOWS_STRINGS(wchar_t, wcs, _wcs)
#undef AMP_WINDOWS_STRINGS

inline char *strtok_s(char *text, const char *delimiters, char **context) {
	return ::strtok_r(text, delimiters, context);
}
inline wchar_t *wcstok_s(wchar_t *text, const wchar_t *delimiters, wchar_t **context) {
	return std::wcstok(text, delimiters, context);
}
inline int _stricoll(const char *a, const char *b) { return _stricmp(a, b); }
inline int _memicmp(const void *a, const void *b, std::size_t n) {
	const unsigned char *x = static_cast<const unsigned char *>(a), *y = static_cast<const unsigned char *>(b);
	int difference = 0;

	for (std::size_t i = 0; i < n && !difference; i++)
		difference = std::tolower(x[i]) - std::tolower(y[i]);
	return difference;
}
inline errno_t memcpy_s(void *to, rsize_t size, const void *from, rsize_t n) {
	if (!n)
		return 0;
	if (!to || !from || n > size) {
		if (to)
			std::memset(to, 0, size);
		return amp_windows::invalid_parameter(to && from ? ERANGE : EINVAL, "memcpy_s");
	}
	std::memcpy(to, from, n);
	return 0;
}
inline errno_t memmove_s(void *to, rsize_t size, const void *from, rsize_t n) {
	if (!n)
		return 0;
	if (!to || !from || n > size)
		return amp_windows::invalid_parameter(to && from ? ERANGE : EINVAL, "memmove_s");
	std::memmove(to, from, n);
	return 0;
}
inline errno_t wmemcpy_s(wchar_t *to, rsize_t size, const wchar_t *from, rsize_t n) {
	return memcpy_s(to, size * sizeof *to, from, n * sizeof *to);
}

/* ---- Wide and narrow text ---------------------------------------------------------------------------- */

namespace amp_windows {

/* Writes at most n elements of a converted text to a buffer; *length counts the terminating zero. */
template <typename Char>
errno_t put_converted_s(const char *what, std::size_t *length, Char *to, std::size_t size,
                        std::basic_string<Char> text, std::size_t n) {
	errno_t result = 0;

	if (length)
		*length = 0;
	if (!to != !size)
		return invalid_parameter(EINVAL, what);
	if (to && n < text.size())
		text.resize(n);
	if (to && text.size() >= size) {
		to[0] = Char();
		if (n != _TRUNCATE)
			return invalid_parameter(ERANGE, what);
		text.resize(size - 1);
		result = STRUNCATE;
	}
	if (to)
		to[text.copy(to, text.size())] = Char();
	if (length)
		*length = text.size() + 1;
	return result;
}

} // namespace amp_windows

inline errno_t mbstowcs_s(std::size_t *length, wchar_t *to, std::size_t size, const char *from, std::size_t n) {
	return from ? amp_windows::put_converted_s("mbstowcs_s", length, to, size, amp_windows::to_wide(from), n)
	            : amp_windows::invalid_parameter(EINVAL, "mbstowcs_s");
}
inline errno_t wcstombs_s(std::size_t *length, char *to, std::size_t size, const wchar_t *from, std::size_t n) {
	return from ? amp_windows::put_converted_s("wcstombs_s", length, to, size, amp_windows::to_narrow(from), n)
	            : amp_windows::invalid_parameter(EINVAL, "wcstombs_s");
}
template <std::size_t Size>
errno_t mbstowcs_s(std::size_t *length, wchar_t (&to)[Size], const char *from, std::size_t n) {
	return mbstowcs_s(length, to, Size, from, n);
}
template <std::size_t Size>
errno_t wcstombs_s(std::size_t *length, char (&to)[Size], const wchar_t *from, std::size_t n) {
	return wcstombs_s(length, to, Size, from, n);
}

/* ---- Errors' text -------------------------------------------------------------------------------------- */

inline errno_t strerror_s(char *to, std::size_t size, int error) {
	return strncpy_s(to, size, std::strerror(error), _TRUNCATE) == 0 ? 0 : ERANGE;
}
template <std::size_t Size> errno_t strerror_s(char (&to)[Size], int error) { return strerror_s(to, Size, error); }

inline errno_t _wcserror_s(wchar_t *to, std::size_t size, int error) {
	return wcsncpy_s(to, size, amp_windows::to_wide(std::strerror(error)).c_str(), _TRUNCATE) == 0 ? 0 : ERANGE;
}
template <std::size_t Size> errno_t _wcserror_s(wchar_t (&to)[Size], int error) { return _wcserror_s(to, Size, error); }

/* The names without an underscore, which Microsoft's library also has. */
#define stricmp _stricmp
#define strnicmp _strnicmp
#define strcmpi _stricmp
#define strlwr _strlwr
#define strupr _strupr
#define strrev _strrev
#define wcsicmp _wcsicmp

#endif
