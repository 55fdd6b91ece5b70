// What kernels print, and kernels that fail. On a GPU the failing ones would end
// its use: there only printing is tested.
#include <amp.h>
#include <cstring>
#include <string>
#include <vector>

#include "../check.h"

using namespace concurrency;

static void test_failures()
{
    std::vector<int> data(4096, 0);
    array_view<int, 1> v(4096, data);
    bool thrown = false;
    try
    {
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp)
        {
            v[i] = 1;
            if (i[0] == 3000)
                direct3d_errorf("element %d is %s\n", i[0], "wrong");
        });
        v.synchronize();
    }
    catch (const runtime_exception& e)
    {
        thrown = std::strstr(e.what(), "element 3000 is wrong") != 0;
    }
    CHECK(thrown && v[3000] == 1);

    // one thread of a tile aborts, the others wait for it in vain
    thrown = false;
    try
    {
        parallel_for_each(v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp)
        {
            tile_static int shared[64];
            shared[t.local[0]] = t.global[0];
            if (t.global[0] == 100)
                direct3d_abort();
            t.barrier.wait();
            v[t.global] = shared[63 - t.local[0]];
        });
        v.synchronize();
    }
    catch (const runtime_exception& e)
    {
        thrown = std::strstr(e.what(), "abort") != 0;
    }
    CHECK(thrown);

    // and the accelerator goes on
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = i[0]; });
    v.synchronize();
    CHECK(data[4095] == 4095);
}

int main()
{
    parallel_for_each(extent<1>(1), [](index<1> i) restrict(amp)
    {
        direct3d_printf("printed: %d %.2f %s\n", i[0] + 7, 1.5f, "text");
    });
    accelerator().get_default_view().wait();
    std::fflush(stdout);
    if (accelerator().get_is_emulated())
        test_failures();
    else
        std::puts("element 3000 is wrong");
    std::puts("ok");
}
