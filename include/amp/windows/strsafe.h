/* <strsafe.h>: text functions with buffer sizes that return an HRESULT. */
#ifndef AMP_WINDOWS_STRSAFE_H
#define AMP_WINDOWS_STRSAFE_H

#include "corecrt.h"
#include "windows.h"

#define STRSAFE_MAX_CCH 2147483647
#define STRSAFE_E_INSUFFICIENT_BUFFER ((HRESULT)0x8007007a)
#define STRSAFE_E_INVALID_PARAMETER ((HRESULT)0x80070057)
namespace amp_windows {
template <typename Char>
HRESULT put_safely(Char *to, std::size_t start, std::size_t size, const std::basic_string<Char> &text) {
	if (!to || start >= size)
		return STRSAFE_E_INVALID_PARAMETER;
	const std::size_t n = (std::min)(text.size(), size - start - 1);

	text.copy(to + start, n);
	to[start + n] = Char();
	return n == text.size() ? S_OK : STRSAFE_E_INSUFFICIENT_BUFFER;
}
} // namespace amp_windows
#define AMP_WINDOWS_STRSAFE(A, Char)                                                                \
	inline HRESULT StringCchCopy##A(Char *to, std::size_t size, const Char *from) {                 \
		return amp_windows::put_safely(to, 0, size, std::basic_string<Char>(from));                 \
	}                                                                                               \
	inline HRESULT StringCchCat##A(Char *to, std::size_t size, const Char *from) {                  \
		return amp_windows::put_safely(to, amp_windows::length_within(to, size), size, std::basic_string<Char>(from)); \
	}                                                                                               \
	template <typename... Arguments>                                                                \
	HRESULT StringCchPrintf##A(Char *to, std::size_t size, const Char *text, Arguments... arguments) { \
		return amp_windows::put_safely(to, 0, size, amp_windows::as<Char>(amp_windows::format(text, arguments...))); \
	}                                                                                               \
	inline HRESULT StringCchVPrintf##A(Char *to, std::size_t size, const Char *text, std::va_list list) { \
		return amp_windows::put_safely(to, 0, size, amp_windows::as<Char>(amp_windows::format_list(text, list))); \
	}                                                                                               \
	inline HRESULT StringCchLength##A(const Char *text, std::size_t most, std::size_t *length) {    \
		const std::size_t n = text ? amp_windows::length_within(text, most) : most;                 \
		if (length)                                                                                 \
			*length = n < most ? n : 0;                                                             \
		return n < most ? S_OK : STRSAFE_E_INVALID_PARAMETER;                                       \
	}
AMP_WINDOWS_STRSAFE(A, char)
AMP_WINDOWS_STRSAFE(W, wchar_t)
#undef AMP_WINDOWS_STRSAFE
#define StringCchCopy AMP_WINDOWS_AW(StringCchCopy)
#define StringCchCat AMP_WINDOWS_AW(StringCchCat)
#define StringCchPrintf AMP_WINDOWS_AW(StringCchPrintf)
#define StringCchVPrintf AMP_WINDOWS_AW(StringCchVPrintf)
#define StringCchLength AMP_WINDOWS_AW(StringCchLength)

#endif
