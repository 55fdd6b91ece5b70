// options: --amp-msvc
// Everything that a template may find further down.
#include "stdafx.h"
using namespace concurrency;

namespace engine {

template <class State> class Simulation
{
public:
	Simulation(int n) : m_data(n), m_steps(DEFAULT_STEPS) { Reset(m_data); }
	void Run()
	{
		for (int s = 0; s < m_steps; s++)
			Advance<State>(array_view<State, 1>((int)m_data.size(), m_data), table[s % 3]);
	}
	double Energy()
	{
		Accumulator total;
		for (size_t i = 0; i < m_data.size(); i++)
			total.Add(Norm(m_data[i]));
		return total.value;
	}
	Mode mode() { return Running; }
private:
	std::vector<State> m_data;
	int m_steps;
};

const int DEFAULT_STEPS = 6;
int table[3] = { 1, 2, 3 };
enum Mode { Stopped, Running };

struct Accumulator
{
	Accumulator() : value(0) {}
	void Add(double d) { value += d; }
	double value;
};

struct Particle { float x, v; };

template <class State> void Reset(std::vector<State> &states)
{
	for (size_t i = 0; i < states.size(); i++)
		Init(states[i], (int)i);
}

inline void Init(Particle &p, int i) { p.x = (float)i; p.v = 1.0f; }

double Norm(const Particle &p) { return p.x * p.x + p.v * p.v; }

template <class State> void Advance(const array_view<State, 1> &states, int dt)
{
	parallel_for_each(states.extent, [=](index<1> i) restrict(amp) { Step(states[i], dt); });
	states.synchronize();
}

void Step(Particle &p, int dt) restrict(amp, cpu) { p.x += p.v * dt; }

}

int main()
{
	engine::Simulation<engine::Particle> s(4);
	s.Run();
	std::cout << s.Energy() << " " << s.mode() << std::endl;
	return 0;
}
