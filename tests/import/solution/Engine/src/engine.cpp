#include "stdafx.h"
#include "engine.h"

using namespace concurrency;

Engine::Engine(int length) : m_values(length)
{
	array_view<float, 1> values(length, m_values);
	values.discard_data();
	parallel_for_each(values.extent, [=](index<1> idx) restrict(amp)
	{
		values[idx] = static_cast<float>(idx[0] + 1);
	});
	values.synchronize();
}

double Engine::SumOfSquares() const
{
	std::vector<float> squares(m_values);
	array_view<float, 1> view(static_cast<int>(squares.size()), squares);
	parallel_for_each(view.extent, [=](index<1> idx) restrict(amp) { view[idx] *= view[idx]; });
	view.synchronize();
	double sum = 0;
	for (float square : squares)
		sum += square;
	return sum;
}

const wchar_t *Engine::Name()
{
	return _T(ENGINE_NAME);
}
