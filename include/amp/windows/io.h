/* <io.h>: files by descriptors. */
#ifndef AMP_WINDOWS_IO_H
#define AMP_WINDOWS_IO_H

#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corecrt.h"
#include "share.h"

#define _O_RDONLY O_RDONLY
#define _O_WRONLY O_WRONLY
#define _O_RDWR O_RDWR
#define _O_APPEND O_APPEND
#define _O_CREAT O_CREAT
#define _O_TRUNC O_TRUNC
#define _O_EXCL O_EXCL
#define _O_BINARY 0
#define _O_TEXT 0
#define _O_U16TEXT 0
#define _O_U8TEXT 0
#define _O_WTEXT 0
#ifndef O_BINARY
#define O_BINARY 0
#define O_TEXT 0
#endif
#define _S_IREAD S_IRUSR
#define _S_IWRITE S_IWUSR

inline int _access(const char *name, int mode) { return ::access(amp_windows::path(name).c_str(), mode & 6); }
inline int _waccess(const wchar_t *name, int mode) { return ::access(amp_windows::path(name).c_str(), mode & 6); }
inline errno_t _access_s(const char *name, int mode) { return _access(name, mode) ? errno : 0; }
inline errno_t _waccess_s(const wchar_t *name, int mode) { return _waccess(name, mode) ? errno : 0; }
inline int _wunlink(const wchar_t *name) { return ::unlink(amp_windows::path(name).c_str()); }
inline int _open(const char *name, int flags, int mode = 0666) { return ::open(amp_windows::path(name).c_str(), flags, mode); }
inline errno_t _sopen_s(int *file, const char *name, int flags, int, int mode) {
	return (*file = _open(name, flags, mode)) < 0 ? errno : 0;
}
inline int _close(int file) { return ::close(file); }
inline int _read(int file, void *to, unsigned size) { return static_cast<int>(::read(file, to, size)); }
inline int _write(int file, const void *from, unsigned size) { return static_cast<int>(::write(file, from, size)); }
inline long _lseek(int file, long offset, int origin) { return ::lseek(file, offset, origin); }
inline long long _lseeki64(int file, long long offset, int origin) { return ::lseek(file, offset, origin); }
inline long long _filelengthi64(int file) {
	struct stat st;
	return ::fstat(file, &st) ? -1 : static_cast<long long>(st.st_size);
}
inline long _filelength(int file) { return static_cast<long>(_filelengthi64(file)); }
inline int _isatty(int file) { return ::isatty(file); }
inline int _dup(int file) { return ::dup(file); }
inline int _dup2(int file, int to) { return ::dup2(file, to) < 0 ? -1 : 0; }
inline int _unlink(const char *name) { return ::unlink(amp_windows::path(name).c_str()); }
inline int _chmod(const char *name, int mode) {
	return ::chmod(amp_windows::path(name).c_str(), mode & _S_IWRITE ? 0644 : 0444);
}
/* Text is not translated, and is UTF-8. */
inline int _setmode(int, int) { return _O_TEXT; }

#endif
