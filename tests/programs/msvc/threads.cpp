// options: --amp-msvc
// Workers that take rows of an image from a queue, as programs had them before C++11's threads.
#include "stdafx.h"
#ifndef UNICODE
#define UNICODE
#endif
#include <windows.h>
#include <atlconv.h>
#include <process.h>
#include <stdio.h>

static_assert(sizeof(TCHAR) == sizeof(wchar_t), "UNICODE is no include guard");

#define WORKERS 4
#define ROWS 32
#define COLUMNS 64

enum Modes { Mode_Fast = 1, Mode_Exact = 2 };
DEFINE_ENUM_FLAG_OPERATORS(Modes)
static int g_attached = 0;

class CriticalSection
{
public:
	CriticalSection() { InitializeCriticalSectionAndSpinCount(&m_section, 400); }
	~CriticalSection() { DeleteCriticalSection(&m_section); }
	void Enter() { EnterCriticalSection(&m_section); }
	void Leave() { LeaveCriticalSection(&m_section); }
private:
	CRITICAL_SECTION m_section;
};

template <class T> class Lock
{
public:
	explicit Lock(T &lock) : m_lock(lock) { m_lock.Enter(); }
	~Lock() { m_lock.Leave(); }
private:
	T &m_lock;
};

struct Context
{
	CriticalSection lock;
	std::vector<int> rows;
	std::vector<float> image;
	double sum;
	HANDLE start, finished;
	volatile LONG active;
	LONG calls;
};

static BOOL TakeRow(Context &context, int *row)
{
	Lock<CriticalSection> lock(context.lock);
	if (context.rows.empty())
		return FALSE;
	*row = context.rows.back();
	context.rows.pop_back();
	return TRUE;
}

static float Render(int row)
{
	std::vector<float> line(COLUMNS);
	concurrency::array_view<float> view(COLUMNS, line);
	view.discard_data();
	concurrency::parallel_for_each(view.extent, [=](concurrency::index<1> i) restrict(amp) {
		view[i] = (float)(row * COLUMNS + i[0]);
	});
	view.synchronize();
	return std::accumulate(line.begin(), line.end(), 0.0f);
}

static void Work(Context &context)
{
	int row;
	WaitForSingleObject(context.start, INFINITE);
	while (TakeRow(context, &row)) {
		float sum = Render(row);
		Lock<CriticalSection> lock(context.lock);
		context.sum += sum;
		InterlockedIncrement(&context.calls);
	}
	if (InterlockedDecrement(&context.active) == 0)
		SetEvent(context.finished);
}

static unsigned long WINAPI ThreadProc(LPVOID parameter)
{
	Work(*static_cast<Context *>(parameter));
	return 7;
}

static unsigned __stdcall ThreadEx(void *parameter)
{
	Work(*static_cast<Context *>(parameter));
	_endthreadex(8);
	return 0;
}

int main()
{
	Context context;
	HANDLE threads[WORKERS];
	unsigned long id, code = 0, codes = 0;

	context.sum = 0;
	context.calls = 0;
	context.active = WORKERS;
	for (int i = 0; i < ROWS; i++)
		context.rows.push_back(i);
	context.start = CreateEvent(NULL, TRUE, FALSE, NULL);
	context.finished = CreateEventW(NULL, FALSE, FALSE, NULL);
	for (int i = 0; i < WORKERS; i++) {
		threads[i] = i % 2 ? CreateThread(NULL, 0, ThreadProc, &context, 0, &id)
			: reinterpret_cast<HANDLE>(_beginthreadex(NULL, 0, &ThreadEx, &context, 0, NULL));
		if (threads[i] == NULL)
			return 1;
	}
	printf("before: %s\n", WaitForSingleObject(context.finished, 10) == WAIT_TIMEOUT ? "waiting" : "finished");
	SetEvent(context.start);
	printf("event: %s\n", WaitForSingleObject(context.finished, INFINITE) == WAIT_OBJECT_0 ? "finished" : "failed");
	printf("threads: %s\n", WaitForMultipleObjects(WORKERS, threads, TRUE, INFINITE) == WAIT_OBJECT_0 ? "ended" : "failed");
	for (int i = 0; i < WORKERS; i++) {
		GetExitCodeThread(threads[i], &code);
		codes += code;
		CloseHandle(threads[i]);
	}
	printf("codes %u, rows %d, sum %.0f\n", codes, (int)context.calls, context.sum);
	printf("reset: %s\n", WaitForSingleObject(context.finished, 0) == WAIT_TIMEOUT ? "yes" : "no");
	CloseHandle(context.start);
	CloseHandle(context.finished);

	HANDLE mutex = CreateMutex(NULL, TRUE, NULL), semaphore = CreateSemaphore(NULL, 2, 2, NULL);
	LONG before = -1;
	DWORD one = WaitForSingleObject(semaphore, 0), two = WaitForSingleObject(semaphore, 0), three = WaitForSingleObject(semaphore, 0);
	ReleaseSemaphore(semaphore, 1, &before);
	printf("mutex %d, semaphore %u %u %u %d\n", ReleaseMutex(mutex) != FALSE, one, two, three, (int)before);
	/* _T is by _UNICODE, TCHAR by UNICODE */
	GUID guid = { 1, 2, 3, { 4 } };
	switch (HRESULT_FROM_WIN32(ERROR_FILE_NOT_FOUND)) {
	case HRESULT_FROM_WIN32(ERROR_FILE_NOT_FOUND): printf("%s %d\n", (LPCSTR)CA2A(_T("constant")), IsEqualGUID(guid, guid)); break;
	}
	Modes modes = Mode_Fast | Mode_Exact;
	printf("%d %d\n", modes & ~Mode_Fast, g_attached);
	return 0;
}

BOOL APIENTRY DllMain(HMODULE, DWORD ul_reason_for_call, LPVOID lpReserved)
{
	switch (ul_reason_for_call) {
	case DLL_PROCESS_ATTACH: g_attached += lpReserved != NULL; break;
	case DLL_PROCESS_DETACH: puts("detached"); break;
	}
	return TRUE;
}
