// options: --amp-msvc
// Configuration from text by the C library's secure functions, wide and narrow, for a kernel of options.
#include "stdafx.h"
#include <tchar.h>
#include <windows.h>
#include <crtdbg.h>
#include <sal.h>
#include <map>
#include <sstream>
#include <cctype>
using namespace Concurrency;
typedef std::basic_string<TCHAR> tstring;

struct Options
{
	int iterations;
	float scale;
	__int64 seed;
	bool verbose;
};

_Check_return_ static bool ParseLine(_In_z_ const char *line, _Inout_ Options &options)
{
	char key[32], value[64];
	if (sscanf_s(line, " %31[^= ] = %63s", key, (unsigned)_countof(key), value, (unsigned)sizeof value) != 2)
		return false;
	if (_stricmp(key, "ITERATIONS") == 0)
		options.iterations = atoi(value);
	else if (!_stricmp(key, "scale"))
		options.scale = (float)atof(value);
	else if (!_strnicmp(key, "seedling", 4))
		options.seed = _strtoi64(value, NULL, 0);
	else if (!_stricmp(key, "verbose"))
		options.verbose = value[0] == 'y';
	else
		return false;
	return true;
}

static int Parse(const char *text, Options &options)
{
	char *copy = _strdup(text), *context = nullptr;
	int failed = 0;
	for (char *line = strtok_s(copy, ";\r\n", &context); line; line = strtok_s(NULL, ";\r\n", &context))
		failed += !ParseLine(line, options);
	free(copy);
	return failed;
}

template <class T> inline tstring Describe(const T &value) { std::basic_ostringstream<TCHAR> s; s << value; return s.str(); }
template <> static tstring Describe(const bool &value) { return value ? _T("yes") : _T("no"); }

void Iterate(std::vector<float> &data, const Options &options)
{
	array_view<float> view((int)data.size(), data);
	const int iterations = options.iterations;
	const float scale = options.scale;
	parallel_for_each(view.extent, [=](index<1> idx) restrict(amp) {
		float x = view[idx];
		for (int i = 0; i < iterations; ++i)
			x = x * scale + 1;
		view[idx] = x;
	});
}

int _tmain(int argc, TCHAR *argv[])
{
	_CrtSetDbgFlag(_CRTDBG_ALLOC_MEM_DF | _CRTDBG_LEAK_CHECK_DF);
	Options options = { 1, 1.0f, 0, false };
	int failed = Parse("iterations = 3\r\nScale=0.5;seed = 0x123456789ABCDEF\nverbose = yes;what = ever", options);
	std::vector<float> data(16, 2.0f);
	data[3] = 8;
	Iterate(data, options);
	char line[128];
	sprintf_s(line, "%d %.3f %I64d %I64x %s", options.iterations, options.scale, options.seed, options.seed,
	          options.verbose ? "loud" : "quiet");
	puts(line);
	TCHAR wide[64] = _T("");
	_stprintf_s(wide, _countof(wide), _T("%.4f %.4f"), data[0], data[3]);
	_tcscat_s(wide, _T(" end"));
	_tprintf(_T("%s, %d characters, %d failed\n"), wide, (int)_tcslen(wide), failed);
	std::map<tstring, tstring> table;
	table[_T("iterations")] = Describe(options.iterations);
	table[_T("verbose")] = Describe(options.verbose);
	for each (const std::pair<const tstring, tstring> &p in table)
		_tprintf(_T("%s=%s\n"), p.first.c_str(), p.second.c_str());
	_ASSERTE(_CrtCheckMemory());
	char number[34];
	_itoa_s(options.iterations * 1000 + 7, number, 16);
	printf("%s %s\n", number, _strupr(_strrev(number)));
	return failed == 1 ? 0 : 1;
}
