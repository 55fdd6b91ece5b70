/* <direct.h>: folders. */
#ifndef AMP_WINDOWS_DIRECT_H
#define AMP_WINDOWS_DIRECT_H

#include <sys/stat.h>
#include <unistd.h>

#include "corecrt.h"

inline char *_getcwd(char *to, int size) { return ::getcwd(to, to ? static_cast<std::size_t>(size) : 0); }
inline int _chdir(const char *name) { return ::chdir(amp_windows::path(name).c_str()); }
inline int _mkdir(const char *name) { return ::mkdir(amp_windows::path(name).c_str(), 0777); }
inline int _rmdir(const char *name) { return ::rmdir(amp_windows::path(name).c_str()); }
inline int _wchdir(const wchar_t *name) { return ::chdir(amp_windows::path(name).c_str()); }
inline int _wmkdir(const wchar_t *name) { return ::mkdir(amp_windows::path(name).c_str(), 0777); }
inline int _wrmdir(const wchar_t *name) { return ::rmdir(amp_windows::path(name).c_str()); }
inline int _getdrive() { return 3; } /* C: */

#endif
