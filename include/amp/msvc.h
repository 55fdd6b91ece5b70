/* --amp-msvc: the macros that Visual C++ defines, included in front of each source while it is preprocessed.
 *
 * ampcc leaves this header out of the units that it writes, in which the program's text is already expanded,
 * so headers that those include see none of the macros. The preprocessor reads the standard headers and C++
 * AMP's first, so that neither these macros nor the program's min and max affect them.
 *
 * AMP_MSC_VER is the value of _MSC_VER; AMP_WITHOUT_MSC_VER, AMP_WITHOUT_WIN32 and AMP_WITHOUT_WIN64 leave a
 * macro undefined (-U on the command line). */
#if !defined(AMPCC_MSVC_H) && defined(AMP_MSC_VER) && !defined(__ASSEMBLER__)
#define AMPCC_MSVC_H

/* inline static const int n = 1, in a class: Visual C++ treats it as a definition without the keyword. */
#if defined(__NVCC__) && __cplusplus < 201703L
#pragma nv_diag_suppress 3033
#if __GNUC__ >= 12 && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wc++17-extensions"
#endif
#endif

#ifdef __cplusplus
#include <amp/windows/detail/standard_headers.h>
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#endif

/* ---- the compiler and the system ------------------------------------------ */

#ifndef AMP_WITHOUT_MSC_VER
#ifndef _MSC_VER
#define _MSC_VER AMP_MSC_VER
#endif
#define _MSC_FULL_VER (_MSC_VER * 100000 + 30133)
#define _MSC_BUILD 0
#define _MSC_EXTENSIONS 1
#ifdef __cplusplus
#define _MSVC_LANG __cplusplus
#define _CPPRTTI 1
#define _CPPUNWIND 1
#define _NATIVE_WCHAR_T_DEFINED 1
#endif
#define _INTEGRAL_MAX_BITS 64
#define _MT 1
#define _DLL 1
#define _M_X64 100
#define _M_AMD64 100
#define _M_FP_PRECISE 1
#endif
#ifndef AMP_WITHOUT_WIN32
#ifndef _WIN32
#define _WIN32 1
#endif
#endif
#if !defined(AMP_WITHOUT_WIN64) && !defined(AMP_WITHOUT_WIN32)
#ifndef _WIN64
#define _WIN64 1
#endif
#endif

/* ---- words of the language ------------------------------------------------ */

#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#define _int8 char
#define _int16 short
#define _int32 int
#define _int64 long long

#undef __try
#undef __catch

#define __cdecl
#define __stdcall
#define __fastcall
#define __thiscall
#define __vectorcall
#define __clrcall
#define _cdecl
#define _stdcall
#define _fastcall
#define __w64
#define __ptr32
#define __ptr64
#define __unaligned
#define __sptr
#define __uptr

/* Visual C++ merely warns if it cannot inline a function; with always_inline that would be an error. */
#define __forceinline inline
#define _inline inline
#define __assume(condition) ((void)0)
#define __noop(...) ((void)0)
#define __pragma(text) _Pragma(#text)
#define __identifier(name) name
#define __FUNCSIG__ __PRETTY_FUNCTION__
#define __FUNCDNAME__ __func__

/* <stdlib.h> */
#define _countof(array) (sizeof(array) / sizeof((array)[0]))

#endif
