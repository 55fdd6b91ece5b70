#include "CppUnitTest.h"
#include "engine.h"

using namespace Microsoft::VisualStudio::CppUnitTestFramework;

namespace EngineTests
{
	TEST_CLASS(Sums)
	{
	public:
		TEST_METHOD(OfThree)
		{
			Assert::AreEqual(14.0, Engine(3).SumOfSquares(), 1e-6);
		}
	};
}
