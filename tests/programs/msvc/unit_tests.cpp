// options: --amp-msvc
// A unit test project of Visual Studio, as a program.
#include "stdafx.h"
#include "CppUnitTest.h"
using namespace Microsoft::VisualStudio::CppUnitTestFramework;
using namespace concurrency;

struct Vector2
{
	float x, y;
	bool operator==(const Vector2 &other) const { return x == other.x && y == other.y; }
};

namespace Microsoft { namespace VisualStudio { namespace CppUnitTestFramework {
	template <> inline std::wstring ToString<Vector2>(const Vector2 &v)
	{
		std::wstringstream text;
		text << L"(" << v.x << L", " << v.y << L")";
		return text.str();
	}
} } }

static std::vector<Vector2> Scale(std::vector<Vector2> vectors, float factor)
{
	array_view<Vector2> v((int)vectors.size(), vectors);
	parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
		v[i].x *= factor;
		v[i].y *= factor;
	});
	v.synchronize();
	return vectors;
}

static void Check(const std::vector<Vector2> &v)
{
	if (v.empty())
		throw std::invalid_argument("empty");
}

namespace ScaleTests
{
	TEST_MODULE_INITIALIZE(ModuleInitialize)
	{
		Logger::WriteMessage("module begins");
	}

	TEST_MODULE_CLEANUP(ModuleCleanup)
	{
		Logger::WriteMessage(L"module ends");
	}

	TEST_CLASS(Scaling)
	{
		std::vector<Vector2> m_input;
	public:
		TEST_CLASS_INITIALIZE(ClassInitialize) { Logger::WriteMessage("class begins\n"); }
		TEST_CLASS_CLEANUP(ClassCleanup) { Logger::WriteMessage("class ends\n"); }

		TEST_METHOD_INITIALIZE(Setup)
		{
			Assert::IsTrue(m_input.empty(), L"an object of its own");
			Vector2 v = { 1.0f, -2.0f };
			m_input.assign(4, v);
		}

		TEST_METHOD(Doubles)
		{
			Vector2 expected = { 2.0f, -4.0f };
			for each (const Vector2 &v in Scale(m_input, 2.0f))
				Assert::AreEqual(expected, v);
			Assert::AreEqual<size_t>(4, m_input.size());
		}

		TEST_METHOD(Halves)
		{
			std::vector<Vector2> v = Scale(m_input, 0.5f);
			Assert::AreEqual(0.5f, v[3].x, 1e-6f, L"x", LINE_INFO());
			Assert::AreNotEqual(0.5, (double)v[3].y, 1e-6);
			Assert::AreEqual("half", "HALF", true);
			Assert::AreEqual(std::wstring(L"a"), std::wstring(L"a"));
		}

		BEGIN_TEST_METHOD_ATTRIBUTE(Later)
			TEST_OWNER(L"nobody")
			TEST_PRIORITY(1)
			TEST_IGNORE()
		END_TEST_METHOD_ATTRIBUTE()
		TEST_METHOD(Later)
		{
			Assert::Fail(L"not written yet");
		}
	};

	TEST_CLASS(Errors)
	{
	public:
		TEST_METHOD(Empty)
		{
			Assert::ExpectException<std::invalid_argument>([] { Check(std::vector<Vector2>()); });
			auto nothing = [] { Check(std::vector<Vector2>(1)); };
			nothing();
		}

		TEST_METHOD(ZeroExtent)
		{
			Assert::ExpectException<runtime_exception>([] { array<int> a(extent<1>(0)); });
			int x = 0, *p = nullptr;
			Assert::IsNull(p);
			Assert::IsNotNull(&x);
			Assert::AreSame(x, x);
		}
	};
}
