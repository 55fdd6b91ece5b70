// The ways in which textures get into kernels: by reference, const, through this,
// as members of function objects, views made inside of the kernel, parameters of
// functions, and in templates.
#include <amp.h>
#include <amp_graphics.h>
#include <memory>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

typedef texture<float, 2> float_texture;
typedef texture_view<const float, 2> float_view;

inline float laplace(const float_texture& t, index<2> i) restrict(amp)
{
    return t[index<2>(i[0], i[1] + 1)] + t(i[0] + 1, i[1]) - 2.0f * t.get(i);
}

inline float average(const texture_view<const float, 2>& v, float_2 at, const sampler& s) restrict(amp)
{
    return 0.5f * (v.sample(s, at) + v.sample<filter_point, address_clamp>(at));
}

template <typename T, int N>
void fill(texture<T, N>& t, T value)
{
    parallel_for_each(t.extent, [&t, value](index<N> i) restrict(amp) { t.set(i, value); });
}

template <typename T, int N>
void fill_view(texture_view<T, N> v, T value)
{
    parallel_for_each(v.extent, [=](index<N> i) restrict(amp) { v.set(i, value); });
}

template <typename T, int N>
std::vector<T> contents(const texture<T, N>& t)
{
    std::vector<T> v(t.extent.size());
    copy(t, v.begin());
    return v;
}

// a functor with a reference to a texture and a view
class copy_scaled
{
    const float_texture& m_in;
    writeonly_texture_view<float, 2> m_out;
    float m_scale;

public:
    copy_scaled(const float_texture& in, float_texture& out, float scale) : m_in(in), m_out(out), m_scale(scale) {}
    void operator()(index<2> i) const restrict(amp) { m_out.set(i, m_in[i] * m_scale); }
};

class filter
{
public:
    filter(int height, int width) : m_current(new float_texture(height, width)), m_next(new float_texture(height, width)) {}

    void set(const std::vector<float>& v) { copy(v.begin(), v.end(), *m_current); }
    std::vector<float> get() const { return contents(*m_current); }
    void step(float amount)
    {
        float_texture& in = *m_current;
        float_texture& out = *m_next;
        const extent<2> e = in.extent;
        parallel_for_each(e, [&in, &out, e, amount](index<2> i) restrict(amp)
        {
            float v = in[i];
            if (i[0] + 1 < e[0] && i[1] + 1 < e[1])
                v += amount * laplace(in, i);
            out.set(i, v);
        });
        std::swap(m_current, m_next);
    }

private:
    std::unique_ptr<float_texture> m_current, m_next;
};

int main()
{
    const int h = 6, w = 5;
    std::vector<float> data;
    for (int i = 0; i < h * w; i++)
        data.push_back(static_cast<float>(i * i % 23));
    const float_texture in(h, w, data.begin(), data.end());
    float_texture out(in.extent);

    copy_scaled scaled(in, out, 3.0f);
    parallel_for_each(out.extent, scaled);
    std::vector<float> got = contents(out);
    for (int i = 0; i < h * w; i++)
        CHECK(got[i] == 3.0f * data[i]);

    // all by reference, and views made in the kernel
    sampler point(filter_point), linear;
    parallel_for_each(out.extent, [&, linear](index<2> i) restrict(amp)
    {
        texture_view<const float, 2> v(in);
        writeonly_texture_view<float, 2> o(out);
        texture_view<float, 2> rw(out);
        float_2 center((i[1] + 0.5f) / 5, (i[0] + 0.5f) / 6);
        o.set(i, average(v, center, linear));
        if (i[0] == 0)
            rw.set(i, v[i] + 1.0f);
    });
    got = contents(out);
    for (int i = 0; i < h * w; i++)
        CHECK(std::fabs(got[i] - (data[i] + (i < w ? 1.0f : 0.0f))) < 1e-4f);

    filter f(h, w);
    f.set(data);
    f.step(0.25f);
    f.step(0.25f);
    std::vector<float> expected = data;
    for (int n = 0; n < 2; n++)
    {
        std::vector<float> old = expected;
        for (int y = 0; y + 1 < h; y++)
            for (int x = 0; x + 1 < w; x++)
                expected[y * w + x] += 0.25f * (old[y * w + x + 1] + old[(y + 1) * w + x] - 2.0f * old[y * w + x]);
    }
    CHECK(f.get() == expected);

    texture<unorm_2, 3> volume(2, 3, 4);
    fill(volume, unorm_2(1.0f, 0.2f));
    CHECK(contents(volume)[23] == unorm_2(1.0f, 0.2f));
    fill_view(texture_view<unorm_2, 3>(volume), unorm_2(0.4f, 0.0f));
    CHECK(contents(volume)[5] == unorm_2(0.4f, 0.0f));
    texture<int, 1> line(7);
    fill(line, -3);
    CHECK(contents(line)[6] == -3);

    // read and written in place, a texture of one component
    texture<uint, 2> counter(4, 4, 32u);
    fill(counter, 5u);
    texture_view<uint, 2> rw(counter);
    texture_view<uint, 2> other(rw);
    other = rw;
    parallel_for_each(rw.extent, [rw](index<2> i) restrict(amp) { rw.set(i, rw[i] * 2 + rw(i[0], i[1]) + rw.get(i)); });
    CHECK(contents(counter)[15] == 20u);

    // several textures of different formats, an array and a view
    texture<norm_4, 2> normals(4, 4, 16u);
    array<float_4, 2> sums(4, 4);
    std::vector<int> host(16);
    array_view<int, 2> flags(4, 4, host);
    fill(normals, norm_4(-1.0f, 0.0f, 1.0f, 0.5f));
    parallel_for_each(sums.extent, [&normals, &sums, &counter, flags, point](index<2> i) restrict(amp)
    {
        texture_view<const norm_4, 2> v(normals);
        sums[i] = float_4(normals[i]) + float_4(v.sample(point, float_2(0.5f, 0.5f)));
        flags[i] = static_cast<int>(counter[i]) + i[1];
    });
    flags.synchronize();
    std::vector<float_4> s(16);
    copy(sums, s.begin());
    CHECK(s[9].x == -2.0f && s[9].z == 2.0f && std::fabs(s[9].w - 1.0f) < 1e-4f && host[7] == 23);
    std::puts("ok");
}
