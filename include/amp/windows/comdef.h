/* <comdef.h>: COM's _com_error, for the errors of C++ AMP and of these headers. */
#ifndef AMP_WINDOWS_COMDEF_H
#define AMP_WINDOWS_COMDEF_H

#include "windows.h"

class _com_error {
public:
	explicit _com_error(HRESULT result) : result_(result) { find_message(); }
	_com_error(const _com_error &other) : result_(other.result_) { find_message(); }
	_com_error &operator=(const _com_error &other) {
		result_ = other.result_;
		find_message();
		return *this;
	}
	virtual ~_com_error() {}
	HRESULT Error() const { return result_; }
	/* Returns a 16-bit interface's error, or 0 for other errors. */
	WORD WCode() const { return 0; }
	const TCHAR *ErrorMessage() const { return message_.c_str(); }

private:
	void find_message() {
		const char *text = amp_windows::error_text(static_cast<DWORD>(result_));
		message_ = amp_windows::as<TCHAR>(text ? text : amp_windows::format("Unknown error 0x%08lX", result_));
	}
	HRESULT result_;
	std::basic_string<TCHAR> message_;
};

[[noreturn]] inline void _com_issue_error(HRESULT result) { throw _com_error(result); }
[[noreturn]] inline void _com_raise_error(HRESULT result) { throw _com_error(result); }

#endif
