// No-break spaces, as web pages leave them in code, where blanks belong.
#include "../check.h"
#include <amp.h>
#include <vector>
using namespace concurrency;

int main()
{
    std::vector<int> data(10);
    array_view<int, 1> view(10, data);
    parallel_for_each(view.extent, [=](index<1> i) restrict(amp) 
    {
        view[i] = i[0]; //   kept
    });
    CHECK(view[9] == 9);
    std::puts("ok");
}
