/* The multimedia timer. */
#ifndef AMP_WINDOWS_MMSYSTEM_H
#define AMP_WINDOWS_MMSYSTEM_H

#include "windows.h"

#define TIMERR_NOERROR 0
typedef UINT MMRESULT;
typedef struct timecaps_tag {
	UINT wPeriodMin, wPeriodMax;
} TIMECAPS, *LPTIMECAPS;
inline DWORD timeGetTime() { return GetTickCount(); }
inline MMRESULT timeBeginPeriod(UINT) { return TIMERR_NOERROR; }
inline MMRESULT timeEndPeriod(UINT) { return TIMERR_NOERROR; }
inline MMRESULT timeGetDevCaps(LPTIMECAPS caps, UINT) {
	*caps = TIMECAPS{1, 1000000};
	return TIMERR_NOERROR;
}

#endif
