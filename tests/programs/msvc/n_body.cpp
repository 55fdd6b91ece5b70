// options: --amp-msvc
#include "stdafx.h"
#include <amp_math.h>
#include <cmath>
using namespace std;
using namespace concurrency;

struct Vec3
{
	float x, y, z;
	Vec3::Vec3() restrict(amp, cpu) {}
	Vec3::Vec3(float a, float b, float c) restrict(amp, cpu) : x(a), y(b), z(c) {}
	Vec3 &operator+=(const Vec3 &o) restrict(amp, cpu) { x += o.x; y += o.y; z += o.z; return *this; }
};
inline Vec3 operator*(float s, const Vec3 &v) restrict(amp, cpu) { return Vec3(s * v.x, s * v.y, s * v.z); }
inline Vec3 operator-(const Vec3 &a, const Vec3 &b) restrict(amp, cpu)
{
	return Vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

class INBody
{
public:
	virtual ~INBody() {}
	virtual void Integrate(float dt) = NULL;
	virtual float Energy() = NULL;
};

class NBodySimple : public INBody
{
public:
	NBodySimple(int n) : m_position(n), m_velocity(n)
	{
		for (int i = 0; i < n; i++) {
			m_position[i] = Vec3((float)(i % 4), (float)(i / 4), 0.5f * (i % 3));
			m_velocity[i] = Vec3(0, 0, 0);
		}
	}
	void NBodySimple::Integrate(float dt)
	{
		Launch(array_view<Vec3>((int)m_position.size(), m_position),
		       array_view<Vec3>((int)m_velocity.size(), m_velocity), dt);
	}
	float Energy()
	{
		float e = 0;
		for each (const Vec3 &v in m_velocity)
			e += 0.5f * (v.x * v.x + v.y * v.y + v.z * v.z);
		return e;
	}
	static int Bodies(INBody *simulation)
	{
		if (NBodySimple *s = dynamic_cast<NBodySimple *>(simulation))
			return (int)s->m_position.size();
	}
protected:
	void Launch(array_view<Vec3> &position, array_view<Vec3> &velocity, float dt)
	{
		array<Vec3> old(position.extent);
		position.copy_to(old);
		const int n = position.extent[0];
		parallel_for_each(position.extent, [=, &old](index<1> i) restrict(amp) {
			Vec3 a(0, 0, 0);
			for (int k = 0; k < n; k++) {
				const Vec3 d = old[k] - old[i];
				const float r2 = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
				const float inverse = 1.0f / fast_math::sqrt(r2 * r2 * r2);
				a += inverse * d;
			}
			velocity[i] += dt * a;
			position[i] += dt * velocity[i];
		});
		position.synchronize();
		velocity.synchronize();
	}
	vector<Vec3> m_position, m_velocity;
};

int main()
{
	INBody *simulation = new NBodySimple(16);
	for (int step = 0; step < 4; step++)
		simulation->Integrate(0.01f);
	const float e = simulation->Energy();
	cout << NBodySimple::Bodies(simulation) << (e > 0.01f && e < 10.0f ? " moved" : " stands") << endl;
	delete simulation;
	return 0;
}
