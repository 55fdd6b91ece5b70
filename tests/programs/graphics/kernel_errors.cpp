// What direct3d_errorf says is in the exception: on a GPU, too, whose use it ends.
#include <amp.h>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>

#include "../check.h"

using namespace concurrency;

int main()
{
    const int output = dup(STDOUT_FILENO); // how many threads print is not known
    CHECK(std::freopen("/dev/null", "w", stdout));
    array_view<int, 1> v(4096);
    std::string said;
    try
    {
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp)
        {
            v[i] = i[0] % 1000;
            if (v[i] == 999)
                direct3d_errorf("element %4d of %s: %.3f, %#x\n", v[i], "v", 1.5f, 48879u);
        });
        accelerator().get_default_view().wait();
    }
    catch (const runtime_exception& e)
    {
        said = e.what();
    }
    std::fflush(stdout);
    dup2(output, STDOUT_FILENO);
    if (said.find("element  999 of v: 1.500, 0xbeef") == std::string::npos)
        std::puts(said.c_str());
    CHECK(said.find("element  999 of v: 1.500, 0xbeef") != std::string::npos);
    CHECK(said.find("main") != std::string::npos); // the kernel's name
    std::puts("ok");
}
