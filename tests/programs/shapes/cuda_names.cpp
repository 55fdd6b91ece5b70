// Types, functions and variables at global scope that CUDA has, too.
#include <amp.h>
#include <amp_math.h>
#include <amp_short_vectors.h>
#include <algorithm>
#include <vector>

#include "../check.h"

using namespace concurrency;

struct float3
{
    float x, y, z;
    float3 operator+(const float3& o) const restrict(cpu, amp)
    {
        float3 r = {x + o.x, y + o.y, z + o.z};
        return r;
    }
};
inline float3 make_float3(float x, float y, float z) restrict(cpu, amp)
{
    float3 r = {x, y, z};
    return r;
}
typedef graphics::float_4 float4;
namespace math
{
struct uint2 { unsigned x, y; };
using uchar4 = unsigned;
}
using namespace math;

// as CUDA's, but for what they do
int min(int a, int b) restrict(cpu, amp);
inline float max(float a, float b) restrict(amp, cpu) { return a > b ? a + 100.0f : b + 100.0f; }
inline bool any(bool of) restrict(cpu, amp) { return of; }
inline float rsqrt(float x) restrict(amp) { return 1.0f / x; }
inline float exp10(const float& x) restrict(amp) { return x * 10.0f; }
inline void sincos(float x, float* s, float* c) restrict(amp) { *s = x; *c = -x; }
inline float3 max(const float3& a, const float3& b) restrict(amp, cpu)
{
    return make_float3(::max(a.x, b.x), max(a.y, b.y), max(a.z, b.z));
}
int min(int a, int b) restrict(cpu, amp) { return a < b ? a - 10 : b - 10; }

// a call in a template means one or the other
inline bool any(const float3& of) restrict(cpu, amp) { return of.x != 0 || of.y != 0 || of.z != 0; }
template <typename T> int count_any(const T& of) restrict(cpu, amp) { return any(of) ? 1 : 0; }
template <typename T> T llmin(T a, T b) restrict(cpu, amp) { return a < b ? a + 1 : b + 1; }
template int llmin<int>(int, int) restrict(cpu, amp);
inline void atomicAdd(float* sum, float x) restrict(amp)
{
    unsigned* bits = reinterpret_cast<unsigned*>(sum);
    unsigned old = *bits;
    float next;
    do
        next = *reinterpret_cast<float*>(&old) + x;
    while (!atomic_compare_exchange(bits, &old, *reinterpret_cast<unsigned*>(&next)));
}
const int warpSize = 16;
static const unsigned blockDim = 3;

template <typename T> T largest(const T& a, const T& b) restrict(cpu, amp) { return max(a, b); }

int main()
{
    std::vector<float3> points(10, make_float3(1, 2, 3));
    std::vector<float4> colors(10, float4(1, 2, 3, 4));
    std::vector<uint2> pairs(10);
    array_view<float3, 1> p(10, points);
    array_view<float4, 1> c(10, colors);
    array_view<uint2, 1> u(10, pairs);
    parallel_for_each(p.extent, [=](index<1> i) restrict(amp)
    {
        float3 a = make_float3(i[0], 0, 0);
        float s, t;
        sincos(2.0f, &s, &t);
        p[i] = p[i] + a;
        c[i].xy = c[i].yx;
        c[i].z = max(1.0f, 2.0f) + rsqrt(4.0f) + exp10(0.5f) + s + t;
        c[i].w = largest(a, p[i]).x + fast_math::rsqrt(4.0f) * any(true);
        u[i].x = min(i[0], 100) + 10;
        u[i].y = 0xff;
    });
    float total = 0;
    array_view<float, 1> sum(1, &total);
    parallel_for_each(extent<1>(warpSize), [=](index<1> i) restrict(amp)
    {
        int threadIdx = count_any(make_float3(0, 0, float(i[0]))) + count_any(i[0] < int(blockDim));
        atomicAdd(&sum[0], float(threadIdx + llmin(1ul, 2ul)));
    });
    CHECK(sum[0] == warpSize - 1 + blockDim + 2.0f * warpSize);
    p.synchronize();
    c.synchronize();
    u.synchronize();
    for (int i = 0; i < 10; i++)
    {
        CHECK(points[i].x == 1 + i && points[i].z == 3);
        CHECK(colors[i].x == 2 && colors[i].z == 102.0f + 0.25f + 5.0f && colors[i].w == 101.0f + i + 0.5f);
        CHECK(pairs[i].x == unsigned(i) && pairs[i].y == 0xff);
    }
    CHECK(std::max(1, 2) == 2 && min(3, 4) == -7);
    std::puts("ok");
}
