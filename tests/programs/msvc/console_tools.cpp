// options: --amp-msvc -DUNICODE -D_UNICODE
// What console programs do around their kernels: paths, files by wide names and backslashes, timers, TR1's random numbers,
// COM-like classes, properties, goto to a label at the end.
#include "stdafx.h"
#include <windows.h>
#include <shlwapi.h>
#include <psapi.h>
#include <tchar.h>
#include <direct.h>
#include <io.h>
#include <fstream>
#include <random>
#include <new.h>
#include <strstream>
#include <sys/stat.h>
#include <ppl.h>
#include <concurrent_vector.h>
#include <exception>
using namespace std;
using namespace Concurrency;

#define SAFE_RELEASE(p) { if (p) { (p)->Release(); (p) = NULL; } }

/* as in C++14, the default, names that std has from C++17 on */
static int data[2] = {0, 99}, size = 2;
template <class T> T clamp(T v, T low, T high) { return v < low ? low : v > high ? high : v; }
#define TRACE(format, ...) printf(format, __VA_ARGS__)

#define REPORT(condition) if (!(condition)) { wprintf(L"%ls, line %d\n", L#condition, __LINE__); }

C_ASSERT(sizeof(DWORD) == 4);
enum Kind;

__interface ICounter
{
	ULONG AddRef();
	ULONG Release();
	Kind GetKind();
};

enum Kind { Plain, Fancy };

interface __declspec(novtable) IScaler : public ICounter
{
	virtual ~IScaler() = 0 {}
	STDMETHOD(Scale)(THIS_ float *data, UINT count) PURE;
};

class CFileError : public std::exception
{
public:
	CFileError(const char *pszText) throw() : exception(pszText) {}
	const char *what() const throw() { sprintf_s(m_text, "file: %s", __super::what()); return m_text; }
private:
	mutable char m_text[64];
};

template <class Base> class CCounted : public Base
{
	LONG m_lRefs;
public:
	CCounted() : m_lRefs(1) {}
	ULONG AddRef() { return InterlockedIncrement(&m_lRefs); }
	ULONG Release()
	{
		register LONG lRefs = InterlockedDecrement(&m_lRefs);
		if (lRefs == 0)
			delete this;
		return lRefs;
	}
};

class CScaler : public CCounted<IScaler>
{
	float m_factor;
public:
	static int s_alive;
	CScaler() : m_factor(1) { s_alive++; }
	~CScaler() { s_alive--; }
	__declspec(property(get = GetFactor, put = PutFactor)) float Factor;
	float GetFactor() const { return m_factor; }
	void PutFactor(float f) throw(std::exception) { m_factor = f; }
	Kind GetKind() { return Kind::Fancy; }
	STDMETHODIMP Scale(float *data, UINT count);
};
int CScaler::s_alive;

STDMETHODIMP CScaler::Scale(float *data, UINT count)
{
	if (!data)
		return E_POINTER;
	array_view<float> v(count, data);
	const float f = Factor;
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0] * f; });
	v.synchronize();
	return S_OK;
}

HRESULT Run(LPCTSTR pszFolder, LPCTSTR pszName)
{
	HRESULT hr = S_OK;
	CScaler *pScaler = NULL;
	TCHAR szFile[MAX_PATH];
	if (!pszFolder || !PathCombine(szFile, pszFolder, pszName))
	{
		hr = E_INVALIDARG;
		goto Cleanup;
	}
	pScaler = new CScaler;
	pScaler->Factor = 0.5f;
	pScaler->Factor *= 3;
	const UINT *pnCount = NULL;
	UINT nCount = 8;
	pnCount = &nCount;
	{
		vector<float> data(*pnCount);
		hr = pScaler->Scale(data.data(), *pnCount);
		if (FAILED(hr))
			goto Cleanup;
		ofstream out(szFile, ios::binary);
		if (!out)
			throw CFileError("cannot be written");
		out.write((const char *)data.data(), data.size() * sizeof(data[0]));
	}
Cleanup:
	SAFE_RELEASE(pScaler);
	return hr;
}

static VOID CALLBACK OnTimer(PVOID pEvent, BOOLEAN) { SetEvent(pEvent); }

int _tmain(int argc, _TCHAR *argv[])
{
	TCHAR szTemp[MAX_PATH], szFolder[MAX_PATH], szFile[MAX_PATH];
	GetTempPath(MAX_PATH, szTemp); _ASSERTE(argc > 0); /* without <crtdbg.h> */
	_stprintf_s(szFolder, _T("%samp_%u"), szTemp, GetCurrentProcessId());
	_tprintf(_T("%d\n"), _tmkdir(szFolder));
	_stprintf_s(szFile, _T("%s\\data.bin"), szFolder);
	HRESULT hr = Run(szFolder, _T("data.bin"));
	_tprintf(_T("%08X %08X %d\n"), hr, Run(NULL, NULL), CScaler::s_alive);

	struct _stat st;
	float last = 0;
	ifstream in;
	in.open(szFile, ios::in | ios::binary);
	in.seekg(7 * sizeof(float)).read((char *)&last, sizeof last);
	in.close();
	int found = _tstat(szFile, &st);
	_tprintf(_T("%d %d %.1f %s\n"), found, (int)st.st_size, last, PathFindExtension(szFile));
	try { Run(_T("no\\such"), _T("folder")); }
	catch (std::exception e) { printf("%s\n", e.what()); }
	TCHAR szCopy[MAX_PATH];
	_tcscpy_s(szCopy, szFile);
	BOOL removed = PathRemoveFileSpec(szCopy), same = !lstrcmpi(szCopy, szFolder);
	_tprintf(_T("%d %d %d %d\n"), removed, same, PathFileExists(szFile), PathIsDirectory(szCopy));
	BOOL deleted = DeleteFile(szFile), gone = _taccess(szFile, 0) != 0;
	_tprintf(_T("%d %d %d\n"), deleted, gone, RemoveDirectory(szFolder));

	HANDLE hEvent = CreateEvent(NULL, FALSE, FALSE, NULL), hTimer;
	CreateTimerQueueTimer(&hTimer, NULL, OnTimer, hEvent, 1, 0, WT_EXECUTEDEFAULT);
	DWORD dwWait = WaitForSingleObject(hEvent, 10000);
	_tprintf(_T("%lu %d\n"), dwWait, DeleteTimerQueueTimer(NULL, hTimer, INVALID_HANDLE_VALUE));
	CloseHandle(hEvent);

	std::tr1::mt19937 engine(1);
	std::tr1::uniform_int<int> die(1, 6);
	std::tr1::variate_generator<std::tr1::mt19937, std::tr1::uniform_real<double>> real(engine, std::tr1::uniform_real<double>(2, 3));
	int out = 0;
	for (int i = 0; i < 1000; i++)
		out += die(engine) < 1 || die(engine) > 6 || real() < 2 || real() >= 3;
	concurrent_vector<int> v;
	parallel_for(0, 100, [&](int i) { v.push_back(99 - i); });
	parallel_sort(begin(v), end(v));
	int sum = parallel_reduce(v.begin(), v.end(), 0, [](int a, int b) { return a + b; });
	out += std::_Pi < 3.14159 || std::_Pi > 3.1416;
	ostrstream text;
	text << out << ' ' << v[data[0]] << ' ' << v[clamp(500, data[0], data[size - 1])] << ' ' << sum << ends;
	printf("%s\n", text.str());
	text.freeze(false);
	TRACE("no arguments\n");
	REPORT(argc < 0 && "condition");
	COORD size = {100, 300};
	SMALL_RECT window = {0, 0, 99, 39};
	HANDLE hOut = GetStdHandle(STD_OUTPUT_HANDLE);
	REPORT(SetConsoleScreenBufferSize(hOut, size) && SetConsoleWindowInfo(hOut, TRUE, &window) && SetConsoleTextAttribute(hOut, FOREGROUND_RED));

	PROCESS_MEMORY_COUNTERS pmc;
	float *p = (float *)_aligned_malloc(64, 32);
	p[15] = 2.0f;
	p = (float *)_aligned_realloc(p, 4096, 64);
	printf("%d %d %.0f %d\n", GetProcessMemoryInfo(GetCurrentProcess(), &pmc, sizeof pmc) && pmc.WorkingSetSize > 0,
	       ((UINT_PTR)p & 63) == 0, p[15], MulDiv(-7, 3, 2));
	_aligned_free(p);
	return 0;
}
