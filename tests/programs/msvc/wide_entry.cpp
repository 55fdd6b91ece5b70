// options: --amp-msvc
#include "stdafx.h"
#include <cwchar>
using namespace concurrency;

static const wchar_t *names[] = { L"first", L"second", L"third" };

struct Options
{
	bool verbose;
	unsigned count;
	static bool Options::Parse(int argc, wchar_t *argv[], Options &out)
	{
		out.verbose = false;
		out.count = 3u;
		for (int i = 1; i < argc; i++) {
			if (wcscmp(argv[i], L"-v") == 0) out.verbose = true;
			else return false;
		}
		return true;
	}
};

int wmain(int argc, wchar_t *argv[])
{
	Options options;
	if (!Options::Parse(argc, argv, options) || !argv[0] || wcslen(argv[0]) == 0)
		return 1;
	std::vector<int> lengths(options.count);
	for (unsigned i = 0; i < options.count; i++)
		lengths[i] = (int)wcslen(names[i]);
	array_view<int> v((int)lengths.size(), lengths);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 10; });
	v.synchronize();
	std::wcout << lengths[0] << L" " << lengths[1] << L" " << lengths[2] << std::endl;
	return 0;
}
