/* The machine, the process, messages, text in code pages. */
#ifndef AMP_WINDOWS_SYSTEM_H
#define AMP_WINDOWS_SYSTEM_H

#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "format.h"
#include "handle.h"

namespace amp_windows {

/* Writes text with its terminating zero to a buffer of *size characters. Sets *size to the length without the
 * zero, or with it if the buffer is too small (GetComputerName and the like). */
template <typename Char> BOOL put_counted(const std::string &utf8, Char *to, DWORD *size) {
	const std::basic_string<Char> text = as<Char>(utf8);

	if (!to || text.size() >= *size) {
		*size = static_cast<DWORD>(text.size() + 1);
		return fail(ERROR_INSUFFICIENT_BUFFER);
	}
	text.copy(to, text.size());
	to[text.size()] = Char();
	*size = static_cast<DWORD>(text.size());
	return TRUE;
}
/* Returns the length of the text written; with the zero, if the buffer is too small (GetCurrentDirectory and
 * the like). */
template <typename Char> DWORD put_sized(const std::string &utf8, DWORD size, Char *to) {
	put_counted(utf8, to, &size);
	return size;
}

inline std::string read_line(const std::string &path) {
	std::ifstream file(path.c_str());
	std::string line;

	std::getline(file, line);
	return line;
}
inline unsigned online_processors() {
	const long n = ::sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? static_cast<unsigned>(n) : 1;
}

} // namespace amp_windows

/* ---- The machine --------------------------------------------------------------------------------- */

typedef struct _SYSTEM_INFO {
	union {
		DWORD dwOemId;
		struct {
			WORD wProcessorArchitecture;
			WORD wReserved;
		};
	};
	DWORD dwPageSize;
	LPVOID lpMinimumApplicationAddress, lpMaximumApplicationAddress;
	DWORD_PTR dwActiveProcessorMask;
	DWORD dwNumberOfProcessors, dwProcessorType, dwAllocationGranularity;
	WORD wProcessorLevel, wProcessorRevision;
} SYSTEM_INFO, *LPSYSTEM_INFO;
#define PROCESSOR_ARCHITECTURE_INTEL 0
#define PROCESSOR_ARCHITECTURE_AMD64 9
#define PROCESSOR_ARCHITECTURE_ARM64 12
#define PROCESSOR_AMD_X8664 8664
inline void GetSystemInfo(LPSYSTEM_INFO info) {
	const DWORD processors = amp_windows::online_processors();

	*info = SYSTEM_INFO();
#if defined(__aarch64__)
	info->wProcessorArchitecture = PROCESSOR_ARCHITECTURE_ARM64;
#else
	info->wProcessorArchitecture = PROCESSOR_ARCHITECTURE_AMD64;
	info->dwProcessorType = PROCESSOR_AMD_X8664;
#endif
	info->dwPageSize = static_cast<DWORD>(::sysconf(_SC_PAGESIZE));
	info->lpMinimumApplicationAddress = reinterpret_cast<LPVOID>(0x10000);
	info->lpMaximumApplicationAddress = reinterpret_cast<LPVOID>(0x7fffffffefff);
	info->dwActiveProcessorMask =
	    processors >= 8 * sizeof(DWORD_PTR) ? ~DWORD_PTR(0) : (DWORD_PTR(1) << processors) - 1;
	info->dwNumberOfProcessors = processors;
	info->dwAllocationGranularity = 0x10000;
}
inline void GetNativeSystemInfo(LPSYSTEM_INFO info) { GetSystemInfo(info); }
#define ALL_PROCESSOR_GROUPS 0xffff
inline DWORD GetActiveProcessorCount(WORD) { return amp_windows::online_processors(); }
inline DWORD GetMaximumProcessorCount(WORD) { return static_cast<DWORD>(::sysconf(_SC_NPROCESSORS_CONF)); }
inline WORD GetActiveProcessorGroupCount() { return 1; }

typedef enum _LOGICAL_PROCESSOR_RELATIONSHIP {
	RelationProcessorCore,
	RelationNumaNode,
	RelationCache,
	RelationProcessorPackage,
	RelationGroup,
	RelationAll = 0xffff
} LOGICAL_PROCESSOR_RELATIONSHIP;
typedef enum _PROCESSOR_CACHE_TYPE {
	CacheUnified,
	CacheInstruction,
	CacheData,
	CacheTrace
} PROCESSOR_CACHE_TYPE;
typedef struct _CACHE_DESCRIPTOR {
	BYTE Level, Associativity;
	WORD LineSize;
	DWORD Size;
	PROCESSOR_CACHE_TYPE Type;
} CACHE_DESCRIPTOR, *PCACHE_DESCRIPTOR;
typedef struct _SYSTEM_LOGICAL_PROCESSOR_INFORMATION {
	ULONG_PTR ProcessorMask; /* of the first 64 processors */
	LOGICAL_PROCESSOR_RELATIONSHIP Relationship;
	union {
		struct {
			BYTE Flags;
		} ProcessorCore;
		struct {
			DWORD NodeNumber;
		} NumaNode;
		CACHE_DESCRIPTOR Cache;
		ULONGLONG Reserved[2];
	};
} SYSTEM_LOGICAL_PROCESSOR_INFORMATION, *PSYSTEM_LOGICAL_PROCESSOR_INFORMATION;

namespace amp_windows {

/* Returns which of the first 64 processors are in a list in the format of /sys: 0-3,8. */
inline ULONG_PTR processor_mask(const std::string &list) {
	ULONG_PTR mask = 0;

	for (const char *at = list.c_str(); *at >= '0' && *at <= '9';) {
		char *end;
		unsigned long first = std::strtoul(at, &end, 10), last = first;
		if (*end == '-')
			last = std::strtoul(end + 1, &end, 10);
		for (; first <= last && first < 64; first++)
			mask |= ULONG_PTR(1) << first;
		at = *end == ',' ? end + 1 : end;
	}
	return mask;
}

/* Reads the description of a processor's cache from its folder in /sys. Returns false if there is none. */
inline bool read_cache(const std::string &folder, SYSTEM_LOGICAL_PROCESSOR_INFORMATION *to) {
	const std::string level = read_line(folder + "/level"), type = read_line(folder + "/type");
	const std::string size = read_line(folder + "/size");

	if (level.empty())
		return false;
	*to = SYSTEM_LOGICAL_PROCESSOR_INFORMATION();
	to->Relationship = RelationCache;
	to->ProcessorMask = processor_mask(read_line(folder + "/shared_cpu_list"));
	to->Cache.Level = static_cast<BYTE>(std::atoi(level.c_str()));
	to->Cache.Associativity = static_cast<BYTE>(std::atoi(read_line(folder + "/ways_of_associativity").c_str()));
	to->Cache.LineSize = static_cast<WORD>(std::atoi(read_line(folder + "/coherency_line_size").c_str()));
	to->Cache.Size = static_cast<DWORD>(std::atoi(size.c_str())) *
	                 (!size.empty() && size.back() == 'M' ? 1048576u : 1024u);
	to->Cache.Type = type == "Data" ? CacheData : type == "Instruction" ? CacheInstruction : CacheUnified;
	return true;
}

/* Returns each core, package and cache once, and one NUMA node. */
inline std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> processor_information() {
	std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> all;
	std::set<std::string> seen;
	const unsigned processors = (std::min)(online_processors(), 64u);
	const ULONG_PTR every = processors == 64 ? ~ULONG_PTR(0) : (ULONG_PTR(1) << processors) - 1;

	for (unsigned i = 0; i < processors; i++) {
		const std::string cpu = "/sys/devices/system/cpu/cpu" + std::to_string(i);
		const std::string core = read_line(cpu + "/topology/thread_siblings_list");
		const std::string package = read_line(cpu + "/topology/core_siblings_list");
		SYSTEM_LOGICAL_PROCESSOR_INFORMATION item = SYSTEM_LOGICAL_PROCESSOR_INFORMATION();

		item.Relationship = RelationProcessorCore;
		item.ProcessorMask = core.empty() ? ULONG_PTR(1) << i : processor_mask(core);
		item.ProcessorCore.Flags = (item.ProcessorMask & (item.ProcessorMask - 1)) != 0;
		if (seen.insert("core " + std::to_string(item.ProcessorMask)).second)
			all.push_back(item);
		item = SYSTEM_LOGICAL_PROCESSOR_INFORMATION();
		item.Relationship = RelationProcessorPackage;
		item.ProcessorMask = package.empty() ? every : processor_mask(package);
		if (seen.insert("package " + std::to_string(item.ProcessorMask)).second)
			all.push_back(item);
		for (unsigned k = 0; read_cache(cpu + "/cache/index" + std::to_string(k), &item); k++) {
			if (seen.insert("cache " + std::to_string(item.Cache.Level) + std::to_string(item.Cache.Type) + " " +
			                std::to_string(item.ProcessorMask)).second)
				all.push_back(item);
		}
	}
	SYSTEM_LOGICAL_PROCESSOR_INFORMATION node = SYSTEM_LOGICAL_PROCESSOR_INFORMATION();
	node.Relationship = RelationNumaNode;
	node.ProcessorMask = every;
	all.push_back(node);
	return all;
}

} // namespace amp_windows

inline BOOL GetLogicalProcessorInformation(PSYSTEM_LOGICAL_PROCESSOR_INFORMATION to, amp_windows::dword_pointer bytes) {
	const std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> all = amp_windows::processor_information();
	const DWORD needed = static_cast<DWORD>(all.size() * sizeof all[0]);

	if (!to || *bytes < needed) {
		*bytes = needed;
		return amp_windows::fail(ERROR_INSUFFICIENT_BUFFER);
	}
	std::copy(all.begin(), all.end(), to);
	*bytes = needed;
	return TRUE;
}

typedef struct _MEMORYSTATUSEX {
	DWORD dwLength, dwMemoryLoad;
	DWORDLONG ullTotalPhys, ullAvailPhys, ullTotalPageFile, ullAvailPageFile, ullTotalVirtual, ullAvailVirtual,
	    ullAvailExtendedVirtual;
} MEMORYSTATUSEX, *LPMEMORYSTATUSEX;
inline BOOL GlobalMemoryStatusEx(LPMEMORYSTATUSEX status) {
	struct sysinfo info;

	if (status->dwLength != sizeof *status || ::sysinfo(&info))
		return amp_windows::fail(ERROR_INVALID_PARAMETER);
	const DWORDLONG unit = info.mem_unit;
	status->ullTotalPhys = info.totalram * unit;
	status->ullAvailPhys = (info.freeram + info.bufferram) * unit;
	status->ullTotalPageFile = (info.totalram + info.totalswap) * unit;
	status->ullAvailPageFile = (info.freeram + info.freeswap) * unit;
	status->ullTotalVirtual = status->ullAvailVirtual = 0x7fffffff0000;
	status->ullAvailExtendedVirtual = 0;
	status->dwMemoryLoad = static_cast<DWORD>(100 - status->ullAvailPhys * 100 / status->ullTotalPhys);
	return TRUE;
}

#define MAX_COMPUTERNAME_LENGTH 15
#define UNLEN 256
namespace amp_windows {
inline std::string computer_name() {
	utsname names;

	return ::uname(&names) == 0 ? names.nodename : "localhost";
}
inline std::string user_name() {
	const char *name = std::getenv("USER");

	return name ? name : std::to_string(::getuid());
}
inline std::string program_path() {
	char path[PATH_MAX];
	const ssize_t n = ::readlink("/proc/self/exe", path, sizeof path);

	return n > 0 ? std::string(path, static_cast<std::size_t>(n)) : std::string();
}
/* Returns the arguments, in quotation marks if they contain blanks. */
inline std::string command_line() {
	std::ifstream file("/proc/self/cmdline");
	std::string all, argument;

	while (std::getline(file, argument, '\0')) {
		const bool quote = argument.empty() || argument.find(' ') != std::string::npos;
		all += (all.empty() ? "" : " ") + (quote ? "\"" + argument + "\"" : argument);
	}
	return all;
}
/* Returns the command line, valid as long as the process lives. */
template <typename Char> Char *kept_command_line() {
	static std::basic_string<Char> *line = new std::basic_string<Char>(as<Char>(command_line()));
	return &(*line)[0];
}
} // namespace amp_windows

#define AMP_WINDOWS_NAMES(A, Char)                                                                  \
	inline BOOL GetComputerName##A(Char *to, amp_windows::dword_pointer size) {                                        \
		return amp_windows::put_counted(amp_windows::computer_name(), to, size);                    \
	}                                                                                               \
	inline BOOL GetUserName##A(Char *to, amp_windows::dword_pointer size) {                                            \
		const BOOL ok = amp_windows::put_counted(amp_windows::user_name(), to, size);               \
		*size += ok; /* with the zero */                                                            \
		return ok;                                                                                  \
	}                                                                                               \
	inline DWORD GetModuleFileName##A(HMODULE, Char *to, DWORD size) {                              \
		const DWORD n = amp_windows::put_sized(amp_windows::program_path(), size, to);              \
		return n < size ? n : size;                                                                 \
	}                                                                                               \
	inline HMODULE GetModuleHandle##A(const Char *) { return nullptr; }                             \
	inline Char *GetCommandLine##A() { return amp_windows::kept_command_line<Char>(); }             \
	inline DWORD GetEnvironmentVariable##A(const Char *name, Char *to, DWORD size) {                \
		const char *value = std::getenv(amp_windows::narrow(name).c_str());                         \
		if (value)                                                                                  \
			return amp_windows::put_sized(value, size, to);                                         \
		amp_windows::fail(ERROR_ENVVAR_NOT_FOUND);                                                  \
		return 0;                                                                                   \
	}                                                                                               \
	inline BOOL SetEnvironmentVariable##A(const Char *name, const Char *value) {                    \
		const std::string text = amp_windows::narrow(name);                                         \
		return (value ? ::setenv(text.c_str(), amp_windows::narrow(value).c_str(), 1)               \
		              : ::unsetenv(text.c_str())) == 0;                                             \
	}                                                                                               \
	inline DWORD ExpandEnvironmentStrings##A(const Char *text, Char *to, DWORD size) {              \
		const DWORD n = amp_windows::put_sized(amp_windows::expand_environment(amp_windows::narrow(text)), size, to); \
		return n + (n < size);                                                                      \
	}                                                                                               \
	inline void OutputDebugString##A(const Char *text) {                                            \
		if (amp_windows::is_traced())                                                               \
			std::fputs(amp_windows::narrow(text).c_str(), stderr);                                  \
	}                                                                                               \
	inline int MessageBox##A(HWND, const Char *text, const Char *caption, UINT type) {              \
		return amp_windows::show_message(amp_windows::narrow(text), amp_windows::narrow(caption), type); \
	}                                                                                               \
	inline void FatalAppExit##A(UINT, const Char *text) {                                           \
		std::fprintf(stderr, "%s\n", amp_windows::narrow(text).c_str());                            \
		std::exit(1);                                                                               \
	}                                                                                               \
	inline int lstrlen##A(const Char *text) {                                                       \
		return text ? static_cast<int>(std::char_traits<Char>::length(text)) : 0;                   \
	}                                                                                               \
	inline Char *lstrcpy##A(Char *to, const Char *from) {                                           \
		return std::char_traits<Char>::copy(to, from, std::char_traits<Char>::length(from) + 1);    \
	}                                                                                               \
	inline Char *lstrcat##A(Char *to, const Char *from) {                                           \
		lstrcpy##A(to + std::char_traits<Char>::length(to), from);                                  \
		return to;                                                                                  \
	}                                                                                               \
	inline Char *lstrcpyn##A(Char *to, const Char *from, int size) {                                \
		int i = 0;                                                                                  \
		for (; i < size - 1 && from[i]; i++)                                                        \
			to[i] = from[i];                                                                        \
		if (size > 0)                                                                               \
			to[i] = Char();                                                                         \
		return to;                                                                                  \
	}                                                                                               \
	inline int lstrcmpi##A(const Char *a, const Char *b) {                                          \
		return amp_windows::compare_folded(a, b, ~std::size_t(0));                                  \
	}                                                                                               \
	inline Char *CharUpper##A(Char *text) {                                                         \
		return amp_windows::change_all(text, ~std::size_t(0), [](Char c) { return amp_windows::upper(c); }); \
	}                                                                                               \
	inline Char *CharLower##A(Char *text) {                                                         \
		return amp_windows::change_all(text, ~std::size_t(0), [](Char c) { return amp_windows::lower(c); }); \
	}                                                                                               \
	/* There are none that a program of Windows could use. */                                       \
	inline HMODULE LoadLibrary##A(const Char *) {                                                   \
		amp_windows::fail(126 /* ERROR_MOD_NOT_FOUND */);                                           \
		return nullptr;                                                                             \
	}                                                                                               \
	inline HMODULE LoadLibraryEx##A(const Char *name, HANDLE, DWORD) { return LoadLibrary##A(name); } \
	inline int lstrcmp##A(const Char *a, const Char *b) {                                           \
		return std::basic_string<Char>(a).compare(b);                                               \
	}                                                                                               \
	template <typename... Arguments> int wsprintf##A(Char *to, const Char *text, Arguments... arguments) { \
		const std::basic_string<Char> result = amp_windows::as<Char>(amp_windows::format(text, arguments...)); \
		result.copy(to, result.size());                                                             \
		to[result.size()] = Char();                                                                 \
		return static_cast<int>(result.size());                                                     \
	}

namespace amp_windows {
/* Replaces %NAME% by the variable's value, if it exists. */
inline std::string expand_environment(const std::string &text) {
	std::string result;

	for (std::size_t i = 0; i < text.size();) {
		const std::size_t end = text[i] == '%' ? text.find('%', i + 1) : std::string::npos;
		const char *value = end == std::string::npos ? nullptr : std::getenv(text.substr(i + 1, end - i - 1).c_str());
		if (value) {
			result += value;
			i = end + 1;
		} else {
			result += text[i++];
		}
	}
	return result;
}
/* Whether the process is being debugged. */
inline bool is_traced() {
	std::ifstream status("/proc/self/status");
	std::string line;

	while (std::getline(status, line)) {
		if (line.compare(0, 10, "TracerPid:") == 0)
			return std::atoi(line.c_str() + 10) != 0;
	}
	return false;
}
/* There are no windows: the message is written to stderr, and the result is the affirmative button. */
inline int show_message(const std::string &text, const std::string &caption, UINT type) {
	std::fprintf(stderr, "%s%s%s\n", caption.c_str(), caption.empty() ? "" : ": ", text.c_str());
	return (type & 0xf) == 4 || (type & 0xf) == 3 ? 6 /* IDYES */ : 1 /* IDOK */;
}
} // namespace amp_windows
AMP_WINDOWS_NAMES(A, char)
AMP_WINDOWS_NAMES(W, wchar_t)
#undef AMP_WINDOWS_NAMES
#define MB_OK 0u
#define MB_OKCANCEL 1u
#define MB_YESNOCANCEL 3u
#define MB_YESNO 4u
#define MB_ICONERROR 0x10u
#define MB_ICONSTOP 0x10u
#define MB_ICONHAND 0x10u
#define MB_ICONQUESTION 0x20u
#define MB_ICONWARNING 0x30u
#define MB_ICONEXCLAMATION 0x30u
#define MB_ICONINFORMATION 0x40u
#define MB_ICONASTERISK 0x40u
#define IDOK 1
#define IDCANCEL 2
#define IDYES 6
#define IDNO 7

inline FARPROC GetProcAddress(HMODULE, LPCSTR) { return nullptr; }
inline BOOL FreeLibrary(HMODULE) { return TRUE; }
typedef LONG(WINAPI *LPTOP_LEVEL_EXCEPTION_FILTER)(struct _EXCEPTION_POINTERS *);
inline LPTOP_LEVEL_EXCEPTION_FILTER SetUnhandledExceptionFilter(LPTOP_LEVEL_EXCEPTION_FILTER) { return nullptr; }
inline int MulDiv(int n, int by, int over) {
	const long long product = static_cast<long long>(n) * by, half = over < 0 ? -static_cast<long long>(over) / 2 : over / 2;

	return over ? static_cast<int>((product + (product < 0 ? -half : half)) / over) : -1;
}
#define PF_XMMI_INSTRUCTIONS_AVAILABLE 6u
#define PF_XMMI64_INSTRUCTIONS_AVAILABLE 10u
#define PF_SSE3_INSTRUCTIONS_AVAILABLE 13u
inline BOOL IsProcessorFeaturePresent(DWORD feature) {
	return feature == PF_XMMI_INSTRUCTIONS_AVAILABLE || feature == PF_XMMI64_INSTRUCTIONS_AVAILABLE ||
	       feature == PF_SSE3_INSTRUCTIONS_AVAILABLE;
}
inline BOOL IsDebuggerPresent() { return amp_windows::is_traced(); }
inline void DebugBreak() { std::raise(SIGTRAP); }
[[noreturn]] inline void ExitProcess(UINT code) { std::exit(static_cast<int>(code)); }
inline BOOL TerminateProcess(HANDLE, UINT code) { ::_exit(static_cast<int>(code)); }
inline UINT SetErrorMode(UINT) { return 0; }
inline BOOL Beep(DWORD, DWORD) { return TRUE; }
inline BOOL MessageBeep(UINT) { return TRUE; }

/* ---- The system's version: that of Windows 10, as a program without a manifest sees it ------------- */

#define VER_PLATFORM_WIN32_NT 2u
template <typename Char> struct amp_windows_version {
	DWORD dwOSVersionInfoSize, dwMajorVersion, dwMinorVersion, dwBuildNumber, dwPlatformId;
	Char szCSDVersion[128];
	WORD wServicePackMajor, wServicePackMinor, wSuiteMask;
	BYTE wProductType, wReserved;
};
typedef amp_windows_version<char> OSVERSIONINFOA, OSVERSIONINFOEXA, *LPOSVERSIONINFOA;
typedef amp_windows_version<wchar_t> OSVERSIONINFOW, OSVERSIONINFOEXW, *LPOSVERSIONINFOW;
namespace amp_windows {
template <typename Char> BOOL put_version(amp_windows_version<Char> *to) {
	const DWORD size = to->dwOSVersionInfoSize;

	*to = amp_windows_version<Char>();
	to->dwOSVersionInfoSize = size;
	to->dwMajorVersion = 6;
	to->dwMinorVersion = 2;
	to->dwBuildNumber = 9200;
	to->dwPlatformId = VER_PLATFORM_WIN32_NT;
	return TRUE;
}
} // namespace amp_windows
inline BOOL GetVersionExA(LPOSVERSIONINFOA to) { return amp_windows::put_version(to); }
inline BOOL GetVersionExW(LPOSVERSIONINFOW to) { return amp_windows::put_version(to); }
inline DWORD GetVersion() { return 9200u << 16 | 2u << 8 | 6u; }

/* ---- Messages of errors -------------------------------------------------------------------------- */

#define FORMAT_MESSAGE_ALLOCATE_BUFFER 0x0100u
#define FORMAT_MESSAGE_IGNORE_INSERTS 0x0200u
#define FORMAT_MESSAGE_FROM_STRING 0x0400u
#define FORMAT_MESSAGE_FROM_HMODULE 0x0800u
#define FORMAT_MESSAGE_FROM_SYSTEM 0x1000u
#define FORMAT_MESSAGE_ARGUMENT_ARRAY 0x2000u
#define FORMAT_MESSAGE_MAX_WIDTH_MASK 0x00ffu
#define LANG_NEUTRAL 0
#define LANG_ENGLISH 9
#define SUBLANG_NEUTRAL 0
#define SUBLANG_DEFAULT 1
#define SUBLANG_SYS_DEFAULT 2
#define SUBLANG_ENGLISH_US 1
#define MAKELANGID(primary, sub) ((WORD)((WORD)(sub) << 10 | (WORD)(primary)))

namespace amp_windows {
/* The messages for Windows' errors; inserts in a string (%1) are not supported. */
template <typename Char>
DWORD format_message(DWORD flags, LPCVOID source, DWORD error, Char *to, DWORD size) {
	const char *known = error_text(error);
	std::string text;

	if (flags & FORMAT_MESSAGE_FROM_STRING)
		text = narrow(static_cast<const Char *>(source));
	else if (known)
		text = std::string(known) + (flags & FORMAT_MESSAGE_MAX_WIDTH_MASK ? " " : "\r\n");
	if (text.empty()) {
		fail(317 /* ERROR_MR_MID_NOT_FOUND */);
		return 0;
	}
	if (flags & FORMAT_MESSAGE_ALLOCATE_BUFFER) {
		const DWORD length = static_cast<DWORD>(as<Char>(text).size()) + 1;
		Char **allocated = reinterpret_cast<Char **>(to);
		size = (std::max)(size, length);
		to = *allocated = static_cast<Char *>(std::calloc(size, sizeof(Char)));
	}
	return put_counted(text, to, &size) ? size : 0;
}
} // namespace amp_windows
inline DWORD FormatMessageA(DWORD flags, LPCVOID source, DWORD error, DWORD, LPSTR to, DWORD size, std::va_list *) {
	return amp_windows::format_message(flags, source, error, to, size);
}
inline DWORD FormatMessageW(DWORD flags, LPCVOID source, DWORD error, DWORD, LPWSTR to, DWORD size, std::va_list *) {
	return amp_windows::format_message(flags, source, error, to, size);
}

/* ---- Code pages: all are UTF-8, but for Latin 1 ---------------------------------------------------- */

#define CP_ACP 0u
#define CP_OEMCP 1u
#define CP_THREAD_ACP 3u
#define CP_UTF7 65000u
#define CP_UTF8 65001u
#define MB_PRECOMPOSED 1u
#define MB_ERR_INVALID_CHARS 8u
#define WC_COMPOSITECHECK 0x200u
#define WC_NO_BEST_FIT_CHARS 0x400u
#define WC_ERR_INVALID_CHARS 0x80u
namespace amp_windows {
/* Writes text to a buffer of `size` characters; if that is 0, only returns the required size. */
template <typename Char> int put_converted(const std::basic_string<Char> &text, Char *to, int size) {
	if (size == 0)
		return static_cast<int>(text.size());
	if (!to || text.size() > static_cast<std::size_t>(size)) {
		fail(ERROR_INSUFFICIENT_BUFFER);
		return 0;
	}
	text.copy(to, text.size());
	return static_cast<int>(text.size());
}
inline bool is_latin_1(UINT page) { return page == 28591; }
} // namespace amp_windows
/* length -1: up to and including the terminating zero. */
inline int MultiByteToWideChar(UINT page, DWORD flags, LPCCH from, int length, LPWSTR to, int size) {
	const std::size_t n = length < 0 ? std::strlen(from) + 1 : static_cast<std::size_t>(length);
	bool valid = true;
	std::wstring text;

	if (amp_windows::is_latin_1(page)) {
		for (std::size_t i = 0; i < n; i++)
			text += static_cast<wchar_t>(static_cast<unsigned char>(from[i]));
	} else {
		text = amp_windows::to_wide(from, n, &valid);
	}
	if (!valid && flags & MB_ERR_INVALID_CHARS) {
		amp_windows::fail(ERROR_NO_UNICODE_TRANSLATION);
		return 0;
	}
	return amp_windows::put_converted(text, to, size);
}
inline int WideCharToMultiByte(UINT page, DWORD, LPCWCH from, int length, LPSTR to, int size, LPCCH, LPBOOL defaulted) {
	const std::size_t n = length < 0 ? std::wcslen(from) + 1 : static_cast<std::size_t>(length);
	std::string text;

	if (defaulted)
		*defaulted = FALSE;
	if (!amp_windows::is_latin_1(page))
		return amp_windows::put_converted(amp_windows::to_narrow(from, n), to, size);
	for (std::size_t i = 0; i < n; i++) {
		const bool has = from[i] < 256;
		text += has ? static_cast<char>(from[i]) : '?';
		if (!has && defaulted)
			*defaulted = TRUE;
	}
	return amp_windows::put_converted(text, to, size);
}
inline UINT GetACP() { return CP_UTF8; }
inline UINT GetOEMCP() { return CP_UTF8; }

/* ---- Memory -------------------------------------------------------------------------------------- */

#define ZeroMemory(to, size) std::memset((to), 0, (size))
#define FillMemory(to, size, byte) std::memset((to), (byte), (size))
#define CopyMemory(to, from, size) std::memcpy((to), (from), (size))
#define MoveMemory(to, from, size) std::memmove((to), (from), (size))
inline PVOID SecureZeroMemory(PVOID to, SIZE_T size) {
	volatile unsigned char *byte = static_cast<volatile unsigned char *>(to);

	while (size--)
		*byte++ = 0;
	return to;
}
#define HEAP_ZERO_MEMORY 8u
#define HEAP_NO_SERIALIZE 1u
#define HEAP_GENERATE_EXCEPTIONS 4u
inline HANDLE GetProcessHeap() { return amp_windows::process_handle(); }
inline HANDLE HeapCreate(DWORD, SIZE_T, SIZE_T) { return amp_windows::process_handle(); }
inline BOOL HeapDestroy(HANDLE) { return TRUE; }
inline LPVOID HeapAlloc(HANDLE, DWORD flags, SIZE_T size) {
	return flags & HEAP_ZERO_MEMORY ? std::calloc(1, size ? size : 1) : std::malloc(size ? size : 1);
}
inline LPVOID HeapReAlloc(HANDLE, DWORD, LPVOID memory, SIZE_T size) { return std::realloc(memory, size ? size : 1); }
inline BOOL HeapFree(HANDLE, DWORD, LPVOID memory) {
	std::free(memory);
	return TRUE;
}
#define LMEM_FIXED 0u
#define LMEM_ZEROINIT 0x40u
#define LPTR 0x40u
#define GMEM_FIXED 0u
#define GMEM_MOVEABLE 2u
#define GMEM_ZEROINIT 0x40u
#define GPTR 0x40u
inline HLOCAL LocalAlloc(UINT flags, SIZE_T size) { return HeapAlloc(nullptr, flags & LPTR ? HEAP_ZERO_MEMORY : 0, size); }
inline HLOCAL LocalFree(HLOCAL memory) {
	std::free(memory);
	return nullptr;
}
inline HGLOBAL GlobalAlloc(UINT flags, SIZE_T size) { return LocalAlloc(flags, size); }
inline HGLOBAL GlobalFree(HGLOBAL memory) { return LocalFree(memory); }
inline LPVOID GlobalLock(HGLOBAL memory) { return memory; }
inline BOOL GlobalUnlock(HGLOBAL) { return TRUE; }

#endif
