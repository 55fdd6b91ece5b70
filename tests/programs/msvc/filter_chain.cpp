// options: --amp-msvc
// A chain of filters: headers by Windows' names, headers of Direct3D that are included and not used, COM's beginning and end.
#include "StdAfx.h"
#include <D3D11.h>
#include <DXGI.h>
#include <objbase.h>
#include "FILTERS\Filter_Kernels.H"
using namespace concurrency;

inline int ClampIndex(int i, int n) restrict(cpu, amp) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

class Filter
{
	DISALLOW_COPY(Filter);
public:
	Filter() {}
	virtual ~Filter() {}
	virtual void Apply(array_view<const float> in, array_view<float> out) const PURE;
	virtual const char *Name() const { return typeid(*this).name() ? "filter" : ""; }
};

template <typename F> class FilterOf : public Filter
{
	F f_;
public:
	virtual void Apply(array_view<const float> in, array_view<float> out) const
	{
		const F f = f_;
		out.discard_data();
		parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = f(in, i[0]); });
		out.synchronize();
	}
	int Width() const { return (std::max)(F::width, F::radius); }
};

struct Chain
{
	std::vector<Filter *> filters;
	~Chain() { for each (Filter *&f in filters) SAFE_DELETE(f); }
	template <class F> Chain &Then() { filters.push_back(new FilterOf<F>); return *this; }
	std::vector<float> Run(std::vector<float> data) const
	{
		std::vector<float> other(data.size());
		for (auto f = filters.begin(); f != filters.end(); f++) {
			(*f)->Apply(array_view<const float>((int)data.size(), data), array_view<float>((int)other.size(), other));
			data.swap(other);
		}
		return data;
	}
};

int wmain(int argc, wchar_t *argv[], wchar_t *envp[])
{
	if (FAILED(CoInitializeEx(NULL, COINIT_MULTITHREADED)))
		return -1;
	std::vector<float> data(32);
	data[16] = 45;
	Chain chain;
	data = chain.Then<BoxFilter<float, 1>>().Then<BoxFilter<float, 2>>().Run(data);
	for (int i = 12; i < 21; i++)
		wprintf(L"%.0f ", data[i]);
	wprintf(L"\n%d %d\n", FilterOf<BoxFilter<float, 3>>().Width(), (int)chain.filters.size());
	CoUninitialize();
	return 0;
}
