/* Windows' types, with the sizes that they have there: LONG, ULONG, DWORD and BOOL have 32 bits, although
 * long has 64 here. */
#ifndef AMP_WINDOWS_WINDEF_H
#define AMP_WINDOWS_WINDEF_H

#ifndef __cplusplus
#error "Windows' headers of ampcc are for C++ sources: a C source has to do without <windows.h>"
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

/* ---- Calling conventions and notes on parameters, which are nothing here ------------------------- */

#define WINAPI
#define WINAPIV
#define APIENTRY
#define CALLBACK
#define APIPRIVATE
#define PASCAL
#define FAR
#define NEAR
#define far
#define near
#define CONST const
#define VOID void
#ifndef IN
#define IN
#endif
#ifndef OUT
#define OUT
#endif
#ifndef OPTIONAL
#define OPTIONAL
#endif
#define STDMETHODCALLTYPE
#define STDMETHODVCALLTYPE
#define STDMETHODIMP HRESULT
#define STDMETHODIMP_(type) type
#define STDMETHOD(method) virtual HRESULT method
#define STDMETHOD_(type, method) virtual type method
#define STDAPI extern "C" HRESULT
#define WINBASEAPI
#define WINUSERAPI
#define FORCEINLINE inline __attribute__((always_inline))
#define DECLSPEC_ALIGN(n) __attribute__((aligned(n)))
#define DECLSPEC_NORETURN __attribute__((noreturn))
#define UNREFERENCED_PARAMETER(parameter) ((void)(parameter))
#define DBG_UNREFERENCED_PARAMETER(parameter) ((void)(parameter))
#define DBG_UNREFERENCED_LOCAL_VARIABLE(variable) ((void)(variable))

#ifndef NULL
#define NULL 0
#endif
#ifndef FALSE
#define FALSE 0
#endif
#ifndef TRUE
#define TRUE 1
#endif

/* ---- Numbers ------------------------------------------------------------------------------------- */

typedef int BOOL, *PBOOL, *LPBOOL;
typedef unsigned char BYTE, *PBYTE, *LPBYTE, BOOLEAN, *PBOOLEAN, UCHAR, *PUCHAR;
typedef unsigned short WORD, *PWORD, *LPWORD, USHORT, *PUSHORT;
typedef char CHAR, *PCHAR, CCHAR;
typedef short SHORT, *PSHORT;
typedef int INT, *PINT, *LPINT;
typedef unsigned int UINT, *PUINT, *LPUINT;
typedef int LONG, *PLONG, *LPLONG;
typedef unsigned int ULONG, *PULONG;
typedef unsigned int DWORD, *PDWORD, *LPDWORD;
typedef float FLOAT, *PFLOAT;
typedef double DOUBLE;
typedef long long LONGLONG, *PLONGLONG;
typedef unsigned long long ULONGLONG, *PULONGLONG, DWORDLONG, *PDWORDLONG;
typedef signed char INT8, *PINT8;
typedef unsigned char UINT8, *PUINT8;
typedef short INT16, *PINT16;
typedef unsigned short UINT16, *PUINT16;
typedef int INT32, *PINT32, LONG32;
typedef unsigned int UINT32, *PUINT32, DWORD32, ULONG32;
typedef long long INT64, *PINT64, LONG64;
typedef unsigned long long UINT64, *PUINT64, DWORD64, *PDWORD64, ULONG64;

namespace amp_windows {
/* A parameter that is a pointer to a DWORD or a LONG. A program may have declared the variable as an unsigned
 * long or a long: these are the same type in Visual C++, but larger here. */
template <typename Type, typename Long> class number_pointer {
public:
	number_pointer(Type *p) : pointer_(p), long_(nullptr), value_() {}
	template <typename Other, typename = typename std::enable_if<std::is_same<Other, Long>::value>::type>
	number_pointer(Other *p) : pointer_(p ? &value_ : nullptr), long_(p), value_(p ? static_cast<Type>(*p) : Type()) {}
	number_pointer(const number_pointer &other) : pointer_(other.pointer_), long_(nullptr), value_() {}
	number_pointer &operator=(const number_pointer &) = delete;
	~number_pointer() {
		if (long_)
			*long_ = value_;
	}
	operator Type *() const { return pointer_; }
private:
	Type *pointer_;
	Long *long_;
	Type value_;
};
typedef number_pointer<DWORD, unsigned long> dword_pointer;
typedef number_pointer<LONG, long> long_pointer;
} // namespace amp_windows

/* As large as a pointer. */
typedef std::intptr_t INT_PTR, LONG_PTR;
typedef std::uintptr_t UINT_PTR, ULONG_PTR, DWORD_PTR, *PDWORD_PTR, *PULONG_PTR;
typedef std::size_t SIZE_T, *PSIZE_T;
typedef std::ptrdiff_t SSIZE_T;
typedef ULONG_PTR KAFFINITY;
typedef UINT_PTR WPARAM;
typedef LONG_PTR LPARAM, LRESULT;

/* ---- Text ---------------------------------------------------------------------------------------- */

/* wchar_t has 32 bits here: a WCHAR is a Unicode code point. */
typedef wchar_t WCHAR, *PWCHAR, *LPWCH, *PWCH, *LPWSTR, *PWSTR, *NWPSTR;
typedef const wchar_t *LPCWSTR, *PCWSTR, *LPCWCH, *PCWCH;
typedef char *LPSTR, *PSTR, *NPSTR, *LPCH, *PCH;
typedef const char *LPCSTR, *PCSTR, *LPCCH, *PCCH;
#ifdef UNICODE
typedef WCHAR *LPTSTR, *PTSTR;
typedef const WCHAR *LPCTSTR, *PCTSTR;
#else
typedef char *LPTSTR, *PTSTR;
typedef const char *LPCTSTR, *PCTSTR;
#endif
#if !defined(_TCHAR_DEFINED)
#define _TCHAR_DEFINED
#if defined(UNICODE) || defined(_UNICODE)
typedef wchar_t TCHAR, *PTCHAR;
#else
typedef char TCHAR, *PTCHAR;
#endif
#endif
#ifdef UNICODE
#define __TEXT(quoted) L##quoted
#else
#define __TEXT(quoted) quoted
#endif
#define TEXT(quoted) __TEXT(quoted)

/* ---- Pointers and handles ------------------------------------------------------------------------ */

typedef void *PVOID, *LPVOID;
typedef const void *LPCVOID, *PCVOID;
typedef void *HANDLE, **PHANDLE, **LPHANDLE;
#define DECLARE_HANDLE(name)                                                                        \
	struct name##__ {                                                                               \
		int unused;                                                                                 \
	};                                                                                              \
	typedef struct name##__ *name
DECLARE_HANDLE(HWND);
DECLARE_HANDLE(HINSTANCE);
typedef HINSTANCE HMODULE;
/* The reasons for calls of DllMain. */
#define DLL_PROCESS_DETACH 0
#define DLL_PROCESS_ATTACH 1
#define DLL_THREAD_ATTACH 2
#define DLL_THREAD_DETACH 3
typedef HANDLE HGLOBAL, HLOCAL;
typedef int (*FARPROC)();
typedef int HRESULT; /* as in <amp.h> */
#define _HRESULT_DEFINED
#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR)-1)

/* ---- Structures ---------------------------------------------------------------------------------- */

typedef union _LARGE_INTEGER {
	struct {
		DWORD LowPart;
		LONG HighPart;
	};
	struct {
		DWORD LowPart;
		LONG HighPart;
	} u;
	LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;
typedef union _ULARGE_INTEGER {
	struct {
		DWORD LowPart;
		DWORD HighPart;
	};
	struct {
		DWORD LowPart;
		DWORD HighPart;
	} u;
	ULONGLONG QuadPart;
} ULARGE_INTEGER, *PULARGE_INTEGER;

typedef struct _GUID {
	unsigned int Data1;
	unsigned short Data2;
	unsigned short Data3;
	unsigned char Data4[8];
} GUID, IID, CLSID;
typedef const GUID &REFGUID, &REFIID, &REFCLSID;
inline bool operator==(REFGUID a, REFGUID b) {
	for (int i = 0; i < 8; i++) {
		if (a.Data4[i] != b.Data4[i])
			return false;
	}
	return a.Data1 == b.Data1 && a.Data2 == b.Data2 && a.Data3 == b.Data3;
}
inline bool operator!=(REFGUID a, REFGUID b) { return !(a == b); }
#define IsEqualGUID(a, b) ((a) == (b))
#define IsEqualIID(a, b) ((a) == (b))
#define IsEqualCLSID(a, b) ((a) == (b))
typedef struct _FILETIME {
	DWORD dwLowDateTime;
	DWORD dwHighDateTime;
} FILETIME, *PFILETIME, *LPFILETIME;
typedef struct _SYSTEMTIME {
	WORD wYear, wMonth, wDayOfWeek, wDay, wHour, wMinute, wSecond, wMilliseconds;
} SYSTEMTIME, *PSYSTEMTIME, *LPSYSTEMTIME;
typedef struct tagPOINT {
	LONG x, y;
} POINT, *PPOINT, *LPPOINT;
typedef struct tagSIZE {
	LONG cx, cy;
} SIZE, *PSIZE, *LPSIZE;
typedef struct tagRECT {
	LONG left, top, right, bottom;
} RECT, *PRECT, *LPRECT;
typedef const RECT *LPCRECT;
typedef DWORD COLORREF;
#define RGB(r, g, b) ((COLORREF)((BYTE)(r) | (WORD)(BYTE)(g) << 8 | (DWORD)(BYTE)(b) << 16))
#define GetRValue(rgb) ((BYTE)(rgb))
#define GetGValue(rgb) ((BYTE)((WORD)(rgb) >> 8))
#define GetBValue(rgb) ((BYTE)((rgb) >> 16))

typedef struct _SECURITY_ATTRIBUTES {
	DWORD nLength;
	LPVOID lpSecurityDescriptor;
	BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;
typedef struct _OVERLAPPED {
	ULONG_PTR Internal, InternalHigh;
	DWORD Offset, OffsetHigh;
	HANDLE hEvent;
} OVERLAPPED, *LPOVERLAPPED;

/* ---- Parts of numbers, and limits ---------------------------------------------------------------- */

#define MAKEWORD(low, high) ((WORD)((BYTE)(low) | (WORD)(BYTE)(high) << 8))
#define MAKELONG(low, high) ((LONG)((WORD)(low) | (DWORD)(WORD)(high) << 16))
#define LOWORD(number) ((WORD)((DWORD_PTR)(number) & 0xffff))
#define HIWORD(number) ((WORD)((DWORD_PTR)(number) >> 16 & 0xffff))
#define LOBYTE(number) ((BYTE)((DWORD_PTR)(number) & 0xff))
#define HIBYTE(number) ((BYTE)((DWORD_PTR)(number) >> 8 & 0xff))
#define MAXDWORD 0xffffffffu
#define MAXDWORD64 (~0ull)
#define MAXLONG 0x7fffffff
#define MINLONG (-0x7fffffff - 1)
#define MAXLONGLONG 0x7fffffffffffffffll
#define MAXBYTE 0xff
#define MAXWORD 0xffff
#define MAXSHORT 0x7fff
#define MAXINT 0x7fffffff
#define MAXUINT 0xffffffffu
#define MAX_PATH 260
#define INFINITE 0xffffffffu
#ifndef ARRAYSIZE
#define ARRAYSIZE(array) (sizeof(array) / sizeof((array)[0]))
#endif
#ifndef C_ASSERT
#define C_ASSERT(condition) static_assert(condition, #condition)
#endif
/* Operators for an enumeration of flags. */
#define DEFINE_ENUM_FLAG_OPERATORS(E)                                                               \
	inline constexpr E operator|(E a, E b) { return E(int(a) | int(b)); }                           \
	inline constexpr E operator&(E a, E b) { return E(int(a) & int(b)); }                           \
	inline constexpr E operator^(E a, E b) { return E(int(a) ^ int(b)); }                           \
	inline constexpr E operator~(E a) { return E(~int(a)); }                                        \
	static inline E &operator|=(E &a, E b) { return a = a | b; }                                    \
	static inline E &operator&=(E &a, E b) { return a = a & b; }                                    \
	static inline E &operator^=(E &a, E b) { return a = a ^ b; }
#define _ARRAYSIZE ARRAYSIZE
#define RTL_NUMBER_OF ARRAYSIZE
#define CONTAINING_RECORD(address, type, field) ((type *)((char *)(address) - offsetof(type, field)))
#define FIELD_OFFSET(type, field) ((LONG)offsetof(type, field))

#endif
