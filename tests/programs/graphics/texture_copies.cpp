// copy and copy_async between textures, views, iterators and bytes: whole, parts,
// one mip level; and what is refused.
#include <amp.h>
#include <amp_graphics.h>
#include <iterator>
#include <vector>

#include "../check.h"

using namespace Concurrency;
using namespace Concurrency::graphics;

template <typename F> bool throws(F f)
{
    try
    {
        f();
        return false;
    }
    catch (const runtime_exception& e)
    {
        return *e.what() != 0;
    }
}

static std::vector<int> numbers(int n, int first = 0)
{
    std::vector<int> v(n);
    for (int i = 0; i < n; i++)
        v[i] = first + i;
    return v;
}

int main()
{
    const std::vector<int> data = numbers(6 * 5);
    const extent<2> shape(6, 5), part(2, 3);
    const index<2> at(3, 1), origin(0, 0);
    std::vector<int> out(30), small(6);
    texture<int, 2> a(shape), b(shape);

    // iterators
    copy(data.begin(), data.end(), a);
    copy(a, out.begin());
    CHECK(out == data);
    copy_async(data.rbegin(), data.rend(), b).wait();
    completion_future f = copy_async(b, out.begin());
    f.get();
    CHECK(out[0] == 29 && out[29] == 0);
    copy(a, at, part, small.begin());
    CHECK(small == std::vector<int>({16, 17, 18, 21, 22, 23}));
    copy_async(small.begin(), small.end(), b, origin, part).get();
    copy(b, origin, part, small.begin());
    CHECK(small[5] == 23);
    std::vector<int> inserted;
    copy(a, std::back_inserter(inserted));
    CHECK(inserted == data);
    texture_view<int, 2> av(a), bv(b);
    texture_view<const int, 2> acv(a);
    copy(data.begin(), data.end(), bv);
    copy(bv, out.begin());
    CHECK(out == data);
    copy_async(acv, at, part, small.begin()).get();
    CHECK(small[0] == 16);
    writeonly_texture_view<int, 2> bw(b);
    copy(small.begin(), small.end(), bw, index<2>(4, 2), part);
    copy(b, index<2>(4, 2), part, small.begin());
    CHECK(small == std::vector<int>({16, 17, 18, 21, 22, 23}));

    // bytes
    int raw[30], few[6];
    copy(a, raw, sizeof raw);
    CHECK(raw[29] == 29);
    copy(a, at, part, few, sizeof few);
    CHECK(few[0] == 16 && few[5] == 23);
    copy_async(raw, static_cast<unsigned int>(sizeof raw), b).get();
    copy(few, sizeof few, b, origin, part);
    copy_async(b, raw, sizeof raw).get();
    CHECK(raw[0] == 16 && raw[2] == 18 && raw[3] == 3 && raw[5] == 21 && raw[8] == 8);
    copy(raw, sizeof raw, av);
    copy_async(acv, out.data(), 120u).get();
    CHECK(out[5] == 21);
    copy_async(few, sizeof few, av, index<2>(0, 0), part).get();
    copy_async(av, origin, part, few, sizeof few).get();

    // textures
    copy(data.begin(), data.end(), a);
    copy(a, b);
    copy(b, out.begin());
    CHECK(out == data);
    copy(a, at, b, origin, part);
    copy(b, out.begin());
    CHECK(out[0] == 16 && out[5] == 21 && out[7] == 23 && out[3] == 3);
    copy_async(a, b).get();
    copy_async(acv, at, bv, origin, part).get();
    copy_async(acv, bw).get();
    copy(a, bw);
    a.copy_to(b);
    copy(b, out.begin());
    CHECK(out == data);

    // a level
    texture<int, 2> mips(extent<2>(8, 8), 32u, 3u);
    std::vector<int> sixteen = numbers(16, 5);
    texture_view<int, 2> level1(mips, 1);
    copy(sixteen.begin(), sixteen.end(), level1);
    texture<int, 2> one(4, 4);
    copy(level1, one);
    std::vector<int> got(16);
    copy(one, got.begin());
    CHECK(got == sixteen);
    texture_view<const int, 2> lower(mips, 1, 2);
    copy(lower, index<2>(1, 1), extent<2>(2, 2), got.begin());
    CHECK(got[0] == 10 && got[3] == 15);
    texture<int, 2> lower_copy(lower);
    CHECK(lower_copy.extent == extent<2>(4, 4) && lower_copy.mipmap_levels == 2);
    copy(lower_copy, got.begin());
    CHECK(got == sixteen);

    // values of other formats
    std::vector<uint_4> colors(4, uint_4(1u, 70000u, 65535u, 256u));
    texture<uint_4, 1> sixteen_bits(4, 16u);
    copy(colors.begin(), colors.end(), sixteen_bits);
    unsigned short words[16];
    copy(sixteen_bits, words, sizeof words);
    CHECK(words[4] == 1 && words[5] == 65535 && words[6] == 65535 && words[7] == 256);
    std::vector<float_2> halves(3, float_2(0.5f, 65504.0f));
    texture<float_2, 1> half(3, 16u);
    copy(halves.begin(), halves.end(), half);
    copy(half, words, 12u);
    CHECK(words[0] == 0x3800 && words[1] == 0x7bff);

    // more room, and more values, than the texture has
    short larger[8] = {7, 8, 9, 1, 1, 1, 1, 1};
    texture<int, 1> three(3, 16u);
    copy(larger, static_cast<unsigned>(sizeof larger), three);
    std::fill(larger, larger + 8, short(5));
    copy(three, larger, static_cast<unsigned>(sizeof larger));
    CHECK(larger[0] == 7 && larger[2] == 9 && larger[3] == 5 && larger[7] == 5);
    const int values[] = {1, 2, 3, 4, 5};
    copy(values, values + 5, three);
    copy(values, values + 5, three, index<1>(1), extent<1>(2));
    copy(three, larger, 6u);
    CHECK(larger[0] == 1 && larger[1] == 1 && larger[2] == 2);

    // what is refused
    CHECK(throws([&] { copy(a, raw, 119u); }));
    CHECK(throws([&] { copy(data.begin(), data.end() - 1, a); }));
    CHECK(throws([&] { copy(a, index<2>(5, 0), extent<2>(2, 2), out.begin()); }));
    CHECK(throws([&] { copy(a, index<2>(-1, 0), extent<2>(2, 2), out.begin()); }));
    CHECK(throws([&] { copy(a, one); }));
    CHECK(throws([&] {
        texture<int, 2> narrow(shape, 16u);
        copy(a, narrow);
    }));
    CHECK(throws([&] { texture_view<int, 2> none(mips, 3); }));
    CHECK(throws([&] { texture<int, 2> t(0, 4); }));
    CHECK(throws([&] { texture<int, 2> t(3, -4); }));
    CHECK(throws([&] { texture<int, 2> t(extent<2>(4, 4), 32u, 4u); }));
    CHECK(throws([&] { mips.get_mipmap_extent(3); }));
    copy(b, out.begin());
    CHECK(out == data);
    std::puts("ok");
}
