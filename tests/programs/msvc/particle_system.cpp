// options: --amp-msvc
// Particles: a singleton with __super, events by std::tr1::function, properties, SAL, old iostream habits.
#include "stdafx.h"
#include <amp_graphics.h>
#include <windows.h>
#include <intrin.h>
#include <iomanip>
#include <sstream>
using namespace std;
using namespace concurrency;
using concurrency::graphics::float_2;
using concurrency::graphics::int_2;

typedef std::tr1::function<void(int, float)> Callback;

class __declspec(novtable) ISimulation
{
public:
	virtual ~ISimulation() {}
	virtual void Step(float dt) = 0;
	virtual string Name() const { return "simulation"; }
};

class Simulation : public ISimulation
{
protected:
	array<float_2, 1> m_position, m_velocity;
	Callback m_callback;
	int m_step;
public:
	static const int Count = 256;
	Simulation(const vector<float_2> &p, const vector<float_2> &v)
		: m_position(Count, p.begin(), p.end()), m_velocity(Count, v.begin(), v.end()), m_step(0) {}
	void SetCallback(Callback &callback) { m_callback = callback; }
	virtual void Step(float dt)
	{
		array<float_2> &position = m_position, &velocity = m_velocity;
		const float_2 gravity(0.0f, -1.0f);
		parallel_for_each(position.extent, [=, &position, &velocity](index<1> i) restrict(amp) {
			float_2 p = position[i], v = velocity[i];
			v += gravity * dt;
			p += v * dt;
			if (p.y < 0.0f) { p.y = -p.y; v.y = -v.y; }
			position[i] = p;
			velocity[i] = v;
		});
		if (m_callback) m_callback(++m_step, Highest());
	}
	float Highest() const
	{
		vector<float_2> host(Count);
		copy(m_position, host.begin());
		float best = 0;
		for (auto it = host.begin(); it != host.end(); ++it) best = (std::max)(best, it->y);
		return best;
	}
	virtual string Name() const { return "gravity"; }
};

class WindySimulation sealed : public Simulation
{
	float m_wind;
public:
	WindySimulation(const vector<float_2> &p, const vector<float_2> &v, float wind) : Simulation(p, v), m_wind(wind) {}
	void Step(float dt) override
	{
		__super::Step(dt);
		const float push = m_wind * dt;
		auto &velocity = m_velocity;
		parallel_for_each(velocity.extent, [push, &velocity](index<1> i) restrict(amp) { velocity[i].x += push; });
	}
	string Name() const override { return __super::Name() + " and wind"; }
	pair<float, float> Range() const
	{
		vector<float_2> v = m_velocity;
		auto less = [](const float_2 &a, const float_2 &b) { return a.x < b.x; };
		return make_pair(min_element(v.begin(), v.end(), less)->x, max_element(v.begin(), v.end(), less)->x);
	}
};

class Registry
{
	vector<ISimulation *> m_all;
	Registry() {}
	static Registry *s_instance;
public:
	static Registry &Instance() { if (!s_instance) s_instance = new Registry; return *s_instance; }
	Registry &Add(ISimulation *s) { m_all.push_back(s); return *this; }
	void Run(int steps) { for (int i = 0; i < steps; i++) for each (ISimulation *s in m_all) s->Step(0.25f); }
	size_t Size() const { return m_all.size(); }
};
__declspec(selectany) Registry *Registry::s_instance = NULL;

int main()
{
	vector<float_2> p, v;
	for (int i = 0; i < Simulation::Count; i++) {
		p.push_back(float_2(float(i), float(i % 16)));
		v.push_back(float_2(0.5f * (i & 3), 0.0f));
	}
	Simulation plain(p, v);
	WindySimulation windy(p, v, 2.0f);
	ostringstream log;
	plain.SetCallback(Callback([&](int step, float y) { log << step << ':' << fixed << setprecision(2) << y << ' '; }));
	Registry::Instance().Add(&plain).Add(&windy).Run(4);
	const auto range = windy.Range();
	cout << log.str() << endl << windy.Name() << ' ' << range.first << ' ' << range.second << endl;
	unsigned long first = 0;
	if (_BitScanForward(&first, 0x50u))
		cout << Registry::Instance().Size() << ' ' << first << ' ' << __popcnt(0xffu) << endl;
	return 0;
}
