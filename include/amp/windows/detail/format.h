/* printf and the like with the formats of Microsoft's C library: I64, I32, I, w and l before a conversion; %s
 * is text of the function's own kind of character, %S of the other kind; %p has 16 digits.
 *
 * The arguments' types are known here, and take precedence: an integer has the size of its type (%ld takes
 * both a LONG and a long), and text is of its own kind. The result is UTF-8, which the wide functions
 * convert. */
#ifndef AMP_WINDOWS_FORMAT_H
#define AMP_WINDOWS_FORMAT_H

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>

#include "text.h"

namespace amp_windows {

/* An argument of printf. */
struct format_argument {
	enum { of_nothing, of_integer, of_number, of_long_number, of_text, of_wide_text, of_pointer } kind;
	union {
		long long integer; /* sign-extended if its type is signed */
		double number;
		long double long_number;
		const char *text;
		const wchar_t *wide_text;
		const void *pointer;
	};
	unsigned size; /* of an integer, in bytes */

	format_argument() : kind(of_nothing), integer(0), size(0) {}
	format_argument(double n) : kind(of_number), number(n), size(0) {}
	format_argument(float n) : kind(of_number), number(n), size(0) {}
	format_argument(long double n) : kind(of_long_number), long_number(n), size(0) {}
	format_argument(const char *s) : kind(of_text), text(s), size(0) {}
	format_argument(char *s) : kind(of_text), text(s), size(0) {}
	format_argument(const unsigned char *s) : kind(of_text), text(reinterpret_cast<const char *>(s)), size(0) {}
	format_argument(unsigned char *s) : kind(of_text), text(reinterpret_cast<const char *>(s)), size(0) {}
	format_argument(const wchar_t *s) : kind(of_wide_text), wide_text(s), size(0) {}
	format_argument(wchar_t *s) : kind(of_wide_text), wide_text(s), size(0) {}
	template <typename Type>
	format_argument(Type *p) : kind(of_pointer), pointer(reinterpret_cast<const void *>(p)), size(0) {}
	format_argument(std::nullptr_t) : kind(of_pointer), pointer(nullptr), size(0) {}
	template <typename Type, typename std::enable_if<std::is_integral<Type>::value, int>::type = 0>
	format_argument(Type n)
	    : kind(of_integer), integer(static_cast<long long>(n)), size(sizeof(Type) < 4 ? 4 : sizeof(Type)) {}
	template <typename Type, typename std::enable_if<std::is_enum<Type>::value, int>::type = 0>
	format_argument(Type n) : kind(of_integer), integer(static_cast<long long>(n)), size(sizeof(Type)) {}
	/* For a class that converts to text or to a number, whose bytes would be printed on Windows. */
	template <typename Type, typename std::enable_if<std::is_class<Type>::value &&
	                                                  std::is_convertible<Type, const char *>::value,
	                                              int>::type = 0>
	format_argument(const Type &o) : kind(of_text), text(o), size(0) {}
	template <typename Type, typename std::enable_if<std::is_class<Type>::value &&
	                                                  std::is_convertible<Type, const wchar_t *>::value,
	                                              int>::type = 0>
	format_argument(const Type &o) : kind(of_wide_text), wide_text(o), size(0) {}

	long long as_integer() const {
		return kind == of_integer ? integer : kind == of_number ? static_cast<long long>(number)
		                                                  : reinterpret_cast<std::intptr_t>(pointer);
	}
};

/* A conversion in a format: %[flags][width][.precision][size]letter. */
struct conversion {
	std::string flags;
	int width, precision; /* -1: not given; -2: in an argument */
	enum { as_plain, as_char, as_short, as_long, as_long_long, as_size, as_long_double } length;
	bool is_wide;  /* has w, or l */
	bool is_narrow; /* has h */
	char letter;
};

template <typename Char> int read_number(const Char *&at) {
	int n = 0;

	if (*at == '*') {
		at++;
		return -2;
	}
	for (; *at >= '0' && *at <= '9'; at++)
		n = n * 10 + static_cast<int>(*at - '0');
	return n;
}

template <typename Char> void read_length(const Char *&at, conversion &c) {
	c.length = conversion::as_plain;
	c.is_wide = c.is_narrow = false;
	if (at[0] == 'I' && at[1] == '6' && at[2] == '4') {
		at += 3;
		c.length = conversion::as_long_long;
	} else if (at[0] == 'I' && at[1] == '3' && at[2] == '2') {
		at += 3;
	} else if (at[0] == 'l' && at[1] == 'l') {
		at += 2;
		c.length = conversion::as_long_long;
	} else if (at[0] == 'h' && at[1] == 'h') {
		at += 2;
		c.length = conversion::as_char;
	} else if (at[0] == 'I' || at[0] == 'z' || at[0] == 't' || at[0] == 'j') {
		at++;
		c.length = conversion::as_size;
	} else if (at[0] == 'h') {
		at++;
		c.length = conversion::as_short;
		c.is_narrow = true;
	} else if (at[0] == 'l' || at[0] == 'w') {
		at++;
		c.length = conversion::as_long;
		c.is_wide = true;
	} else if (at[0] == 'L') {
		at++;
		c.length = conversion::as_long_double;
	}
}

/* Reads what follows a %. */
template <typename Char> conversion read_conversion(const Char *&at) {
	conversion c;

	for (; *at == '-' || *at == '+' || *at == ' ' || *at == '#' || *at == '0'; at++)
		c.flags += static_cast<char>(*at);
	c.width = (*at >= '0' && *at <= '9') || *at == '*' ? read_number(at) : -1;
	c.precision = -1;
	if (*at == '.')
		c.precision = read_number(++at);
	read_length(at, c);
	c.letter = static_cast<char>(*at);
	if (*at)
		at++;
	return c;
}

/* Returns an integer in the size that a conversion expects: the argument's own, unless h or hh request less.
 * An integer of 8 bytes for a conversion of 4 (a long, which has 4 bytes on Windows) is shortened if its
 * value fits as a signed number. */
inline unsigned long long integer_for(const conversion &c, const format_argument &a) {
	const long long n = a.as_integer();
	const bool is_signed = c.letter == 'd' || c.letter == 'i';
	unsigned size = a.kind == format_argument::of_integer ? a.size : 8;

	if (c.length == conversion::as_char)
		size = 1;
	else if (c.length == conversion::as_short)
		size = 2;
	else if (size == 8 && (c.length == conversion::as_plain || c.length == conversion::as_long) &&
	         n == static_cast<std::int32_t>(n))
		size = 4;
	switch (size) {
	case 1: return is_signed ? static_cast<unsigned long long>(static_cast<signed char>(n))
		                     : static_cast<unsigned char>(n);
	case 2: return is_signed ? static_cast<unsigned long long>(static_cast<short>(n))
		                     : static_cast<unsigned short>(n);
	case 4: return is_signed ? static_cast<unsigned long long>(static_cast<std::int32_t>(n))
		                     : static_cast<std::uint32_t>(n);
	default: return static_cast<unsigned long long>(n);
	}
}

/* Appends snprintf's text for one conversion; `size` is C's length modifier for the argument. */
template <typename Type>
void append_conversion(std::string &to, const conversion &c, const char *size, char letter, Type argument) {
	std::string format = "%" + c.flags;
	char buffer[512];

	if (c.width >= 0)
		format += std::to_string(c.width);
	if (c.precision >= 0)
		format += "." + std::to_string(c.precision);
	format += size;
	format += letter;
	const int n = std::snprintf(buffer, sizeof buffer, format.c_str(), argument);

	if (n < 0)
		return;
	if (static_cast<std::size_t>(n) < sizeof buffer) {
		to.append(buffer, static_cast<std::size_t>(n));
		return;
	}
	std::string longer(static_cast<std::size_t>(n) + 1, '\0');
	std::snprintf(&longer[0], longer.size(), format.c_str(), argument);
	longer.resize(static_cast<std::size_t>(n));
	to += longer;
}

inline void append_text(std::string &to, const conversion &c, const format_argument &a) {
	switch (a.kind) {
	case format_argument::of_text:
		append_conversion(to, c, "", 's', a.text ? a.text : "(null)");
		break;
	case format_argument::of_wide_text: {
		std::string text = a.wide_text ? to_narrow(a.wide_text, c.precision >= 0
		    ? length_within(a.wide_text, static_cast<std::size_t>(c.precision))
		    : std::wcslen(a.wide_text)) : "(null)";
		conversion whole = c;

		whole.precision = -1;
		append_conversion(to, whole, "", 's', text.c_str());
		break;
	}
	default: /* as on Windows, for a null pointer */
		append_conversion(to, c, "", 's', a.as_integer() ? "(not text)" : "(null)");
	}
}

inline void append_character(std::string &to, const conversion &c, const format_argument &a, bool wide) {
	const long long n = a.as_integer();
	std::string text;

	if (wide || n > 0xff)
		append_utf8(text, static_cast<wchar_t>(n));
	else
		text += static_cast<char>(n);
	if (text.size() == 1 && text[0] == '\0') {
		append_conversion(to, c, "", 'c', 0);
		return;
	}
	conversion whole = c;
	whole.precision = -1;
	append_conversion(to, whole, "", 's', text.c_str());
}

inline void append_pointer(std::string &to, const conversion &c, const format_argument &a) {
	conversion digits = c;

	digits.precision = 16;
	append_conversion(to, digits, "ll", 'X',
	                  a.kind == format_argument::of_text || a.kind == format_argument::of_wide_text ||
	                          a.kind == format_argument::of_pointer
	                      ? static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(a.pointer))
	                      : static_cast<unsigned long long>(a.as_integer()));
}

inline void append_number(std::string &to, const conversion &c, const format_argument &a) {
	if (a.kind == format_argument::of_long_number)
		append_conversion(to, c, "L", c.letter, a.long_number);
	else
		append_conversion(to, c, "", c.letter,
		                  a.kind == format_argument::of_number ? a.number : static_cast<double>(a.as_integer()));
}

/* wide: the function's characters are wide. */
inline void append_argument(std::string &to, const conversion &c, const format_argument &a, bool wide) {
	switch (c.letter) {
	case 'd': case 'i':
		append_conversion(to, c, "ll", c.letter, static_cast<long long>(integer_for(c, a)));
		break;
	case 'u': case 'o': case 'x': case 'X':
		append_conversion(to, c, "ll", c.letter, integer_for(c, a));
		break;
	case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
		append_number(to, c, a);
		break;
	case 's': case 'S': case 'Z':
		append_text(to, c, a);
		break;
	case 'c':
		append_character(to, c, a, c.is_wide || (wide && !c.is_narrow));
		break;
	case 'C':
		append_character(to, c, a, c.is_wide || (!wide && !c.is_narrow));
		break;
	case 'p':
		append_pointer(to, c, a);
		break;
	}
}

inline void append_plain(std::string &to, char c) { to += c; }
inline void append_plain(std::string &to, wchar_t c) { append_utf8(to, c); }

/* Formats arguments. */
template <typename Char>
std::string format_arguments(const Char *format, const format_argument *arguments, std::size_t count) {
	std::string to;
	std::size_t next = 0;

	for (const Char *at = format; *at;) {
		if (*at != '%' || at[1] == '%') {
			append_plain(to, *at);
			at += *at == '%' ? 2 : 1;
			continue;
		}
		conversion c = read_conversion(++at);

		if (c.width == -2) {
			c.width = next < count ? static_cast<int>(arguments[next].as_integer()) : 0;
			next++;
			if (c.width < 0) {
				c.flags += '-';
				c.width = -c.width;
			}
		}
		if (c.precision == -2) {
			c.precision = next < count ? static_cast<int>(arguments[next].as_integer()) : 0;
			next++;
		}
		append_argument(to, c, next < count ? arguments[next] : format_argument(), sizeof(Char) > 1);
		next++;
	}
	return to;
}

template <typename Char, typename... Arguments>
std::string format(const Char *text, Arguments... arguments) {
	const format_argument all[] = {format_argument(arguments)..., format_argument()};

	return format_arguments(text, all, sizeof...(Arguments));
}

/* Formats a va_list: the format determines the sizes, with 4 bytes for a long as on Windows. */
template <typename Char> std::string format_list(const Char *text, std::va_list list) {
	/* there is an argument for each conversion and each star */
	std::string to;
	const bool wide = sizeof(Char) > 1;

	for (const Char *at = text; *at;) {
		if (*at != '%' || at[1] == '%') {
			append_plain(to, *at);
			at += *at == '%' ? 2 : 1;
			continue;
		}
		conversion c = read_conversion(++at);
		format_argument a;

		if (c.width == -2 && (c.width = va_arg(list, int)) < 0) {
			c.flags += '-';
			c.width = -c.width;
		}
		if (c.precision == -2)
			c.precision = va_arg(list, int);
		switch (c.letter) {
		case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
			if (c.length == conversion::as_long_long || c.length == conversion::as_size)
				a = format_argument(va_arg(list, long long));
			else
				a = format_argument(va_arg(list, int));
			break;
		case 'c': case 'C':
			a = format_argument(va_arg(list, int));
			break;
		case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
			if (c.length == conversion::as_long_double)
				a = format_argument(va_arg(list, long double));
			else
				a = format_argument(va_arg(list, double));
			break;
		case 's': case 'S':
			if (c.is_wide || (!c.is_narrow && wide == (c.letter == 's')))
				a = format_argument(va_arg(list, const wchar_t *));
			else
				a = format_argument(va_arg(list, const char *));
			break;
		case 'p':
			a = format_argument(va_arg(list, void *));
			break;
		}
		append_argument(to, c, a, wide);
	}
	return to;
}

} // namespace amp_windows

#endif
