// The console program.
#include <windows.h>
#include <tchar.h>
#include <stdio.h>
#include "engine.h"

static_assert(SECOND == 1, "of Directory.Build.props");

int _tmain(int argc, _TCHAR *argv[])
{
	LARGE_INTEGER frequency, start, stop;
	QueryPerformanceFrequency(&frequency);
	QueryPerformanceCounter(&start);
	Engine engine(10);
	QueryPerformanceCounter(&stop);
	_tprintf(_T("%S: %.0f, %d arguments, %s\n"), Engine::Name(), engine.SumOfSquares(), argc - 1,
		stop.QuadPart >= start.QuadPart && frequency.QuadPart > 0 ? _T("in time") : _T("too early"));
	return 0;
}
