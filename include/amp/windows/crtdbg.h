/* <crtdbg.h>: assertions and reports, which each header of Microsoft's C++ library includes. The debug heap is not
 * supported (-fsanitize=address finds the same errors). */
#ifndef AMP_WINDOWS_CRTDBG_H
#define AMP_WINDOWS_CRTDBG_H

#ifdef _DEBUG
#include <cassert>
#endif
#include <cstdio>
#include <cstdlib>

#include "corecrt.h"

#define _CRT_WARN 0
#define _CRT_ERROR 1
#define _CRT_ASSERT 2
#define _CRT_ERRCNT 3
#define _CRTDBG_MODE_FILE 1
#define _CRTDBG_MODE_DEBUG 2
#define _CRTDBG_MODE_WNDW 4
#define _CRTDBG_REPORT_MODE (-1)
#define _CRTDBG_ALLOC_MEM_DF 0x01
#define _CRTDBG_DELAY_FREE_MEM_DF 0x02
#define _CRTDBG_CHECK_ALWAYS_DF 0x04
#define _CRTDBG_CHECK_CRT_DF 0x10
#define _CRTDBG_LEAK_CHECK_DF 0x20
#define _CRTDBG_REPORT_FLAG (-1)
typedef void *_HFILE;
#define _CRTDBG_FILE_STDERR ((_HFILE)(-5l))
#define _CRTDBG_FILE_STDOUT ((_HFILE)(-4l))
#define _NORMAL_BLOCK 1
#define _CLIENT_BLOCK 4

inline int _CrtSetDbgFlag(int) { return 0; }
inline int _CrtSetReportMode(int, int) { return 0; }
inline _HFILE _CrtSetReportFile(int, _HFILE) { return nullptr; }
inline int _CrtDumpMemoryLeaks() { return 0; }
inline int _CrtCheckMemory() { return 1; }
inline long _CrtSetBreakAlloc(long) { return 0; }
struct _CrtMemState {
	int unused;
};
inline void _CrtMemCheckpoint(_CrtMemState *) {}
inline int _CrtMemDifference(_CrtMemState *, const _CrtMemState *, const _CrtMemState *) { return 0; }
inline void _CrtMemDumpStatistics(const _CrtMemState *) {}
inline void _CrtMemDumpAllObjectsSince(const _CrtMemState *) {}

/* In debug builds only, as on Windows. */
#ifdef _DEBUG
#define _ASSERT(condition) assert(condition)
#define _ASSERTE(condition) assert(condition)
#define _ASSERT_EXPR(condition, message) assert(condition)
#define _RPT0(type, text) ((void)std::fputs(text, stderr))
#define _RPT1(type, ...) ((void)fprintf(stderr, __VA_ARGS__))
#define _RPT2(type, ...) ((void)fprintf(stderr, __VA_ARGS__))
#define _RPT3(type, ...) ((void)fprintf(stderr, __VA_ARGS__))
#define _RPTF0(type, text) ((void)fprintf(stderr, "%s(%d) : %s", __FILE__, __LINE__, text))
#else
#define _ASSERT(condition) ((void)0)
#define _ASSERTE(condition) ((void)0)
#define _ASSERT_EXPR(condition, message) ((void)0)
#define _RPT0(type, text) ((void)0)
#define _RPT1(type, ...) ((void)0)
#define _RPT2(type, ...) ((void)0)
#define _RPT3(type, ...) ((void)0)
#define _RPTF0(type, text) ((void)0)
#endif

#endif
