// Functions for kernels with the names and parameters of the C and C++ libraries' (2.3.2).
#include <amp.h>
#include <amp_math.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "../check.h"

using namespace std;
using namespace concurrency;

float fabs(float x) restrict(amp);
inline float sqrt(float x) restrict(amp) { return fast_math::sqrt(fabs(x)) + 100; }
inline float fabs(float x) restrict(amp) { return x < 0 ? -x : x; }
int rand() restrict(amp) { return -4; }
template <typename T> void swap(T& a, T& b) restrict(amp)
{
    T c = a;
    a = b;
    b = c;
}
template <typename T> T max(T a, T b) restrict(amp) { return a < b ? b : a; }
template <> int max<int>(int a, int b) restrict(amp) { return a < b ? b + 1 : a + 1; }
template float max<float>(float, float) restrict(amp);

namespace text
{
inline int toupper(int c) restrict(amp) { return c - 'a' + 'A'; }
}
using text::toupper;

// one of the program's and one of fast_math's, by the type
struct turn
{
    float angle;
};
inline turn exp(turn t) restrict(amp)
{
    t.angle *= 2;
    return t;
}
namespace growth
{
using fast_math::exp;
using ::exp;
template <typename T> T grow(T x) restrict(amp) { return exp(x); }
}

// found by the argument's type alone
class interval
{
    float low, high;

public:
    interval(float low, float high) restrict(cpu, amp) : low(low), high(high) {}
    friend float abs(const interval& a) restrict(cpu, amp) { return a.high - a.low; }
    friend void swap(interval& a, interval& b) restrict(cpu, amp)
    {
        interval c = a;
        a = b;
        b = c;
    }
    template <typename T> friend T max(const interval& a, T least) restrict(cpu, amp)
    {
        return a.high > least ? T(a.high) : least;
    }
};

template <typename T> T both(T x) restrict(amp)
{
    T y = 2;
    swap(x, y);
    return max(x, y) + T(rand());
}

int main()
{
    vector<float> values(8, -16.0f);
    array_view<float> v(8, values);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp)
    {
        turn t = {float(i[0])};
        v[i] = sqrt(v[i]) + both(float(i[0])) + both(3) + text::toupper('b') + toupper('a') + growth::grow(t).angle +
               growth::grow(0.0f);
    });
    for (int i = 0; i < 8; i++)
        CHECK(v[i] == 104.0f + (max(i, 2) - 4) + (4 - 4) + 'B' + 'A' + 2 * i + 1);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp)
    {
        interval wide(-1, float(i[0])), unit(0, 1);
        swap(wide, unit);
        v[i] = abs(unit) * 10 + max(unit, 3);
    });
    for (int i = 0; i < 8; i++)
        CHECK(v[i] == 10.0f * (i + 1) + max(i, 3));
    CHECK(abs(interval(1, 3)) == 2.0f);
    float a = 1, b = 2;
    swap(a, b);
    CHECK(rand() >= 0 && sqrt(a + b + 1) == 2.0f && fabs(-1.0f) == 1.0f && ::toupper('c') == 'C');
    CHECK(max(1, 2) == 2 && std::exp(0.0f) == 1.0f);
    std::puts("ok");
}
