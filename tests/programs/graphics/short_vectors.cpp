// Short vectors as people used them: each type, constructors, conversions,
// swizzles on both sides, functions for components, traits, in templates, in
// structs, in tile_static memory, in functions of the program's own.
#include <amp.h>
#include <amp_math.h>
#include <amp_short_vectors.h>
#include <type_traits>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

// generic code over traits
template <typename V>
typename short_vector_traits<V>::value_type sum(const V& v) restrict(cpu, amp);
template <> int sum(const int_2& v) restrict(cpu, amp) { return v.x + v.y; }
template <> float sum(const float_3& v) restrict(cpu, amp) { return v.x + v.y + v.z; }
template <> double sum(const double_4& v) restrict(cpu, amp) { return v.x + v.y + v.z + v.w; }

template <typename T> typename short_vector<T, 4>::type splat(T v) restrict(cpu, amp)
{
    return typename short_vector<T, 4>::type(v);
}

// operators of the program's own, for any two types: those of vectors fit better
namespace lazy
{
template <typename A, typename B> struct plus { A a; B b; };
template <typename A, typename B> plus<A, B> operator+(const A& a, const B& b) { return plus<A, B>{ a, b }; }
template <typename A> plus<A, A> operator-(const A& a) { return plus<A, A>{ a, a }; }
template <typename A, typename B> bool operator==(const A&, const B&) { return false; }
template <typename A, typename B> bool operator!=(const A&, const B&) { return false; }

inline float sum_of_x(float_3 a, float_3 b) restrict(cpu, amp)
{
    float_3 c = a + b, d = -c;
    return c == b || d != c ? c.x - d.x : 0.0f;
}
}

static_assert(std::is_same<short_vector<float, 4>::type, float_4>::value, "");
static_assert(std::is_same<short_vector<unsigned int, 3>::type, uint_3>::value, "");
static_assert(std::is_same<short_vector<double, 1>::type, double>::value, "");
static_assert(std::is_same<short_vector_traits<norm_3>::value_type, norm>::value, "");
static_assert(short_vector_traits<uint_4>::size == 4 && short_vector_traits<unorm>::size == 1, "");
static_assert(uint_2::size == 2 && double_3::size == 3 && unorm_4::size == 4, "");
static_assert(std::is_same<int_3::value_type, int>::value, "");

inline float_4 mul(const float_4 (&m)[4], float_4 v) restrict(cpu, amp)
{
    float_4 r;
    float* p = &r.x;
    for (int i = 0; i < 4; i++)
    {
        float_4 t = m[i] * v;
        p[i] = t.x + t.y + t.z + t.w;
    }
    return r;
}

namespace hlsl
{
using namespace concurrency::graphics::direct3d;
inline float3 reflect(float3 i, float3 n) restrict(cpu, amp)
{
    float3 p = i * n;
    return i - 2.0f * (p.x + p.y + p.z) * n;
}
inline uint4 pack(unorm4 c) restrict(cpu, amp) { return uint4(float4(c) * 255.0f + 0.5f); }
}

struct vertex
{
    float_3 position;
    float_3 normal;
    float_2 uv;
    unorm_4 color;
    vertex() restrict(cpu, amp) {}
    vertex(float_3 p, float_3 n, float_2 t) restrict(cpu, amp) : position(p), normal(n), uv(t), color(1.0f, 0.5f, 0.0f, 1.0f) {}
};

// 0, or the number of the line that is wrong
#define EXPECT(condition) \
    if (!(condition))     \
    return __LINE__

int conversions() restrict(cpu, amp)
{
    float_4 f(1.5f, -2.5f, 300.0f, 0.25f);
    EXPECT(int_4(f) == int_4(1, -2, 300, 0));
    EXPECT(uint_4(int_4(1, 2, 3, 4)) == uint_4(1u, 2u, 3u, 4u));
    EXPECT(norm_4(f) == norm_4(norm(1.0f), norm(-1.0f), norm(1.0f), norm(0.25f)));
    EXPECT(unorm_4(f) == unorm_4(unorm(1.0f), unorm(0.0f), unorm(1.0f), unorm(0.25f)));
    EXPECT(float_4(unorm_4(f)) == float_4(1, 0, 1, 0.25f));
    EXPECT(double_4(f).z == 300.0 && float_4(double_4(0.5)) == float_4(0.5f));
    EXPECT(norm_3(unorm_3(0.5f, 1.0f, 2.0f)) == norm_3(0.5f, 1.0f, 1.0f));
    EXPECT(unorm_2(norm_2(-0.5f, 0.5f)) == unorm_2(0.0f, 0.5f));
    float_2 from_int = 3;
    from_int += 1;
    EXPECT(from_int == float_2(4.0f, 4.0f));
    float_3 c(0.0f);
    c = 2.0f;
    EXPECT(c == float_3(2, 2, 2) && c != float_3(2, 2, 1));
    unorm u = unorm(0.5f);
    float plain = u;
    unorm_4 all(u);
    EXPECT(plain == 0.5f && all.a == 0.5f);
    all.rgb = unorm_3(1.0f, 0.0f, 0.25f);
    EXPECT(all == unorm_4(1.0f, 0.0f, 0.25f, 0.5f));
    norm n(-3.0f), m(0.5f);
    EXPECT(float(n) == -1.0f && float(-n) == 1.0f && float(n + m) == -0.5f && float(n - m) == -1.0f);
    EXPECT(float(m * m) == 0.25f && float(m / m) == 1.0f && float(u) * 2 == 1.0f);
    ++m;
    EXPECT(m == NORM_MAX && n == NORM_MIN && NORM_ZERO == norm() && UNORM_MIN == UNORM_ZERO);
    return 0;
}

int swizzles() restrict(cpu, amp)
{
    float_4 v(1, 2, 3, 4);
    EXPECT(v.x == 1 && v.g == 2 && v.b == 3 && v.a == 4 && v.r == v.x && v.w == v.a);
    v.xy = v.zw;
    EXPECT(v == float_4(3, 4, 3, 4));
    v.rgb = float_3(0.5f);
    v.abgr = float_4(1, 2, 3, 4);
    EXPECT(v == float_4(4, 3, 2, 1));
    v.xz *= 2.0f;
    v.yw -= v.xz;
    EXPECT(v == float_4(8, -5, 4, -3));
    float_3 u = v.zyx + 1.0f;
    EXPECT(u == float_3(5, -4, 9));
    float_2 w = u.xy * v.zw - float_2(1, 2);
    EXPECT(w == float_2(19, 10));
    EXPECT(v.yx.x == -5 && v.zyx.xy == float_2(4, -5) && v.wzyx.w == 8);
    v.yx.x = 7;
    EXPECT(v.y == 7);
    v.set_x(1.0f);
    v.set_zw(float_2(2, 3));
    v.ref_y() += 1.0f;
    v.ref_a() = 9.0f;
    EXPECT(v.get_x() == 1 && v.get_y() == 8 && v.get_zw() == float_2(2, 9) && v.get_wzyx() == float_4(9, 2, 8, 1));
    int_4 i(1, 2, 3, 4);
    i.zw <<= 1;
    i.xy |= int_2(8, 8);
    i %= 7;
    EXPECT(i == int_4(2, 3, 6, 1) && ~i.xy == int_2(-3, -4) && (i >> 1) == int_4(1, 1, 3, 0));
    i++;
    --i.x;
    EXPECT(i == int_4(2, 4, 7, 2) && -i == int_4(-2, -4, -7, -2));
    uint_2 bits(0xf0u, 0x0fu);
    EXPECT((bits ^ uint_2(0xffu)) == bits.yx && (bits & bits.yx) == uint_2(0u) && (bits | bits.yx) == 0xffu);
    double_3 d(1, 2, 3);
    d /= double_3(2, 4, 8);
    EXPECT(d == double_3(0.5, 0.5, 0.375) && d.zyx.x == 0.375);
    EXPECT(sum(int_2(1, 2)) == 3 && sum(float_3(1, 2, 3)) == 6 && sum(double_4(1, 2, 3, 4)) == 10);
    EXPECT(hlsl::reflect(float_3(1, -1, 0), float_3(0, 1, 0)) == float_3(1, 1, 0));
    EXPECT(hlsl::pack(unorm_4(0.2f, 0.4f, 0.0f, 1.0f)) == uint_4(51u, 102u, 0u, 255u));
    EXPECT(sum<float_3>(v.xyz) == 11 && splat(2.0f) == float_4(2) && splat(5).w == 5);
    return 0;
}

int main()
{
    CHECK(conversions() == 0);
    CHECK(swizzles() == 0);

    std::vector<int> lines(2);
    array_view<int, 1> result(2, lines);
    std::vector<vertex> mesh;
    for (int i = 0; i < 100; i++)
        mesh.push_back(vertex(float_3(float(i), 1, 2), float_3(0, 1, 0), float_2(i * 0.01f, 1.0f)));
    const float_4 matrix[4] = {float_4(0, 1, 0, 1), float_4(1, 0, 0, 2), float_4(0, 0, 2, 3), float_4(0, 0, 0, 1)};
    array_view<vertex, 1> vertices(100, mesh);
    parallel_for_each(vertices.extent, [=](index<1> i) restrict(amp)
    {
        if (i[0] == 0)
            result[0] = conversions();
        if (i[0] == 1)
            result[1] = swizzles();
        vertex& v = vertices[i];
        float_4 p(v.position.x, v.position.y, v.position.z, 1.0f);
        v.position = mul(matrix, p).xyz;
        v.uv.yx = v.uv;
        v.color.rg = unorm_2(v.uv);
        v.color.b = unorm(fast_math::sqrt(v.color.b + 0.25f));
    });
    vertices.synchronize();
    result.synchronize();
    CHECK(lines[0] == 0 && lines[1] == 0);
    for (int i = 0; i < 100; i++)
    {
        CHECK(mesh[i].position == float_3(2.0f, i + 2.0f, 7.0f));
        CHECK(mesh[i].uv == float_2(1.0f, i * 0.01f));
        CHECK(mesh[i].color.r == 1.0f && mesh[i].color.g == i * 0.01f && std::fabs(mesh[i].color.b - 0.5f) < 1e-6f);
    }

    std::vector<float> doubled(8);
    array_view<float, 1> x(8, doubled);
    parallel_for_each(x.extent, [=](index<1> i) restrict(amp)
    {
        x[i] = lazy::sum_of_x(float_3(1, 2, 3), float_3(i[0], 0, 0));
    });
    for (int i = 0; i < 8; i++)
        CHECK(x[i] == 2 + 2 * i && x[i] == lazy::sum_of_x(float_3(1, 2, 3), float_3(i, 0, 0)));

    // a reduction of float_4 in tile_static memory
    std::vector<float_4> values(1024, float_4(1, 2, 3, 4)), sums(4);
    array_view<const float_4, 1> in(1024, values);
    array_view<float_4, 1> out(4, sums);
    parallel_for_each(in.extent.tile<256>(), [=](tiled_index<256> t) restrict(amp)
    {
        tile_static float_4 shared[256];
        shared[t.local[0]] = in[t.global];
        t.barrier.wait();
        for (int s = 128; s > 0; s /= 2)
        {
            if (t.local[0] < s)
                shared[t.local[0]] += shared[t.local[0] + s];
            t.barrier.wait();
        }
        if (t.local[0] == 0)
            out[t.tile] = shared[0];
    });
    out.synchronize();
    CHECK(sums[3] == float_4(256, 512, 768, 1024));
    std::puts("ok");
}
