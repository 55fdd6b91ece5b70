/* <direct.h>: folders. */
#ifndef AMP_WINDOWS_DIRECT_H
#define AMP_WINDOWS_DIRECT_H

#include <sys/stat.h>
#include <unistd.h>

#include "corecrt.h"

inline char *_getcwd(char *to, int size) { return ::getcwd(to, to ? static_cast<std::size_t>(size) : 0); }
inline wchar_t *_wgetcwd(wchar_t *to, int size) {
	char folder[PATH_MAX];

	if (!::getcwd(folder, sizeof folder))
		return nullptr;
	const std::wstring text = amp_windows::to_wide(folder);
	if (!to)
		return _wcsdup(text.c_str());
	return wcscpy_s(to, static_cast<std::size_t>(size), text.c_str()) ? nullptr : to;
}
inline int _chdir(const char *name) { return ::chdir(amp_windows::path(name).c_str()); }
inline int _mkdir(const char *name) { return ::mkdir(amp_windows::path(name).c_str(), 0777); }
inline int _rmdir(const char *name) { return ::rmdir(amp_windows::path(name).c_str()); }
inline int _wchdir(const wchar_t *name) { return ::chdir(amp_windows::path(name).c_str()); }
inline int _wmkdir(const wchar_t *name) { return ::mkdir(amp_windows::path(name).c_str(), 0777); }
inline int _wrmdir(const wchar_t *name) { return ::rmdir(amp_windows::path(name).c_str()); }
inline int _getdrive() { return 3; } /* C: */

#endif
