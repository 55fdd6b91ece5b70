/* Files and folders. Names may have backslashes; there are no drives. */
#ifndef AMP_WINDOWS_FILE_H
#define AMP_WINDOWS_FILE_H

#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "clock.h"
#include "crt_stdlib.h"
#include "handle.h"
#include "system.h"

#define GENERIC_READ 0x80000000u
#define GENERIC_WRITE 0x40000000u
#define GENERIC_EXECUTE 0x20000000u
#define GENERIC_ALL 0x10000000u
#define FILE_SHARE_READ 1u
#define FILE_SHARE_WRITE 2u
#define FILE_SHARE_DELETE 4u
#define CREATE_NEW 1u
#define CREATE_ALWAYS 2u
#define OPEN_EXISTING 3u
#define OPEN_ALWAYS 4u
#define TRUNCATE_EXISTING 5u
#define FILE_ATTRIBUTE_READONLY 1u
#define FILE_ATTRIBUTE_HIDDEN 2u
#define FILE_ATTRIBUTE_SYSTEM 4u
#define FILE_ATTRIBUTE_DIRECTORY 0x10u
#define FILE_ATTRIBUTE_ARCHIVE 0x20u
#define FILE_ATTRIBUTE_NORMAL 0x80u
#define FILE_ATTRIBUTE_TEMPORARY 0x100u
#define FILE_FLAG_SEQUENTIAL_SCAN 0x08000000u
#define FILE_FLAG_RANDOM_ACCESS 0x10000000u
#define FILE_FLAG_NO_BUFFERING 0x20000000u
#define FILE_FLAG_WRITE_THROUGH 0x80000000u
#define INVALID_FILE_ATTRIBUTES 0xffffffffu
#define INVALID_FILE_SIZE 0xffffffffu
#define INVALID_SET_FILE_POINTER 0xffffffffu
#define FILE_BEGIN 0u
#define FILE_CURRENT 1u
#define FILE_END 2u
#define MOVEFILE_REPLACE_EXISTING 1u
#define MOVEFILE_COPY_ALLOWED 2u
#define FILE_MAP_COPY 1u
#define FILE_MAP_WRITE 2u
#define FILE_MAP_READ 4u
#define FILE_MAP_ALL_ACCESS 0xf001fu
#define STD_INPUT_HANDLE 0xfffffff6u
#define STD_OUTPUT_HANDLE 0xfffffff5u
#define STD_ERROR_HANDLE 0xfffffff4u

namespace amp_windows {

class file : public object {
public:
	explicit file(int descriptor, bool owned = true) : descriptor_(descriptor), owned_(owned) {}
	~file() override {
		if (owned_)
			::close(descriptor_);
	}
	int descriptor() const { return descriptor_; }
private:
	int descriptor_;
	bool owned_;
};
inline int descriptor_of(HANDLE handle) {
	const file *f = object_of<file>(handle);
	return f ? f->descriptor() : -1;
}
/* Returns whether a POSIX call succeeded; sets the last error if not. */
inline BOOL done(bool ok) { return ok ? TRUE : fail(error_of(errno)); }

inline HANDLE open_handle(const std::string &name, DWORD access, DWORD how) {
	static const int modes[] = {0, O_CREAT | O_EXCL, O_CREAT | O_TRUNC, 0, O_CREAT, O_TRUNC};
	const bool writes = access & (GENERIC_WRITE | GENERIC_ALL), reads = access & (GENERIC_READ | GENERIC_ALL);
	struct stat st;
	const bool was_there = ::stat(name.c_str(), &st) == 0;

	if (how < CREATE_NEW || how > TRUNCATE_EXISTING) {
		fail(ERROR_INVALID_PARAMETER);
		return INVALID_HANDLE_VALUE;
	}
	const int descriptor = ::open(name == "CONOUT$" || name == "CONIN$" ? "/dev/tty" : name.c_str(),
	                              modes[how] | O_CLOEXEC | (writes ? reads ? O_RDWR : O_WRONLY : O_RDONLY), 0666);
	if (descriptor < 0) {
		fail(errno == EEXIST ? ERROR_FILE_EXISTS : error_of(errno));
		return INVALID_HANDLE_VALUE;
	}
	last_error() = was_there && (how == CREATE_ALWAYS || how == OPEN_ALWAYS) ? ERROR_ALREADY_EXISTS : ERROR_SUCCESS;
	return handle_of(new file(descriptor));
}

/* A mapped part of a file: the object of CreateFileMapping(). */
class mapping : public object {
public:
	mapping(int descriptor, unsigned long long size, bool owned) : descriptor_(descriptor), size_(size), owned_(owned) {}
	~mapping() override {
		if (owned_)
			::close(descriptor_);
	}
	int descriptor() const { return descriptor_; }
	unsigned long long size() const { return size_; }
private:
	int descriptor_;
	unsigned long long size_;
	bool owned_;
};
/* The lengths of the mapped views. Requires handle_mutex(). */
inline std::map<const void *, std::size_t> &mapped_views() {
	static std::map<const void *, std::size_t> *all = new std::map<const void *, std::size_t>;
	return *all;
}
/* size 0: the file's size; without a file, maps memory. */
inline HANDLE make_mapping(HANDLE from, DWORD protection, unsigned long long size) {
	const bool is_file = from != INVALID_HANDLE_VALUE;
	const int descriptor = is_file ? ::dup(descriptor_of(from)) : ::memfd_create("mapping", 0);
	struct stat st;

	if (descriptor < 0 || ::fstat(descriptor, &st)) {
		fail(ERROR_INVALID_HANDLE);
		return nullptr;
	}
	if (!size)
		size = static_cast<unsigned long long>(st.st_size);
	if (size > static_cast<unsigned long long>(st.st_size) && protection != PAGE_READONLY &&
	    ::ftruncate(descriptor, static_cast<off_t>(size))) {
		::close(descriptor);
		fail(ERROR_DISK_FULL);
		return nullptr;
	}
	return handle_of(new mapping(descriptor, size, true));
}

inline DWORD attributes_of(const struct stat &st) {
	return (S_ISDIR(st.st_mode) ? FILE_ATTRIBUTE_DIRECTORY : 0) |
	       (st.st_mode & S_IWUSR ? S_ISDIR(st.st_mode) ? 0 : FILE_ATTRIBUTE_ARCHIVE : FILE_ATTRIBUTE_READONLY);
}
inline FILETIME file_time(const timespec &t) {
	return file_time(static_cast<long long>(t.tv_sec) * 10000000 + t.tv_nsec / 100 + ticks_to_1970);
}
inline bool copy_file(const std::string &from, const std::string &to, bool fail_if_there) {
	const int in = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
	const int out = in < 0 ? -1 : ::open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (fail_if_there ? O_EXCL : O_TRUNC), 0666);
	bool ok = out >= 0;
	char buffer[65536];

	for (ssize_t n; ok && (n = ::read(in, buffer, sizeof buffer)) != 0;)
		ok = n > 0 && ::write(out, buffer, static_cast<std::size_t>(n)) == n;
	const int error = errno;
	if (in >= 0)
		::close(in);
	if (out >= 0)
		ok = ::close(out) == 0 && ok;
	errno = error;
	return ok;
}
inline std::string temporary_folder() {
	const char *folder = std::getenv("TMPDIR");
	return std::string(folder && *folder ? folder : "/tmp") + "/";
}
inline std::string current_folder() {
	char folder[PATH_MAX];
	return ::getcwd(folder, sizeof folder) ? folder : "";
}
inline std::string new_temporary_file(const std::string &folder, const std::string &prefix, UINT number) {
	std::string name = folder + (folder.empty() || folder.back() == '/' ? "" : "/") + prefix.substr(0, 3);
	if (number)
		return name + format("%X.TMP", number);
	name += "XXXXXX";
	const int descriptor = ::mkstemp(&name[0]);
	if (descriptor >= 0)
		::close(descriptor);
	return descriptor >= 0 ? name : "";
}

/* A search in a folder: the remaining names that match. */
class search : public object {
public:
	explicit search(const std::string &pattern) {
		const std::size_t slash = pattern.rfind('/');
		std::string name = slash == std::string::npos ? pattern : pattern.substr(slash + 1);
		folder_ = slash == std::string::npos ? "." : pattern.substr(0, slash + 1);
		if (name == "*.*")
			name = "*";
		DIR *d = ::opendir(folder_.c_str());
		for (const dirent *e; d && (e = ::readdir(d));) {
			if (::fnmatch(name.c_str(), e->d_name, FNM_NOESCAPE | FNM_CASEFOLD) == 0)
				names_.push_back(e->d_name);
		}
		if (d)
			::closedir(d);
		std::sort(names_.begin(), names_.end(), std::greater<std::string>());
	}
	/* Returns false at the end. */
	bool next(std::string *name, struct stat *st) {
		while (!names_.empty()) {
			*name = names_.back();
			names_.pop_back();
			if (::stat((folder_ + "/" + *name).c_str(), st) == 0)
				return true;
		}
		return false;
	}
private:
	std::string folder_;
	std::vector<std::string> names_;
};

} // namespace amp_windows

/* ---- Files --------------------------------------------------------------------------------------- */

inline BOOL ReadFile(HANDLE handle, LPVOID to, DWORD size, amp_windows::dword_pointer done, LPOVERLAPPED) {
	const ssize_t n = ::read(amp_windows::descriptor_of(handle), to, size);

	if (done)
		*done = n > 0 ? static_cast<DWORD>(n) : 0;
	return amp_windows::done(n >= 0);
}
inline BOOL WriteFile(HANDLE handle, LPCVOID from, DWORD size, amp_windows::dword_pointer done, LPOVERLAPPED) {
	const int descriptor = amp_windows::descriptor_of(handle);
	DWORD written = 0;
	ssize_t n = 0;

	if (descriptor == STDOUT_FILENO)
		std::fflush(stdout);
	while (written < size && (n = ::write(descriptor, static_cast<const char *>(from) + written, size - written)) > 0)
		written += static_cast<DWORD>(n);
	if (done)
		*done = written;
	return amp_windows::done(n >= 0);
}
inline BOOL FlushFileBuffers(HANDLE handle) { return amp_windows::done(::fsync(amp_windows::descriptor_of(handle)) == 0); }
inline BOOL SetEndOfFile(HANDLE handle) {
	const int descriptor = amp_windows::descriptor_of(handle);
	return amp_windows::done(::ftruncate(descriptor, ::lseek(descriptor, 0, SEEK_CUR)) == 0);
}
inline BOOL GetFileSizeEx(HANDLE handle, LARGE_INTEGER *size) {
	struct stat st;

	if (::fstat(amp_windows::descriptor_of(handle), &st))
		return amp_windows::fail(ERROR_INVALID_HANDLE);
	size->QuadPart = st.st_size;
	return TRUE;
}
inline DWORD GetFileSize(HANDLE handle, amp_windows::dword_pointer high) {
	LARGE_INTEGER size;

	if (!GetFileSizeEx(handle, &size))
		return INVALID_FILE_SIZE;
	if (high)
		*high = static_cast<DWORD>(size.HighPart);
	return size.LowPart;
}
inline BOOL SetFilePointerEx(HANDLE handle, LARGE_INTEGER by, LARGE_INTEGER *now, DWORD from) {
	const off_t at = ::lseek(amp_windows::descriptor_of(handle), static_cast<off_t>(by.QuadPart),
	                         from == FILE_BEGIN ? SEEK_SET : from == FILE_CURRENT ? SEEK_CUR : SEEK_END);

	if (at >= 0 && now)
		now->QuadPart = at;
	return amp_windows::done(at >= 0);
}
inline DWORD SetFilePointer(HANDLE handle, LONG low, amp_windows::long_pointer high, DWORD from) {
	LARGE_INTEGER by, now;

	by.QuadPart = high ? static_cast<LONGLONG>(static_cast<ULONGLONG>(*high) << 32 | static_cast<DWORD>(low)) : low;
	if (!SetFilePointerEx(handle, by, &now, from))
		return INVALID_SET_FILE_POINTER;
	if (high)
		*high = now.HighPart;
	return now.LowPart;
}
inline HANDLE GetStdHandle(DWORD which) {
	static amp_windows::file *const files[] = {new amp_windows::file(0, false), new amp_windows::file(1, false),
	                                           new amp_windows::file(2, false)};
	const DWORD number = STD_INPUT_HANDLE - which;

	return number < 3 ? amp_windows::handle_of(files[number]) : INVALID_HANDLE_VALUE;
}

/* access: FILE_MAP_…. Returns the address, or NULL. */
inline LPVOID MapViewOfFile(HANDLE handle, DWORD access, DWORD high, DWORD low, SIZE_T size) {
	const amp_windows::mapping *m = amp_windows::object_of<amp_windows::mapping>(handle);
	const off_t offset = static_cast<off_t>(static_cast<ULONGLONG>(high) << 32 | low);

	if (!m)
		return nullptr;
	if (!size)
		size = static_cast<SIZE_T>(m->size() - static_cast<unsigned long long>(offset));
	void *memory = ::mmap(nullptr, size, PROT_READ | (access & (FILE_MAP_WRITE | FILE_MAP_COPY) ? PROT_WRITE : 0),
	                      access == FILE_MAP_COPY ? MAP_PRIVATE : MAP_SHARED, m->descriptor(), offset);
	if (memory == MAP_FAILED) {
		amp_windows::fail(amp_windows::error_of(errno));
		return nullptr;
	}
	std::lock_guard<std::mutex> lock(amp_windows::handle_mutex());
	amp_windows::mapped_views()[memory] = size;
	return memory;
}
inline BOOL UnmapViewOfFile(LPCVOID memory) {
	std::lock_guard<std::mutex> lock(amp_windows::handle_mutex());
	const auto found = amp_windows::mapped_views().find(memory);

	if (found == amp_windows::mapped_views().end())
		return amp_windows::fail(ERROR_INVALID_ADDRESS);
	::munmap(const_cast<void *>(memory), found->second);
	amp_windows::mapped_views().erase(found);
	return TRUE;
}
inline BOOL FlushViewOfFile(LPCVOID memory, SIZE_T size) {
	return ::msync(const_cast<void *>(memory), size, MS_SYNC) == 0;
}

typedef struct _WIN32_FIND_DATAA {
	DWORD dwFileAttributes;
	FILETIME ftCreationTime, ftLastAccessTime, ftLastWriteTime;
	DWORD nFileSizeHigh, nFileSizeLow, dwReserved0, dwReserved1;
	CHAR cFileName[MAX_PATH];
	CHAR cAlternateFileName[14];
} WIN32_FIND_DATAA, *LPWIN32_FIND_DATAA;
typedef struct _WIN32_FIND_DATAW {
	DWORD dwFileAttributes;
	FILETIME ftCreationTime, ftLastAccessTime, ftLastWriteTime;
	DWORD nFileSizeHigh, nFileSizeLow, dwReserved0, dwReserved1;
	WCHAR cFileName[MAX_PATH];
	WCHAR cAlternateFileName[14];
} WIN32_FIND_DATAW, *LPWIN32_FIND_DATAW;
namespace amp_windows {
template <typename Data> BOOL find_next(search *s, Data *to) {
	std::string name;
	struct stat st;

	if (!s->next(&name, &st))
		return fail(ERROR_NO_MORE_FILES);
	*to = Data();
	to->dwFileAttributes = attributes_of(st);
	to->ftCreationTime = file_time(st.st_ctim);
	to->ftLastAccessTime = file_time(st.st_atim);
	to->ftLastWriteTime = file_time(st.st_mtim);
	to->nFileSizeLow = static_cast<DWORD>(st.st_size);
	to->nFileSizeHigh = static_cast<DWORD>(static_cast<unsigned long long>(st.st_size) >> 32);
	DWORD size = MAX_PATH;
	return put_counted(name, to->cFileName, &size);
}
template <typename Data> HANDLE find_first(const std::string &pattern, Data *to) {
	search *s = new search(pattern);

	if (find_next(s, to))
		return handle_of(s);
	delete s;
	fail(ERROR_FILE_NOT_FOUND);
	return INVALID_HANDLE_VALUE;
}
} // namespace amp_windows
inline BOOL FindClose(HANDLE handle) { return CloseHandle(handle); }

#define AMP_WINDOWS_FILES(A, Char)                                                                  \
	inline HANDLE CreateFile##A(const Char *name, DWORD access, DWORD, LPSECURITY_ATTRIBUTES, DWORD how, DWORD, HANDLE) { \
		return amp_windows::open_handle(amp_windows::path(name), access, how);                      \
	}                                                                                               \
	inline HANDLE CreateFileMapping##A(HANDLE file, LPSECURITY_ATTRIBUTES, DWORD protection, DWORD high, DWORD low, \
	                                   const Char *) {                                              \
		return amp_windows::make_mapping(file, protection, static_cast<ULONGLONG>(high) << 32 | low); \
	}                                                                                               \
	inline BOOL DeleteFile##A(const Char *name) {                                                   \
		return amp_windows::done(::unlink(amp_windows::path(name).c_str()) == 0);                   \
	}                                                                                               \
	inline BOOL CreateDirectory##A(const Char *name, LPSECURITY_ATTRIBUTES) {                       \
		return amp_windows::done(::mkdir(amp_windows::path(name).c_str(), 0777) == 0);              \
	}                                                                                               \
	inline BOOL RemoveDirectory##A(const Char *name) {                                              \
		return amp_windows::done(::rmdir(amp_windows::path(name).c_str()) == 0);                    \
	}                                                                                               \
	inline BOOL MoveFileEx##A(const Char *from, const Char *to, DWORD flags) {                      \
		const std::string target = amp_windows::path(to);                                           \
		if (!(flags & MOVEFILE_REPLACE_EXISTING) && ::access(target.c_str(), F_OK) == 0)            \
			return amp_windows::fail(ERROR_ALREADY_EXISTS);                                         \
		return amp_windows::done(::rename(amp_windows::path(from).c_str(), target.c_str()) == 0);   \
	}                                                                                               \
	inline BOOL MoveFile##A(const Char *from, const Char *to) { return MoveFileEx##A(from, to, 0); } \
	inline BOOL CopyFile##A(const Char *from, const Char *to, BOOL fail_if_there) {                 \
		return amp_windows::done(amp_windows::copy_file(amp_windows::path(from), amp_windows::path(to), fail_if_there)); \
	}                                                                                               \
	inline DWORD GetFileAttributes##A(const Char *name) {                                           \
		struct stat st;                                                                             \
		if (::stat(amp_windows::path(name).c_str(), &st) == 0)                                      \
			return amp_windows::attributes_of(st);                                                  \
		amp_windows::fail(amp_windows::error_of(errno));                                            \
		return INVALID_FILE_ATTRIBUTES;                                                             \
	}                                                                                               \
	inline DWORD GetCurrentDirectory##A(DWORD size, Char *to) {                                     \
		return amp_windows::put_sized(amp_windows::current_folder(), size, to);                     \
	}                                                                                               \
	inline BOOL SetCurrentDirectory##A(const Char *name) {                                          \
		return amp_windows::done(::chdir(amp_windows::path(name).c_str()) == 0);                    \
	}                                                                                               \
	inline DWORD GetTempPath##A(DWORD size, Char *to) {                                             \
		return amp_windows::put_sized(amp_windows::temporary_folder(), size, to);                   \
	}                                                                                               \
	inline UINT GetTempFileName##A(const Char *folder, const Char *prefix, UINT number, Char *to) { \
		DWORD size = MAX_PATH;                                                                      \
		const std::string name =                                                                    \
		    amp_windows::new_temporary_file(amp_windows::path(folder), amp_windows::narrow(prefix), number); \
		return !name.empty() && amp_windows::put_counted(name, to, &size) ? (number ? number : 1) : 0; \
	}                                                                                               \
	inline DWORD GetFullPathName##A(const Char *name, DWORD size, Char *to, Char **file) {          \
		const DWORD n = amp_windows::put_sized(amp_windows::full_path(amp_windows::path(name)), size, to); \
		if (file && n < size) {                                                                     \
			*file = to + n;                                                                         \
			while (*file > to && (*file)[-1] != '/')                                                \
				--*file;                                                                            \
		}                                                                                           \
		return n;                                                                                   \
	}                                                                                               \
	inline HANDLE FindFirstFile##A(const Char *pattern, WIN32_FIND_DATA##A *to) {                   \
		return amp_windows::find_first(amp_windows::path(pattern), to);                             \
	}                                                                                               \
	inline BOOL FindNextFile##A(HANDLE handle, WIN32_FIND_DATA##A *to) {                            \
		amp_windows::search *s = amp_windows::object_of<amp_windows::search>(handle);               \
		return s && amp_windows::find_next(s, to);                                                  \
	}
AMP_WINDOWS_FILES(A, char)
AMP_WINDOWS_FILES(W, wchar_t)
#undef AMP_WINDOWS_FILES

#endif
