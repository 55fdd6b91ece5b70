// Particles that a well attracts: positions and velocities are float_4 in
// array_views, fast_math in the kernel, swizzles on both sides of assignments;
// the energy is what it was.
#include <amp.h>
#include <amp_math.h>
#include <amp_short_vectors.h>
#include <cmath>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;
using namespace concurrency::fast_math;

struct particle_set
{
    std::vector<float_4> pos; // w: mass
    std::vector<float_4> vel; // w: kinetic energy
};

class simulation
{
    array_view<float_4, 1> m_pos, m_vel;
    float m_softening;

public:
    simulation(particle_set& set, float softening)
        : m_pos(static_cast<int>(set.pos.size()), set.pos), m_vel(static_cast<int>(set.vel.size()), set.vel),
          m_softening(softening)
    {
    }

    static float_3 acceleration(const float_3& p, float softening) restrict(amp)
    {
        float_3 sq = p * p;
        float inv = rsqrt(sq.x + sq.y + sq.z + softening);
        return -p * (inv * inv * inv);
    }

    void step(float dt)
    {
        auto pos = m_pos;
        auto vel = m_vel;
        float eps = m_softening;
        parallel_for_each(pos.extent, [=](index<1> i) restrict(amp)
        {
            float_4 p = pos[i];
            float_4 v = vel[i];
            v.xyz += acceleration(p.xyz, eps) * (0.5f * dt);
            p.xyz += v.xyz * dt;
            v.xyz += acceleration(p.xyz, eps) * (0.5f * dt);
            float_3 vv = v.xyz * v.xyz;
            v.w = 0.5f * p.w * (vv.x + vv.y + vv.z);
            pos[i] = p;
            vel[i] = v;
        });
    }

    void sync() { m_pos.synchronize(); m_vel.synchronize(); }
};

static double energy(const particle_set& s, float eps)
{
    double e = 0;
    for (size_t i = 0; i < s.pos.size(); ++i)
    {
        float_4 p = s.pos[i], v = s.vel[i];
        double r = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z + eps);
        e += 0.5 * p.w * (v.x * v.x + v.y * v.y + v.z * v.z) - p.w / r;
    }
    return e;
}

int main()
{
    const float eps = 0.01f;
    particle_set set;
    for (int i = 0; i < 1000; ++i)
    {
        float a = i * 0.0137f, r = 1.0f + 0.5f * std::cos(i * 0.71f);
        float_4 p;
        p.xy = float_2(r * std::cos(a), r * std::sin(a));
        p.zw = float_2(0.1f * std::sin(i * 3.1f), 1.0f);
        float_4 v(0.0f);
        v.xy = p.yx * float_2(-1.0f, 1.0f) / std::sqrt(r);
        set.pos.push_back(p);
        set.vel.push_back(v);
    }
    const double before = energy(set, eps);
    {
        simulation sim(set, eps);
        for (int s = 0; s < 200; ++s)
            sim.step(0.005f);
        sim.sync();
    }
    const double after = energy(set, eps);
    CHECK(std::fabs(after - before) < 1e-3 * std::fabs(before));
    float_4 v = set.vel[17];
    CHECK(std::fabs(v.w - 0.5f * (v.x * v.x + v.y * v.y + v.z * v.z)) < 1e-5f);
    std::puts("ok");
}
