/* <windows.h>: the part that console programs use, on top of POSIX and the C++ library. docs/porting.md lists
 * it. */
#ifndef AMP_WINDOWS_WINDOWS_H
#define AMP_WINDOWS_WINDOWS_H
#define _WINDOWS_

#include "windef.h"
#include "winerror.h"

#include "detail/pages.h"
#include "detail/clock.h"
#include "detail/console.h"
#include "detail/file.h"
#include "detail/handle.h"
#include "detail/synchronize.h"
#include "detail/system.h"
#include "detail/thread.h"
#include "sal.h"
#include "wingdi.h"
#include "winuser.h"

/* ---- Names of functions that take either kind of text --------------------------------------------- */

#ifdef UNICODE
#define AMP_WINDOWS_AW(name) name##W
#else
#define AMP_WINDOWS_AW(name) name##A
#endif
#define CharLower AMP_WINDOWS_AW(CharLower)
#define CharUpper AMP_WINDOWS_AW(CharUpper)
#define CopyFile AMP_WINDOWS_AW(CopyFile)
#define CreateDirectory AMP_WINDOWS_AW(CreateDirectory)
#define CreateEvent AMP_WINDOWS_AW(CreateEvent)
#define CreateFile AMP_WINDOWS_AW(CreateFile)
#define CreateFileMapping AMP_WINDOWS_AW(CreateFileMapping)
#define CreateMutex AMP_WINDOWS_AW(CreateMutex)
#define CreateSemaphore AMP_WINDOWS_AW(CreateSemaphore)
#define DeleteFile AMP_WINDOWS_AW(DeleteFile)
#define ExpandEnvironmentStrings AMP_WINDOWS_AW(ExpandEnvironmentStrings)
#define FatalAppExit AMP_WINDOWS_AW(FatalAppExit)
#define FillConsoleOutputCharacter AMP_WINDOWS_AW(FillConsoleOutputCharacter)
#define FindFirstFile AMP_WINDOWS_AW(FindFirstFile)
#define FindNextFile AMP_WINDOWS_AW(FindNextFile)
#define FormatMessage AMP_WINDOWS_AW(FormatMessage)
#define GetCommandLine AMP_WINDOWS_AW(GetCommandLine)
#define GetComputerName AMP_WINDOWS_AW(GetComputerName)
#define GetCurrentDirectory AMP_WINDOWS_AW(GetCurrentDirectory)
#define GetEnvironmentVariable AMP_WINDOWS_AW(GetEnvironmentVariable)
#define GetFileAttributes AMP_WINDOWS_AW(GetFileAttributes)
#define GetFullPathName AMP_WINDOWS_AW(GetFullPathName)
#define GetModuleFileName AMP_WINDOWS_AW(GetModuleFileName)
#define GetModuleHandle AMP_WINDOWS_AW(GetModuleHandle)
#define GetTempFileName AMP_WINDOWS_AW(GetTempFileName)
#define GetTempPath AMP_WINDOWS_AW(GetTempPath)
#define GetUserName AMP_WINDOWS_AW(GetUserName)
#define GetVersionEx AMP_WINDOWS_AW(GetVersionEx)
#define LPWIN32_FIND_DATA AMP_WINDOWS_AW(LPWIN32_FIND_DATA)
#define LoadLibrary AMP_WINDOWS_AW(LoadLibrary)
#define LoadLibraryEx AMP_WINDOWS_AW(LoadLibraryEx)
#define MessageBox AMP_WINDOWS_AW(MessageBox)
#define MoveFile AMP_WINDOWS_AW(MoveFile)
#define MoveFileEx AMP_WINDOWS_AW(MoveFileEx)
#define OSVERSIONINFO AMP_WINDOWS_AW(OSVERSIONINFO)
#define OSVERSIONINFOEX AMP_WINDOWS_AW(OSVERSIONINFOEX)
#define OutputDebugString AMP_WINDOWS_AW(OutputDebugString)
#define RemoveDirectory AMP_WINDOWS_AW(RemoveDirectory)
#define SetConsoleTitle AMP_WINDOWS_AW(SetConsoleTitle)
#define SetCurrentDirectory AMP_WINDOWS_AW(SetCurrentDirectory)
#define SetEnvironmentVariable AMP_WINDOWS_AW(SetEnvironmentVariable)
#define WIN32_FIND_DATA AMP_WINDOWS_AW(WIN32_FIND_DATA)
#define WriteConsole AMP_WINDOWS_AW(WriteConsole)
#define lstrcat AMP_WINDOWS_AW(lstrcat)
#define lstrcmp AMP_WINDOWS_AW(lstrcmp)
#define lstrcmpi AMP_WINDOWS_AW(lstrcmpi)
#define lstrcpy AMP_WINDOWS_AW(lstrcpy)
#define lstrcpyn AMP_WINDOWS_AW(lstrcpyn)
#define lstrlen AMP_WINDOWS_AW(lstrlen)
#define wsprintf AMP_WINDOWS_AW(wsprintf)

#ifndef WIN32_LEAN_AND_MEAN
#include "mmsystem.h"
#define interface struct
typedef unsigned char byte;
#define PURE = 0
#define THIS_
#define THIS void
#endif

/* ---- min and max ---------------------------------------------------------------------------------- */

/* In the units that ampcc writes, the program's macros are expanded. Elsewhere, the standard library's
 * headers that use min() or max() must be included first. */
#if !defined(NOMINMAX) && !defined(AMPCC_PRELUDE_H) && !defined(__AMPCC_PARSE__)
#include "detail/standard_headers.h"
#ifndef max
#define max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#ifndef min
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif
#endif

#endif
