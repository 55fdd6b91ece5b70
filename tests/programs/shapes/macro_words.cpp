// Macros that a program defines before it includes the headers, and that are names in them; with
// Microsoft's they are none.
#define N 64
#define T 16
#define F(x) ((x) * 2)
#define E 2.5f
#define D0 1
#define width 8
#define source "here"
#define AMP_TILE T
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <vector>

#include "../check.h"

using namespace concurrency;

int main()
{
    std::vector<float> values(N, E);
    array_view<float, 1> v(N, values);
    graphics::texture<float, 2> t(N / width, width);
    graphics::texture_view<float, 2> w(t);
    parallel_for_each(v.extent.tile<AMP_TILE>(), [=](tiled_index<T> i) restrict(amp)
    {
        tile_static float part[T];
        part[i.local[0]] = v[i];
        i.barrier.wait();
        v[i] = F(part[T - 1 - i.local[0]]) + fast_math::floor(E);
        w.set(index<2>(i.global[0] / width, i.global[0] % width), D0);
    });
    std::vector<float> texels(N);
    graphics::copy(t, texels.data(), N * sizeof(float));
    for (int i = 0; i < N; i++)
        CHECK(v[i] == 7.0f && texels[i] == 1.0f && source[0] == 'h');
    std::puts("ok");
}
