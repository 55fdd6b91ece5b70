// options: --amp-msvc
// A benchmark with the performance counter, in the manner of the first samples.
#define WIN32_LEAN_AND_MEAN
#include <SDKDDKVer.h>
#include <windows.h>
#include <tchar.h>
#include <stdio.h>
#include <amp.h>
#include <vector>
#include <algorithm>
using namespace concurrency;

class Timer
{
public:
	Timer::Timer() : m_running(FALSE)
	{
		if (!QueryPerformanceFrequency(&m_frequency))
			m_frequency.QuadPart = 0;
		m_start.QuadPart = m_elapsed.QuadPart = 0;
	}
	void Start()
	{
		m_running = TRUE;
		QueryPerformanceCounter(&m_start);
	}
	void Stop()
	{
		LARGE_INTEGER now;
		QueryPerformanceCounter(&now);
		m_elapsed.QuadPart += now.QuadPart - m_start.QuadPart;
		m_running = FALSE;
	}
	double Milliseconds() const { return 1000.0 * (double)m_elapsed.QuadPart / (double)m_frequency.QuadPart; }
	BOOL Running() const { return m_running; }
private:
	LARGE_INTEGER m_frequency, m_start, m_elapsed;
	BOOL m_running;
};

typedef struct _SAMPLE
{
	DWORD Key;
	LONG Weight;
	ULONGLONG Stamp;
} SAMPLE, *PSAMPLE;

static void Fill(std::vector<LONG> &values)
{
	array_view<LONG> v((int)values.size(), values);
	v.discard_data();
	parallel_for_each(v.extent, [=](index<1> idx) restrict(amp) {
		v[idx] = (idx[0] * 7919) % 1000;
	});
	v.synchronize();
}

int _tmain(int argc, _TCHAR *argv[])
{
	UNREFERENCED_PARAMETER(argv);
	std::vector<LONG> values(1000);
	Timer timer;
	const DWORD ticks = GetTickCount();
	const ULONGLONG ticks64 = GetTickCount64();

	timer.Start();
	Fill(values);
	Sleep(20);
	timer.Stop();
	const double first = timer.Milliseconds();
	timer.Start();
	Sleep(5);
	timer.Stop();

	LONG smallest = min(values[1], values[2]), largest = max(values[1], values[2]);
	_tprintf(_T("sizes: %u %u %u %u\n"), (unsigned)sizeof(DWORD), (unsigned)sizeof(LONG), (unsigned)sizeof(LONGLONG),
		(unsigned)sizeof(SAMPLE));
	_tprintf(_T("%d arguments, %ld to %ld\n"), argc - 1, (long)smallest, (long)largest);
	_tprintf(_T("%s, %s\n"), first >= 19.0 ? _T("slept") : _T("too short"),
		timer.Milliseconds() >= first + 4.0 ? _T("added") : _T("not added"));
	_tprintf(_T("%s, %s\n"), GetTickCount() - ticks >= 20 ? _T("ticks") : _T("no ticks"),
		GetTickCount64() - ticks64 >= 20 ? _T("64") : _T("no 64"));

	LARGE_INTEGER parts;
	parts.QuadPart = 0x100000002LL;
	SAMPLE sample = { MAKELONG(1, 2), -1, MAXDWORD };
	PSAMPLE p = &sample;
	_tprintf(_T("%d %u, %u %u, %lu %d\n"), parts.HighPart, parts.LowPart, LOWORD(p->Key), HIWORD(p->Key),
		(unsigned long)p->Stamp, timer.Running());
	ZeroMemory(&sample, sizeof(sample));
	return p->Key == 0 && p->Weight == 0 && p->Stamp == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
