#pragma once
#include <vector>

// The squares' sum, on the default accelerator.
class Engine
{
public:
	explicit Engine(int length);
	double SumOfSquares() const;
	static const wchar_t *Name();

private:
	std::vector<float> m_values;
};
