// options: --amp-msvc
// Unit tests of Visual Studio with fixtures, over kernels of a template with specializations in its traits.
#include "stdafx.h"
#include <CppUnitTest.h>
#include <windows.h>
using namespace Microsoft::VisualStudio::CppUnitTestFramework;
using namespace concurrency;

template <typename T> class Histogram
{
	array<int, 1> m_bins;
public:
	Histogram(int bins, accelerator_view &av = accelerator().default_view) : m_bins(bins, av)
	{
		array<int, 1> &b = m_bins;
		parallel_for_each(b.extent, [&b](index<1> i) restrict(amp) { b[i] = 0; });
	}
	void Add(const std::vector<T> &values)
	{
		array_view<const T> v((int)values.size(), values);
		array<int, 1> &b = m_bins;
		const int bins = m_bins.extent[0];
		parallel_for_each(v.extent, [=, &b](index<1> i) restrict(amp) {
			atomic_fetch_inc(&b[BinOf(v[i], bins)]);
		});
	}
	std::vector<int> Get() const { std::vector<int> result(m_bins.extent[0]); copy(m_bins, result.begin()); return result; }
};
inline int BinOf(float x, int bins) restrict(cpu, amp) { int b = (int)(x * bins); return b < 0 ? 0 : b < bins ? b : bins - 1; }
inline int BinOf(int x, int bins) restrict(cpu, amp) { return x % bins; }

namespace Microsoft { namespace VisualStudio { namespace CppUnitTestFramework {
	template <> static std::wstring ToString<std::vector<int>>(const std::vector<int> &v)
	{
		std::wstring s = L"[";
		for each (int x in v) s += std::to_wstring((long long)x) + L" ";
		return s + L"]";
	}
} } }

namespace Tests
{
	static int g_initialized;
	TEST_MODULE_INITIALIZE(ModuleInitialize) { g_initialized = 1; Logger::WriteMessage("begin\n"); }

	TEST_CLASS(HistogramTests)
	{
		std::vector<float> m_data;
	public:
		TEST_METHOD_INITIALIZE(SetUp) { m_data.assign(10, 0.05f); m_data[3] = 0.95f; m_data[4] = 2.0f; }
		TEST_METHOD_CLEANUP(TearDown) { m_data.clear(); }
		TEST_METHOD(CountsFloats)
		{
			Histogram<float> h(4);
			h.Add(m_data);
			std::vector<int> expected(4, 0);
			expected[0] = 8, expected[3] = 2;
			Assert::AreEqual(expected, h.Get(), L"bins");
			Assert::AreEqual(1, g_initialized);
		}
		TEST_METHOD(CountsIntegers)
		{
			Histogram<int> h(3);
			int values[] = { 0, 1, 2, 3, 4, 5, 6 };
			h.Add(std::vector<int>(values, values + _countof(values)));
			Assert::IsTrue(h.Get()[0] == 3 && h.Get()[2] == 2);
			Assert::AreEqual(2.0, 4.0 / 2, 1e-9);
		}
		TEST_METHOD(RefusesNothing)
		{
			auto f = [] { Histogram<int> h(0); };
			Assert::ExpectException<concurrency::runtime_exception>(f);
		}
	};
}
