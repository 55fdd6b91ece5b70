/* ATL's text conversions: CA2W, CW2A, CA2T and the like, in UTF-8; and the old macros (USES_CONVERSION). */
#ifndef AMP_WINDOWS_ATLCONV_H
#define AMP_WINDOWS_ATLCONV_H

#include <deque>
#include <string>

#include "detail/text.h"
#include "tchar.h"
#include "windows.h"

namespace ATL {

/* A text of characters `From`, converted to `To`; valid as long as the object lives. NULL stays NULL. */
template <typename From, typename To, int BufferLength = 128> class conversion {
public:
	conversion(const From *text) : is_null_(!text), text_(amp_windows::as<To>(amp_windows::narrow(text))) {
		m_psz = is_null_ ? nullptr : &text_[0];
	}
	conversion(const From *text, UINT) : conversion(text) {}
	conversion(const conversion &other) : is_null_(other.is_null_), text_(other.text_) {
		m_psz = is_null_ ? nullptr : &text_[0];
	}
	conversion &operator=(const conversion &) = delete;
	operator To *() const { return m_psz; }
	To *m_psz;
private:
	bool is_null_;
	std::basic_string<To> text_;
};

template <int BufferLength = 128> using CA2WEX = conversion<char, wchar_t, BufferLength>;
template <int BufferLength = 128> using CW2AEX = conversion<wchar_t, char, BufferLength>;
typedef conversion<char, wchar_t> CA2W, CA2CW;
typedef conversion<wchar_t, char> CW2A, CW2CA;
typedef conversion<char, char> CA2A;
typedef conversion<wchar_t, wchar_t> CW2W;
#ifdef UNICODE
typedef CA2W CA2T, CA2CT;
typedef CW2W CW2T, CW2CT, CT2W, CT2CW;
typedef CW2A CT2A, CT2CA;
#else
typedef CA2A CA2T, CA2CT, CT2A, CT2CA;
typedef CW2A CW2T, CW2CT;
typedef CA2W CT2W, CT2CW;
#endif

/* The texts that the macros have converted in a block. */
class conversions {
public:
	const wchar_t *widen(const char *text) {
		wide_.push_back(amp_windows::as<wchar_t>(amp_windows::narrow(text)));
		return text ? wide_.back().c_str() : nullptr;
	}
	const char *narrow(const wchar_t *text) {
		narrow_.push_back(amp_windows::narrow(text));
		return text ? narrow_.back().c_str() : nullptr;
	}
private:
	std::deque<std::wstring> wide_;
	std::deque<std::string> narrow_;
};

} // namespace ATL

#define USES_CONVERSION                                                                             \
	::ATL::conversions _amp_conversions;                                                            \
	(void)_amp_conversions
#define A2W(text) (const_cast<LPWSTR>(_amp_conversions.widen(text)))
#define A2CW(text) (_amp_conversions.widen(text))
#define W2A(text) (const_cast<LPSTR>(_amp_conversions.narrow(text)))
#define W2CA(text) (_amp_conversions.narrow(text))
#ifdef UNICODE
#define A2T A2W
#define A2CT A2CW
#define T2A W2A
#define T2CA W2CA
#define W2T(text) (text)
#define W2CT(text) (text)
#define T2W(text) (text)
#define T2CW(text) (text)
#else
#define A2T(text) (text)
#define A2CT(text) (text)
#define T2A(text) (text)
#define T2CA(text) (text)
#define W2T W2A
#define W2CT W2CA
#define T2W A2W
#define T2CW A2CW
#endif

#ifndef _ATL_NO_AUTOMATIC_NAMESPACE
using namespace ATL;
#endif

#endif
