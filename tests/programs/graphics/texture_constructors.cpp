// Every constructor of texture, for each rank, by extent and by numbers, and the
// properties of what they make.
#include <amp.h>
#include <amp_graphics.h>
#include <algorithm>
#include <list>
#include <vector>

#include "../check.h"

using namespace concurrency;
using namespace concurrency::graphics;

template <typename T, int N>
void has(const texture<T, N>& t, const extent<N>& ext, unsigned bits, unsigned levels = 1)
{
    static_assert(texture<T, N>::rank == N, "");
    CHECK(t.extent == ext && t.get_extent() == ext);
    CHECK(t.bits_per_scalar_element == bits && t.get_bits_per_scalar_element() == bits);
    CHECK(t.mipmap_levels == levels && t.get_mipmap_levels() == levels);
    const unsigned texel = bits / 8 * short_vector_traits<T>::size;
    unsigned length = 0;
    for (unsigned l = 0; l < levels; l++)
        length += t.get_mipmap_extent(l).size() * texel;
    CHECK(t.data_length == length && t.get_data_length() == length);
    CHECK(t.get_row_pitch() == (N > 1 ? ext[N - 1] * texel : 0u) && t.row_pitch == t.get_row_pitch());
    CHECK(t.depth_pitch == (N > 2 ? ext[N - 2] * t.row_pitch : 0u) && t.get_depth_pitch() == t.depth_pitch);
}

template <typename T, int N>
void is_at(const texture<T, N>& t, const accelerator_view& av, const accelerator_view& associated)
{
    CHECK(t.accelerator_view == av && t.get_accelerator_view() == av);
    CHECK(t.associated_accelerator_view == associated && t.get_associated_accelerator_view() == associated);
}

template <typename T, int N> void holds(const texture<T, N>& t, const std::vector<T>& values)
{
    std::vector<T> found(values.size());
    copy(t, found.begin());
    CHECK(found == values);
}

// dims...: the extent as one argument or as several
template <typename T, int N, typename... Dims> void construct(const extent<N>& ext, Dims... dims)
{
    const unsigned bits = 32;
    accelerator_view av = accelerator().create_view();
    accelerator_view host = accelerator(accelerator::cpu_accelerator).default_view;
    accelerator_view def = accelerator().default_view;
    std::vector<T> values;
    for (unsigned i = 0; i < ext.size(); i++)
        values.push_back(T(static_cast<typename short_vector_traits<T>::value_type>(i)));
    std::list<T> list(values.begin(), values.end());
    const void* bytes = values.data();
    const unsigned length = static_cast<unsigned>(values.size() * sizeof(T));

    texture<T, N> t1(dims...);
    has(t1, ext, bits);
    is_at(t1, def, def);
    texture<T, N> t2(dims..., av);
    has(t2, ext, bits);
    is_at(t2, av, av);
    texture<T, N> t3(dims..., host, av);
    has(t3, ext, bits);
    is_at(t3, host, av);

    texture<T, N> i1(dims..., values.begin(), values.end());
    holds(i1, values);
    texture<T, N> i2(dims..., list.begin(), list.end(), av);
    holds(i2, values);
    is_at(i2, av, av);
    texture<T, N> i3(dims..., values.data(), values.data() + values.size(), host, av);
    holds(i3, values);
    is_at(i3, host, av);

    texture<T, N> b1(dims..., 32u);
    has(b1, ext, 32);
    texture<T, N> b2(dims..., 32u, av);
    has(b2, ext, 32);
    is_at(b2, av, av);
    texture<T, N> b3(dims..., 32u, host, av);
    is_at(b3, host, av);

    texture<T, N> m1(dims..., 32u, 2u);
    has(m1, ext, 32, 2);
    texture<T, N> m2(dims..., 32u, 2u, av);
    has(m2, ext, 32, 2);
    is_at(m2, av, av);

    texture<T, N> d1(dims..., bytes, length, 32u);
    holds(d1, values);
    texture<T, N> d2(dims..., bytes, length, 32u, av);
    holds(d2, values);
    is_at(d2, av, av);
    texture<T, N> d3(dims..., bytes, length, 32u, host, av);
    holds(d3, values);
    is_at(d3, host, av);

    texture<T, N> c1(d1);
    holds(c1, values);
    texture<T, N> c2(d1, av);
    holds(c2, values);
    is_at(c2, av, av);
    texture<T, N> c3(d1, host, av);
    holds(c3, values);
    is_at(c3, host, av);
    texture<T, N> moved(std::move(c1));
    holds(moved, values);

    texture_view<T, N> v(d1);
    texture_view<const T, N> cv(d1);
    texture<T, N> v1(v), v2(v, av), v3(v, host, av), w1(cv), w2(cv, av), w3(cv, host, av);
    holds(v1, values);
    holds(v2, values);
    holds(v3, values);
    holds(w1, values);
    is_at(w2, av, av);
    is_at(w3, host, av);

    t1 = d1;
    holds(t1, values);
    t2 = std::move(i2);
    holds(t2, values);
    b1.copy_to(t3);
    d1.copy_to(b1);
    holds(b1, values);
    writeonly_texture_view<T, N> w(b2);
    d1.copy_to(w);
    holds(b2, values);
}

template <typename T> void formats(std::initializer_list<unsigned> allowed, unsigned standard)
{
    texture<T, 1> by_default(3);
    CHECK(by_default.bits_per_scalar_element == standard);
    for (unsigned bits : {8u, 16u, 32u, 64u})
    {
        const bool good = std::find(allowed.begin(), allowed.end(), bits) != allowed.end();
        bool made = true;
        try
        {
            texture<T, 2> t(3, 5, bits);
            CHECK(t.bits_per_scalar_element == bits);
        }
        catch (const runtime_exception&)
        {
            made = false;
        }
        CHECK(made == good);
    }
}

int main()
{
    construct<int, 1>(extent<1>(5), extent<1>(5));
    construct<float, 1>(extent<1>(5), 5);
    construct<uint_2, 2>(extent<2>(3, 4), extent<2>(3, 4));
    construct<float_4, 2>(extent<2>(3, 4), 3, 4);
    construct<int_4, 3>(extent<3>(2, 3, 4), extent<3>(2, 3, 4));
    construct<float_2, 3>(extent<3>(2, 3, 4), 2, 3, 4);

    formats<int>({8, 16, 32}, 32);
    formats<int_2>({8, 16, 32}, 32);
    formats<int_4>({8, 16, 32}, 32);
    formats<uint>({8, 16, 32}, 32);
    formats<uint_2>({8, 16, 32}, 32);
    formats<uint_4>({8, 16, 32}, 32);
    formats<float>({16, 32}, 32);
    formats<float_2>({16, 32}, 32);
    formats<float_4>({16, 32}, 32);
    formats<unorm>({8, 16}, 8);
    formats<unorm_2>({8, 16}, 8);
    formats<unorm_4>({8, 16}, 8);
    formats<norm>({8, 16}, 8);
    formats<norm_2>({8, 16}, 8);
    formats<norm_4>({8, 16}, 8);
    formats<double>({64}, 64);
    formats<double_2>({64}, 64);

    // staging: the host reads and writes it, kernels do not
    accelerator_view host = accelerator(accelerator::cpu_accelerator).default_view;
    texture<uint_4, 2> staging(4, 3, 8u, host, accelerator().default_view);
    unsigned char* bytes = static_cast<unsigned char*>(staging.data());
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 12; x++)
            bytes[y * staging.row_pitch + x] = static_cast<unsigned char>(y * 12 + x);
    texture<uint_4, 2> device(staging, staging.associated_accelerator_view);
    const texture<uint_4, 2> back(device, host);
    for (int i = 0; i < 48; i++)
        CHECK(static_cast<const unsigned char*>(back.data())[i] == i);
    std::puts("ok");
}
