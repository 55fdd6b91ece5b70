// options: --amp-msvc
// Declared after use, results of calls by reference, jumps over nothing, macros of the era.
#include "stdafx.h"
#include <cstring>
#ifdef _MSC_VER
#define ALIGN(n) __declspec(align(n))
#define INLINE __forceinline
#else
#error "Visual C++ only"
#endif
#if _MSC_VER < 1700
#error "C++ AMP needs Visual C++ 2012"
#endif
using namespace concurrency;

template <int BINS, class Source> std::vector<int> Histogram(const Source &source)
{
	ALIGN(64) int zero[BINS];
	memset(zero, 0, sizeof(zero));
	array<int, 1> bins(BINS, zero, zero + _countof(zero));
	Count<BINS>(source, bins);
	std::vector<int> result(BINS);
	copy(bins, stdext_begin(result));
	return result;
}

template <int BINS> void Count(const array_view<const unsigned, 1> &source, array<int, 1> &bins)
{
	parallel_for_each(source.extent, [=, &bins](index<1> i) restrict(amp) {
		atomic_fetch_inc(&bins[Bin(source[i], BINS)]);
	});
}

INLINE int Bin(unsigned value, int bins) restrict(amp, cpu) { return (int)(value % (unsigned)bins); }

template <class C> typename C::iterator stdext_begin(C &c) { return c.begin(); }

static int Total(std::vector<int> &bins)
{
	return std::accumulate(bins.begin(), bins.end(), 0);
}

int main()
{
	std::vector<unsigned> data(997);
	for (size_t i = 0; i < data.size(); i++)
		data[i] = (unsigned)(i * 2654435761ui64 >> 7);
	array_view<const unsigned, 1> view((int)data.size(), data);
	int expected[10] = { 0 };
	for each (unsigned x in data)
		expected[x % 10]++;
	std::vector<int> bins = Histogram<10>(view);
	int wrong = 0;
	for (int i = 0; i < 10; i++)
		wrong += bins[i] != expected[i];
	std::cout << Total(Histogram<10>(view)) << " " << wrong << std::endl;
	return wrong;
}
