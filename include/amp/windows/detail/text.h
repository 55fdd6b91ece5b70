/* Text in UTF-8 and in wchar_t, which is UTF-32 here. Invalid text becomes U+FFFD. */
#ifndef AMP_WINDOWS_TEXT_H
#define AMP_WINDOWS_TEXT_H

#include <cstddef>
#include <cstring>
#include <cwchar>
#include <string>

namespace amp_windows {

inline void append_utf8(std::string &to, wchar_t character) {
	unsigned long c = static_cast<unsigned long>(character) & 0xffffffffu;

	if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		c = 0xfffd;
	if (c < 0x80) {
		to += static_cast<char>(c);
	} else if (c < 0x800) {
		to += static_cast<char>(0xc0 | c >> 6);
		to += static_cast<char>(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		to += static_cast<char>(0xe0 | c >> 12);
		to += static_cast<char>(0x80 | (c >> 6 & 0x3f));
		to += static_cast<char>(0x80 | (c & 0x3f));
	} else {
		to += static_cast<char>(0xf0 | c >> 18);
		to += static_cast<char>(0x80 | (c >> 12 & 0x3f));
		to += static_cast<char>(0x80 | (c >> 6 & 0x3f));
		to += static_cast<char>(0x80 | (c & 0x3f));
	}
}

/* Reads the code point at `at`, and advances `at`. Returns false if the bytes there are invalid. */
inline bool next_utf8(const char *&at, const char *end, unsigned long &c) {
	static const unsigned long least[] = {0, 0x80, 0x800, 0x10000};
	const unsigned char first = static_cast<unsigned char>(*at++);
	const int more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1
	    : (first & 0xf0) == 0xe0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : -1;

	if (more < 0)
		return false;
	c = more ? first & (0x3fu >> more) : first;
	for (int i = 0; i < more; i++, at++) {
		if (at == end || (static_cast<unsigned char>(*at) & 0xc0) != 0x80)
			return false;
		c = c << 6 | (static_cast<unsigned char>(*at) & 0x3f);
	}
	return c >= least[more] && c <= 0x10ffff && (c < 0xd800 || c >= 0xe000);
}

/* Sets `valid` to false if the text is not valid UTF-8. */
inline std::wstring to_wide(const char *text, std::size_t length, bool *valid = nullptr) {
	std::wstring wide;
	const char *at = text, *end = text + length;

	wide.reserve(length);
	while (at < end) {
		unsigned long c;
		const bool ok = next_utf8(at, end, c);

		if (!ok && valid)
			*valid = false;
		wide += ok ? static_cast<wchar_t>(c) : L'\xfffd';
	}
	return wide;
}
inline std::wstring to_wide(const char *text) { return to_wide(text, std::strlen(text)); }
inline std::wstring to_wide(const std::string &text) { return to_wide(text.data(), text.size()); }

inline std::string to_narrow(const wchar_t *text, std::size_t length) {
	std::string narrow;

	narrow.reserve(length);
	for (std::size_t i = 0; i < length; i++)
		append_utf8(narrow, text[i]);
	return narrow;
}
inline std::string to_narrow(const wchar_t *text) { return to_narrow(text, std::wcslen(text)); }
inline std::string to_narrow(const std::wstring &text) { return to_narrow(text.data(), text.size()); }

/* Converts an argument of either kind to the narrow text that functions here take. */
inline std::string narrow(const char *text) { return text ? text : ""; }
inline std::string narrow(const wchar_t *text) { return text ? to_narrow(text) : std::string(); }

/* Converts UTF-8 to text of one kind of character. */
template <typename Char> std::basic_string<Char> as(const std::string &text);
template <> inline std::string as<char>(const std::string &text) { return text; }
template <> inline std::wstring as<wchar_t>(const std::string &text) { return to_wide(text); }

/* Converts a path of Windows to a path here. */
template <typename Char> std::string path(const Char *name) {
	std::string result = narrow(name);

	for (char &c : result) {
		if (c == '\\')
			c = '/';
	}
	return result;
}

/* Returns the length of the text in a buffer of `size` characters: `size` if it has no end there. */
template <typename Char> std::size_t length_within(const Char *text, std::size_t size) {
	std::size_t n = 0;

	while (n < size && text[n])
		n++;
	return n;
}

} // namespace amp_windows

#endif
